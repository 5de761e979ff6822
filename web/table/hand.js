// @ts-check
// A hand of cards to pick from, by touch, mouse or keyboard.

import { cardName, isFaceDown } from '../text/card-names.js';
import { t } from '../text/messages.js';
import { html, useLayoutEffect, useRef, useState } from '../ui/html.js';
import { Card } from './card.js';

/**
 * The index of the card that a key moves the focus to.
 * @type {Record<string, (index: number, count: number) => number>}
 */
const KEY_STEPS = {
  ArrowLeft: (index, count) => (index + count - 1) % count,
  ArrowUp: (index, count) => (index + count - 1) % count,
  ArrowRight: (index, count) => (index + 1) % count,
  ArrowDown: (index, count) => (index + 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** With more cards than this, a hand has two rows on a narrow screen: each card keeps a strip to touch. */
export const MAX_ROW = 13;

/**
 * The cards of a hand as a toolbar with a roving tabindex. Unplayable cards can be picked too: `onRejectedPick` is
 * called for them, so that the page can show the reason. `selected` marks cards where several can be selected, `queued`
 * those of the move for your next turn: before it, all cards can be picked for that move, by `onQueue`.
 * @param {{
 *   cards: readonly string[], playable: ReadonlySet<string> | null, selected?: ReadonlySet<string> | null,
 *   onPick: (card: string) => void, onRejectedPick: (card: string) => void, label: string, isBusy?: boolean,
 *   suggested?: ReadonlySet<string>, trumps?: ReadonlySet<string>, queued?: ReadonlySet<string> | null, onQueue?: (card: string) => void,
 * }} props `playable` is null if no card can be played now; `suggested` are the cards of a hint, and `trumps`
 *   have a mark
 */
export function Hand({
  cards, playable, selected = null, onPick, onRejectedPick, label, isBusy = false, suggested = new Set(),
  trumps = new Set(), queued = null, onQueue = () => {},
}) {
  const [focusIndex, setFocusIndex] = useState(0);
  const toolbar = useRef(/** @type {HTMLElement | null} */ (null));
  const currentIndex = Math.min(focusIndex, Math.max(cards.length - 1, 0));
  // This render may remove the focused card, because it was played.
  const hadFocus = toolbar.current?.contains(document.activeElement) ?? false;
  useLayoutEffect(() => {
    if (hadFocus && !toolbar.current?.contains(document.activeElement)) focusCard(toolbar.current, currentIndex);
  });

  /** @param {KeyboardEvent} event */
  const onKeyDown = (event) => {
    const target = KEY_STEPS[event.key]?.(currentIndex, cards.length);
    if (target === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    setFocusIndex(target);
    focusCard(toolbar.current, target);
  };
  if (cards.every(isFaceDown)) return html`<${UnseenHand} cards=${cards} label=${label} />`;
  return html`<div
    class="hand ${isLong(cards) ? 'hand-long' : ''}" style=${handStyle(cards.length)} role="toolbar" aria-label=${label}
    aria-busy=${isBusy} tabindex="-1" ref=${toolbar} onKeyDown=${onKeyDown}
  >
    ${cards.map((card, index) => {
      const isPlayable = playable?.has(card) ?? false;
      const marked = queued ?? selected;
      const pick = queued ? onQueue : isPlayable ? onPick : onRejectedPick;
      return html`<button
        key=${isFaceDown(card) ? index : card}
        type="button"
        class="hand-card"
        style=${{ '--index': index }}
        data-hand-card=${card}
        tabindex=${index === currentIndex ? 0 : -1}
        aria-disabled=${!isPlayable && !queued}
        aria-pressed=${marked ? marked.has(card) : undefined}
        onFocus=${() => setFocusIndex(index)}
        onClick=${() => pick(card)}
      ><${Card} card=${card} />${trumps.has(card) && html`<span class="hand-trump" aria-hidden="true"></span
        ><span class="unseen"> ${t('table.trumpCard')}</span>`}${suggested.has(card) && html`<span class="hand-hint"
          aria-hidden="true">${t('table.hint')}</span><span class="unseen"> ${t('table.suggestedCard')}</span>`}${
        queued?.has(card) && html`<span class="hand-hint" aria-hidden="true">${t('table.queued')}</span
        ><span class="unseen"> ${t('table.queuedCard')}</span>`}</button>`;
    })}
  </div>`;
}

/** An empty hand, or one whose cards are face down. @param {{ cards: readonly string[], label: string }} props */
function UnseenHand({ cards, label }) {
  if (!cards.length) return html`<p class="hand quiet">${t('table.noCards')}</p>`;
  return html`<ul class="hand ${isLong(cards) ? 'hand-long' : ''}" style=${handStyle(cards.length)} aria-label=${label}>
    ${cards.map((card, index) => html`<li key=${index} style=${{ '--index': index }}
      aria-label=${cardName(card)}><${Card} card=${card} /></li>`)}
  </ul>`;
}

/** @param {readonly unknown[]} cards */
const isLong = (cards) => cards.length > MAX_ROW;

/** Return the variables of style/hand.css. @param {number} count */
export const handStyle = (count) => ({ '--count': count, '--half': Math.ceil(count / 2) });

/** @param {HTMLElement | null} toolbar @param {number} index */
function focusCard(toolbar, index) {
  const card = toolbar?.children[index] ?? toolbar;
  // Without it the browser scrolls, and on a phone the page jumps whenever a card is played.
  if (card instanceof HTMLElement) card.focus({ preventScroll: true });
}
