// @ts-check
// A game in a list: its variant, players and time, with buttons.

import { variantTitle } from '../games/variants.js';
import { lazyValue } from '../text/lazy-value.js';
import { displayName } from '../text/player-names.js';
import { html } from '../ui/html.js';
import { RelativeTime } from './relative-time.js';

/** @typedef {import('../schema').Game} ListedGame */
/** @typedef {import('../games/variants.js').Variant} Variant */

const listFormat = lazyValue(() => new Intl.ListFormat('en'));

/** Return the players' names as a list: `Ann and Bert`. @param {readonly import('../schema').Player[]} people */
export const playerListText = (people) => listFormat().format(people.map(displayName));

/**
 * @typedef {object} Props
 * @property {ListedGame} game
 * @property {Variant[] | null} variants
 * @property {string} [href] of the name
 * @property {string[]} [badges] beside the name
 * @property {string} [time] that the list is about
 * @property {import('preact').ComponentChildren} [children] buttons
 */

/** @param {Props} props */
export function GameEntry({
  game, variants, href = `/games/${game.id}`, badges = [], time = game.createdAt, children,
}) {
  const winnerIds = game.winners.map(({ id }) => id);
  const organizerText = game.organizer ? ` of ${displayName(game.organizer)}` : '';
  return html`<li class="entry">
    <div class="entry-text">
      <p class="entry-name">
        <a href=${href}>${variantTitle(variants, game.variant.name)}<span class="unseen">${organizerText}</span></a>
        ${badges.map((badge) => html`<span key=${badge} class="lobby-sign now">${badge}</span>`)}
        ${game.access === 'PRIVATE' && html`<span class="lobby-sign">Private</span>`}
      </p>
      <p class="entry-people">
        ${game.players.map((player, seat) => html`${seat > 0 && ', '}${winnerIds.includes(player.id)
          ? html`<b>${displayName(player)} (won)</b>`
          : displayName(player)}`)}
        ${!game.players.length && 'Nobody sits there'}
      </p>
      <p class="entry-facts">
        ${game.stage === 'WAITING_FOR_PLAYERS'
          && html`<${SeatCount} taken=${game.players.length} total=${game.maxPlayers} />`}
        <${RelativeTime} time=${time} />
      </p>
    </div>
    <div class="entry-actions">${children}</div>
  </li>`;
}

/** @param {{ taken: number, total: number }} props */
function SeatCount({ taken, total }) {
  return html`<span class="entry-seats"><span class="pips" aria-hidden="true">
    ${Array.from({ length: total }, (_, seat) => html`<i key=${seat} class=${seat < taken ? 'taken' : undefined} />`)}
  </span> ${taken} of ${total} seats taken</span>`;
}
