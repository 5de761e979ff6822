// @ts-check
// A hand that cards are picked from, with a finger, the mouse or the arrow keys.

import { html, useLayoutEffect, useRef, useState } from '../ui/html.js';
import { Card, cardName, isHidden } from './card.js';

/**
 * Where keys go from a place among so many.
 * @type {Record<string, (place: number, count: number) => number>}
 */
const STEPS = {
  ArrowLeft: (place, count) => (place + count - 1) % count,
  ArrowUp: (place, count) => (place + count - 1) % count,
  ArrowRight: (place, count) => (place + 1) % count,
  ArrowDown: (place, count) => (place + 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/**
 * The cards of a hand as one stop of the Tab key. A card that may not be played can be picked too: then `refused`
 * is told, so that the reason can be shown. Where several cards are chosen, give `chosen`.
 * @param {{
 *   cards: readonly string[], legal: ReadonlySet<string> | null, chosen?: ReadonlySet<string> | null,
 *   onPick: (card: string) => void, refused: (card: string) => void, label: string, busy?: boolean,
 *   hinted?: ReadonlySet<string>,
 * }} props `legal` is null where nothing may be played now; `hinted` are cards that were suggested
 */
export function Hand({ cards, legal, chosen = null, onPick, refused, label, busy = false, hinted = new Set() }) {
  const [place, move] = useState(0);
  const bar = useRef(/** @type {HTMLElement | null} */ (null));
  const here = Math.min(place, Math.max(cards.length - 1, 0));
  // What had the keyboard may have gone when this is drawn: a card that was played.
  const held = bar.current?.contains(document.activeElement) ?? false;
  useLayoutEffect(() => {
    if (held && !bar.current?.contains(document.activeElement)) focus(bar.current, here);
  });

  /** @param {KeyboardEvent} event */
  const step = (event) => {
    const to = STEPS[event.key]?.(here, cards.length);
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    move(to);
    focus(bar.current, to);
  };
  if (cards.every(isHidden)) return html`<${Unseen} cards=${cards} label=${label} />`;
  return html`<div
    class="hand" role="toolbar" aria-label=${label} aria-busy=${busy} tabindex="-1" ref=${bar} onKeyDown=${step}
  >
    ${cards.map((card, at) => {
      const allowed = legal?.has(card) ?? false;
      return html`<button
        key=${isHidden(card) ? at : card}
        type="button"
        class="hand-card"
        tabindex=${at === here ? 0 : -1}
        aria-disabled=${!allowed}
        aria-pressed=${chosen ? chosen.has(card) : undefined}
        onFocus=${() => move(at)}
        onClick=${() => (allowed ? onPick(card) : refused(card))}
      ><${Card} card=${card} />${hinted.has(card) && html`<span class="hand-hint" aria-hidden="true">Hint</span
        ><span class="unseen"> (suggested)</span>`}</button>`;
    })}
  </div>`;
}

/** A hand that its holder does not see, or that is empty. @param {{ cards: readonly string[], label: string }} props */
function Unseen({ cards, label }) {
  if (!cards.length) return html`<p class="hand quiet">No cards</p>`;
  return html`<ul class="hand" aria-label=${label}>
    ${cards.map((card, at) => html`<li key=${at} aria-label=${cardName(card)}><${Card} card=${card} /></li>`)}
  </ul>`;
}

/** @param {HTMLElement | null} bar @param {number} place */
function focus(bar, place) {
  const card = bar?.children[place] ?? bar;
  if (card instanceof HTMLElement) card.focus();
}
