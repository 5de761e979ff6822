// @ts-check
// The board: facts about the round, the felt with the seats around its middle, and your hand at its lower edge.

import { isFaceDown } from '../text/card-names.js';
import { t } from '../text/messages.js';
import { seatsClockwise } from '../felt/seat-places.js';
import { SeatView } from '../felt/seat-view.js';
import { useMotion } from '../motion/use-motion.js';
import { html } from '../ui/html.js';
import { lazyComponent } from '../ui/lazy-component.js';
import { Card } from './card.js';

/**
 * @typedef {import('../schema').Game} Game
 * @typedef {import('../text/player-names.js').Names} Names
 */

const SaidBubble = lazyComponent(null, async () => (await import('../felt/said-bubble.js')).SaidBubble);

/**
 * @param {{
 *   game: Game, names: Names, gameModule: import('../games/game-modules.js').GameModule, ownSeat: number | null,
 *   controls?: import('preact').ComponentChildren, events?: readonly import('../schema').GameEvent[], hasClocks?: boolean,
 *   presence?: ReadonlyMap<number, boolean>, said?: ReadonlyMap<number, import('../schema').Phrase>, isStart?: boolean,
 * }} props `ownSeat` is shown at the bottom, with its hand and clock in `controls`; null for a spectator. `hasClocks` shows
 *   the clocks of the other seats, which count down; `isStart` says that the first moment is the start of the game
 */
export function Board({
  game, names, gameModule, ownSeat, controls = null, events = [], hasClocks = false, presence, said, isStart = false,
}) {
  const ref = useMotion({ game, events, ownSeat }, isStart);
  const count = game.seats.length;
  const facts = gameModule.facts(game, names);
  const hasOpenHands = game.seats.some(({ index, hand }) => index !== ownSeat && hand.some((card) => !isFaceDown(card)));
  return html`<section class="board" aria-label=${t('table.table')} data-version=${game.version} ref=${ref}>
    <div class="board-round" role="group" aria-label=${t('table.round')} tabindex="0">
      <dl class="board-facts">
        ${facts.map(({ term, detail }) => html`<div key=${term}><dt>${term}</dt><dd>${detail}</dd></div>`)}
      </dl>
    </div>
    <div class="felt">
      <div class="felt-area ${ownSeat === null ? 'felt-watched' : ''} ${hasOpenHands ? 'felt-open' : ''}" data-count=${count}>
        <ul class="seats" aria-label=${t('table.seats')}>
          ${seatsClockwise(count, ownSeat ?? 0).map((index, place) => {
            const seat = game.seats[index];
            const isOwn = index === ownSeat;
            return html`<${SeatView}
              key=${index} seat=${seat} game=${game} names=${names} facts=${gameModule.seatFacts(seat, game)}
              isDealer=${gameModule.dealer !== false && game.table?.dealer === index}
              place=${place} count=${count} isOwn=${isOwn} hasClock=${hasClocks} isPresent=${presence?.get(index)}
              said=${said?.has(index) && html`<${SaidBubble} phrase=${said.get(index)} />`}
            >${!isOwn && html`<${OpenHand} hand=${seat.hand} />`}<//>`;
          })}
        </ul>
        <div class="middle">
          <${gameModule.Middle} game=${game} names=${names} ownSeat=${ownSeat} events=${events} />
        </div>
      </div>
    </div>
    ${controls}
    <div class="motion-layer" aria-hidden="true"></div>
  </section>`;
}

/** The visible cards of another player's hand. @param {{ hand: readonly string[] }} props */
function OpenHand({ hand }) {
  if (!hand.length || hand.every(isFaceDown)) return null;
  const style = { '--cards': hand.length, '--half': Math.max(5, Math.ceil(hand.length / 2)) };
  return html`<ul class="seat-cards" aria-label=${t('table.cardsInHand')} style=${style}>
    ${hand.map((card, index) => html`<li key=${isFaceDown(card) ? index : card}><${Card} card=${card} /></li>`)}
  </ul>`;
}
