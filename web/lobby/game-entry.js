// @ts-check
// A game in a list: its variant, players and time, with buttons.

import { t } from 'catalogue/lobby.js';
import { variantTitle } from '../games/variants.js';
import { joinList } from '../text/card-names.js';
import { displayName } from '../text/player-names.js';
import { html } from '../ui/html.js';
import { RelativeTime } from './relative-time.js';

/** @typedef {import('../schema').Game} ListedGame */
/** @typedef {import('../games/variants.js').Variant} Variant */

/** Return the players' names as a list: `Ann and Bert`. @param {readonly import('../schema').Player[]} people */
export const playerListText = (people) => joinList(people.map(displayName));

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
  const title = variantTitle(variants, game.variant.name);
  const label = game.organizer ? t('lobby.gameOf', { game: title, name: displayName(game.organizer) }) : undefined;
  return html`<li class="entry">
    <div class="entry-text">
      <p class="entry-name">
        <a href=${href} aria-label=${label}>${title}</a>
        ${badges.map((badge) => html`<span key=${badge} class="lobby-sign now">${badge}</span>`)}
        ${game.access === 'PRIVATE' && html`<span class="lobby-sign">${t('lobby.private')}</span>`}
      </p>
      <p class="entry-people">
        ${game.players.map((player, seat) => html`${seat > 0 && ', '}${winnerIds.includes(player.id)
          ? html`<b>${t('lobby.winner', { name: displayName(player) })}</b>`
          : displayName(player)}`)}
        ${!game.players.length && t('lobby.noPlayers')}
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
  </span> ${t('lobby.seatsTaken', { count: taken, total })}</span>`;
}
