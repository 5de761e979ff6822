// @ts-check
// The order of the cards on the board: the trumps or ranks in a line, and the other suits at a click.

import { cardName, rankName, suitOf } from '../text/card-names.js';
import { ownHand, rankIndex, shortCardName } from '../text/card-order.js';
import { t } from '../text/messages.js';
import { html } from '../ui/html.js';

/**
 * @typedef {import('../schema').Game} Game
 * @typedef {import('../schema').CardOrder} CardOrder
 * @typedef {import('./game-modules.js').Fact} Fact
 */

/** Return the fact with the order of the cards; none if the game states none. @param {Game} game @returns {Fact[]} */
export function orderFacts(game) {
  const order = game.table?.cardOrder;
  if (!order) return [];
  if (order.ranks.length) return [{ term: t('games.values'), detail: html`<${RankLadder} order=${order} />` }];
  if (!order.trumps.length && !order.suits.length) return [];
  // Before the suit is known, the list has only the cards that are trumps in any case.
  const term = t(game.table?.trump ? 'games.trumps' : order.trumps.length ? 'games.alwaysTrumps' : 'games.order');
  return [{ term, detail: html`<${TrumpLadder} order=${order} held=${ownHand(game)} />` }];
}

/**
 * The trumps from highest to lowest; those of your hand are framed, and those that are gone crossed out.
 * @param {{ order: CardOrder, held: ReadonlySet<string> }} props
 */
function TrumpLadder({ order, held }) {
  const gone = new Set(order.gone);
  // The suit is printed only on the cards that do not belong to the trump suit.
  const suit = suitOf(order.trumps[order.trumps.length - 1] ?? '');
  const shared = order.trumps.filter((card) => suitOf(card) === suit).length > 1 ? suit : undefined;
  return html`<details class="ladder" onKeyDown=${closeOnEscape}>
    <summary>
      <span class="unseen">${t('games.highestToLowest')} </span>
      <span class="ladder-cards">${order.trumps.map((card) => html`<${Step} key=${card} card=${card}
        isBrief=${shared !== undefined && suitOf(card) === shared} isGone=${gone.has(card)} isHeld=${held.has(card)} />`)}</span>
      <span class="ladder-more">${t('games.otherSuits')}</span>
    </summary>
    <section class="ladder-suits">
      <p>${t('games.eachSuit')}</p>
      <ul>${order.suits.map((cards) => html`<li key=${cards[0]} class="ladder-cards">
        ${cards.map((card) => html`<${Step} key=${card} card=${card} isHeld=${held.has(card)} />`)}
      </li>`)}</ul>
      <p class="quiet">${t('games.framedCards')}${order.trumps.length > 0 && ` ${t('games.crossedOutCards')}`}</p>
    </section>
  </details>`;
}

/** @param {KeyboardEvent & { currentTarget: HTMLDetailsElement }} event */
function closeOnEscape({ key, currentTarget }) {
  if (key === 'Escape') currentTarget.open = false;
}

/** @param {{ card: string, isBrief?: boolean, isGone?: boolean, isHeld?: boolean }} props */
function Step({ card, isBrief = false, isGone = false, isHeld = false }) {
  const className = `ladder-step suit-${suitOf(card) ?? 'joker'} ${isGone ? 'ladder-gone' : ''} ${isHeld ? 'ladder-held' : ''}`;
  const name = shortCardName(card);
  const spoken = isGone
    ? t('games.goneCard', { card: cardName(card) })
    : isHeld ? t('games.heldCard', { card: cardName(card) }) : cardName(card);
  return html`<span class=${className} data-step=${card}><span aria-hidden="true">${isBrief ? name.slice(0, -1) : name}</span
    ><span class="unseen">${spoken}, </span></span>`;
}

/** The ranks from highest to lowest, and those that can be played on anything. @param {{ order: CardOrder }} props */
function RankLadder({ order: { ranks, alwaysPlayable } }) {
  const ordered = ranks.filter((rank) => !alwaysPlayable.includes(rank));
  return html`<span class="ladder">
    <span class="ladder-cards">${ordered.map((rank) => html`<${RankStep} key=${rank} rank=${rank} />`)}</span>
    ${alwaysPlayable.length > 0 && html`<span class="ladder-always">
      <span class="ladder-cards">${alwaysPlayable.map((rank) => html`<${RankStep} key=${rank} rank=${rank} />`)}</span>
      ${t('games.atAnyTime')}
    </span>`}
  </span>`;
}

/** @param {{ rank: string }} props */
const RankStep = ({ rank }) => html`<span class="ladder-step"><span aria-hidden="true">${rankIndex(rank)}</span
  ><span class="unseen">${rankName(rank)}, </span></span>`;
