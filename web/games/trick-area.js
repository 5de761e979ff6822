// @ts-check
// The middle of a table in trick-taking games: the current trick, and the last one.

import { direction, seatsClockwise } from '../felt/seat-places.js';
import { reducedMotion } from '../motion/use-motion.js';
import { Card } from '../table/card.js';
import { phaseText } from '../text/game-text.js';
import { t } from '../text/messages.js';
import { html, useState } from '../ui/html.js';

/**
 * @typedef {import('../schema').Game} Game
 * @typedef {import('../text/player-names.js').Names} Names
 */

/**
 * @param {{ game: Game, names: Names, ownSeat?: number | null, children?: import('preact').ComponentChildren }} props `children` is
 *   shown before the first card
 */
export function TrickArea({ game, names, ownSeat = null, children = null }) {
  const [isShowingLast, setShowingLast] = useState(false);
  const table = game.table;
  if (!table) return null;
  const { trick, lastTrick, winning } = table;
  // A trick that was won goes to its pile. Without motion it stays until the next lead.
  const isLast = isShowingLast || (!trick.length && lastTrick.length > 0 && reducedMotion.matches);
  const cards = isLast ? lastTrick : trick;
  return html`<div class="trick ${isLast ? 'trick-last' : ''}">
    ${cards.length > 0
      ? html`<p class="unseen">${t(isLast ? 'games.theLastTrick' : 'games.onTheTable')}</p>
        <ul class="trick-cards">${cards.map(({ seat, card }) => html`<${PlayedCard}
          key=${card} seat=${seat} card=${card} game=${game} names=${names} ownSeat=${ownSeat}
          isWinning=${!isLast && seat === winning}
        />`)}</ul>`
      : html`<div class="trick-empty">${children}<p class="trick-none">${lastTrick.length ? '' : phaseText(game)}</p></div>`}
    ${isLast && html`<p class="trick-label">${t('games.lastTrick')}</p>`}
    ${lastTrick.length > 0 && (trick.length > 0 || !reducedMotion.matches) && html`<button
      type="button" class="trick-look" aria-pressed=${isShowingLast} onClick=${() => setShowingLast(!isShowingLast)}
    >
      ${t(isShowingLast ? trick.length ? 'games.backToTrick' : 'games.hideTrick' : 'games.lastTrick')}
    </button>`}
  </div>`;
}

/**
 * @param {{
 *   seat: number, card: string, isWinning: boolean, ownSeat: number | null, game: Game, names: Names,
 * }} props
 */
function PlayedCard({ seat, card, game, names, ownSeat, isWinning }) {
  const count = game.seats.length;
  const place = seatsClockwise(count, ownSeat ?? 0).indexOf(seat);
  return html`<li class="played ${isWinning ? 'played-wins' : ''}" style=${direction(place, count)}
    data-played=${card} data-played-by=${seat}
  >
    <${Card} card=${card} />
    <span class="unseen">${isWinning
      ? t('games.winsSoFar', { isYou: seat === names.you, name: names.seat(seat) })
      : names.seat(seat)}</span>
    ${isWinning && html`<span class="played-crown" aria-hidden="true">★</span>`}
  </li>`;
}
