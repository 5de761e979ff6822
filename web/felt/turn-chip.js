// @ts-check
// The status of the table: one short chip, and the same in a sentence for screen readers.

import { closeReasonText } from '../text/event-text.js';
import { turnText } from '../text/game-text.js';
import { t } from '../text/messages.js';
import { chipText } from '../text/turn-chip-text.js';
import { html } from '../ui/html.js';

/**
 * The chip keeps its height whatever it says.
 * @param {{
 *   game: import('../schema').Game, names: import('../text/player-names.js').Names,
 *   events: readonly import('../schema').GameEvent[], isOwnTurn?: boolean, children?: import('preact').ComponentChildren,
 * }} props
 */
export function TurnChip({ game, names, events, isOwnTurn = false, children = null }) {
  return html`<div class="turn ${isOwnTurn ? 'turn-mine' : ''}">
    ${game.paused && html`<strong class="sign">${t('felt.paused')}</strong>`}
    ${game.stage === 'CLOSED'
      ? html`<p class="turn-chip"><span>${closedText(events)}</span></p>`
      : game.paused
        ? html`<p class="turn-chip"><span>${turnText(game, names)}</span></p>`
        : html`<p class="turn-chip" aria-hidden="true"><span>${chipText(game, names)}</span></p>
          <p class="unseen">${turnText(game, names)}</p>`}
    ${children}
  </div>`;
}

/** Return why a table was closed. @param {readonly import('../schema').GameEvent[]} events */
export function closedText(events) {
  const closed = events.find((event) => event.__typename === 'GameClosed');
  return closed ? closeReasonText(closed.closeReason) : t('felt.closed');
}
