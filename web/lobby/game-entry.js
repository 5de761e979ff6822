// @ts-check
// A game in a list: what is played by whom, and what one can do about it.

import { html } from '../ui/html.js';
import { once } from '../ui/lazy-component.js';
import { nameOf } from '../text/player-names.js';
import { titleOf } from '../games/variants.js';
import { When } from './relative-time.js';

/** @typedef {import('../schema').GameSummary} Listed */
/** @typedef {import('../games/variants.js').Variant} Variant */

const listing = once(() => new Intl.ListFormat('en'));

/** Return names as a list in words. @param {readonly import('../schema').Player[]} people */
export const namesOf = (people) => listing().format(people.map(nameOf));

/**
 * @typedef {object} Props
 * @property {Listed} game
 * @property {Variant[] | null} variants
 * @property {string} [href] where its name leads to
 * @property {string[]} [signs] short words beside the name
 * @property {string} [at] when what the list is about happened
 * @property {import('preact').ComponentChildren} [children] buttons
 */

/** @param {Props} props */
export function Entry({ game, variants, href = `/games/${game.game}`, signs = [], at = game.createdAt, children }) {
  const winners = game.winners.map(({ id }) => id);
  const by = game.organizer ? ` of ${nameOf(game.organizer)}` : '';
  return html`<li class="entry">
    <div class="entry-text">
      <p class="entry-name">
        <a href=${href}>${titleOf(variants, game.variant)}<span class="unseen">${by}</span></a>
        ${signs.map((sign) => html`<span key=${sign} class="lobby-sign now">${sign}</span>`)}
        ${game.access === 'PRIVATE' && html`<span class="lobby-sign">Private</span>`}
      </p>
      <p class="entry-people">
        ${game.players.map((player, seat) => html`${seat > 0 && ', '}${winners.includes(player.id)
          ? html`<b>${nameOf(player)} (won)</b>`
          : nameOf(player)}`)}
        ${!game.players.length && 'Nobody sits there'}
      </p>
      <p class="entry-facts">
        ${game.stage === 'WAITING_FOR_PLAYERS' && html`<${Seats} taken=${game.players.length} of=${game.seats} />`}
        <${When} at=${at} />
      </p>
    </div>
    <div class="entry-actions">${children}</div>
  </li>`;
}

/** @param {{ taken: number, of: number }} props */
function Seats({ taken, of }) {
  return html`<span class="entry-seats"><span class="pips" aria-hidden="true">
    ${Array.from({ length: of }, (_, seat) => html`<i key=${seat} class=${seat < taken ? 'taken' : undefined} />`)}
  </span> ${taken} of ${of} seats taken</span>`;
}
