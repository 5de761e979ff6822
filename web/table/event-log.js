// @ts-check
// What has happened at a table, in words.

import { html, useLayoutEffect, useMemo, useRef, useState } from '../ui/html.js';
import { told } from '../text/game-text.js';

/** How many sentences are shown unless more are asked for. */
const SHOWN = 40;
/** Pixels from the end within which the log keeps to its end. */
const NEAR = 40;

/** @param {HTMLElement} box */
const isAtEnd = ({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight < NEAR;

/**
 * @param {{
 *   events: readonly import('../schema').GameEvent[], names: import('../text/player-names.js').Names,
 *   current?: number, onPick?: (version: number) => void,
 * }} props in a replay, `current` is the version that is shown, and `onPick` makes every sentence a way to its moment
 */
export function Log({ events, names, current, onPick }) {
  const [all, showAll] = useState(false);
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  const atEnd = useRef(true);
  const lines = useMemo(
    () => events.flatMap((event) => {
      const text = told(event, names);
      return text ? [{ version: event.version, text, deal: event.__typename === 'RoundDealt' }] : [];
    }),
    [events, names],
  );
  const shown = all ? lines : lines.slice(-SHOWN);
  useLayoutEffect(() => {
    const box = list.current;
    if (!box) return;
    if (current !== undefined) {
      const line = box.querySelector('[aria-current]');
      // Not scrollIntoView, which would scroll the page along.
      if (line instanceof HTMLElement) box.scrollTop = line.offsetTop - box.clientHeight / 2;
    } else if (atEnd.current) box.scrollTop = box.scrollHeight;
  }, [shown.length, lines.at(-1)?.version, current]);
  const here = current === undefined ? undefined : lines.findLast(({ version }) => version <= current)?.version;
  return html`<section class="log" aria-label="Log">
    <h2>Log</h2>
    <div
      class="log-lines" tabindex="0" role="group" aria-label="What has happened" ref=${list}
      onScroll=${() => list.current && (atEnd.current = isAtEnd(list.current))}
    >
      ${shown.length < lines.length && html`<button type="button" class="plain" onClick=${() => showAll(true)}>
        Show all ${lines.length} entries
      </button>`}
      ${!lines.length && html`<p class="quiet">Nothing has happened yet.</p>`}
      <ol>
        ${shown.map(({ version, text, deal }) => html`<li key=${version} class=${deal ? 'log-deal' : undefined}
          aria-current=${version === here ? 'step' : undefined}
        >${onPick
          ? html`<button type="button" class="plain" onClick=${() => onPick(version)}>${text}</button>`
          : text}</li>`)}
      </ol>
    </div>
  </section>`;
}
