// @ts-check
// The log: the events of a game as sentences.

import { eventText } from '../text/event-text.js';
import { t } from '../text/messages.js';
import { html, useLayoutEffect, useMemo, useRef, useState } from '../ui/html.js';

/** Number of sentences shown before the log is expanded. */
const MAX_LINES = 40;
/** The log follows new events while it is scrolled to within this many pixels of its end. */
const END_DISTANCE = 40;

/** @param {HTMLElement} box */
const isAtEnd = ({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight < END_DISTANCE;

/**
 * @param {{
 *   events: readonly import('../schema').GameEvent[], names: import('../text/player-names.js').Names,
 *   current?: number, onPick?: (version: number) => void,
 * }} props in a replay, `current` is the version that is shown, and `onPick` makes each sentence a button
 */
export function EventLog({ events, names, current, onPick }) {
  const [isExpanded, setExpanded] = useState(false);
  const scrollBox = useRef(/** @type {HTMLElement | null} */ (null));
  const wasAtEnd = useRef(true);
  const lines = useMemo(
    () => events.flatMap((event) => {
      const text = eventText(event, names);
      return text ? [{ version: event.version, text, isDeal: event.__typename === 'RoundDealt' }] : [];
    }),
    [events, names],
  );
  const visibleLines = isExpanded ? lines : lines.slice(-MAX_LINES);
  useLayoutEffect(() => {
    const element = scrollBox.current;
    if (!element) return;
    if (current !== undefined) {
      const currentLine = element.querySelector('[aria-current]');
      // scrollIntoView would scroll the page as well.
      if (currentLine instanceof HTMLElement) element.scrollTop = currentLine.offsetTop - element.clientHeight / 2;
    } else if (wasAtEnd.current) element.scrollTop = element.scrollHeight;
  }, [visibleLines.length, lines.at(-1)?.version, current]);
  const currentLine = current === undefined ? undefined : lines.findLast(({ version }) => version <= current);
  return html`<section class="log" aria-label=${t('table.log')}>
    <h2>${t('table.log')}</h2>
    <div
      class="log-lines" tabindex="0" role="group" aria-label=${t('table.eventsSoFar')} ref=${scrollBox}
      onScroll=${() => scrollBox.current && (wasAtEnd.current = isAtEnd(scrollBox.current))}
    >
      ${visibleLines.length < lines.length && html`<button type="button" class="plain"
        onClick=${() => setExpanded(true)}>
        ${t('table.showAllEntries', { count: lines.length })}
      </button>`}
      ${!lines.length && html`<p class="quiet">${t('table.nothingHappened')}</p>`}
      <ol>
        ${visibleLines.map(({ version, text, isDeal }) => html`<li key=${version}
          class=${isDeal ? 'log-deal' : undefined}
          aria-current=${version === currentLine?.version ? 'step' : undefined}
        >${onPick
          ? html`<button type="button" class="plain" onClick=${() => onPick(version)}>${text}</button>`
          : text}</li>`)}
      </ol>
    </div>
  </section>`;
}
