// @ts-check
// The other games in the lobby: one's own, those being played, those that are over.

import { html } from '../ui/html.js';
import { Awaited } from '../ui/load-state.js';
import { Doing, useBusy } from '../ui/busy-button.js';
import { useKeptFocus } from '../ui/focus.js';
import { Entry } from './game-entry.js';
import { useTurns } from './own-turns.js';

/** @typedef {import('../schema').GameSummary} Listed */
/** @typedef {import('../games/variants.js').Variant} Variant */
/** @typedef {ReturnType<typeof import('./game-pages.js').usePages>} List */

/**
 * The games in which the player has a seat, until they are over; those that wait for its move come first.
 * @param {{ list: List, open: Listed[], variants: Variant[] | null }} props `open`: those of them that
 * can be joined, which is known sooner
 */
export function Mine({ list, open, variants }) {
  const known = new Map([...(list.games ?? []), ...open].map((game) => [game.game, game]));
  const games = [...known.values()].filter(({ stage }) => stage === 'WAITING_FOR_PLAYERS' || stage === 'PLAYING');
  const running = games.filter(({ stage }) => stage === 'PLAYING').map(({ game }) => game);
  const turns = useTurns(running, list.again);
  const place = (/** @type {Listed} */ game) => (turns.has(game.game) ? 0 : game.stage === 'PLAYING' ? 1 : 2);
  games.sort((one, other) => place(one) - place(other) || (one.createdAt < other.createdAt ? 1 : -1));
  const box = useKeptFocus();
  const signs = (/** @type {Listed} */ game) => (turns.has(game.game) ? ['Your turn'] : []);
  return html`<section ref=${box} aria-label="Your games">
    ${(games.length > 0 || list.hasNextPage) && html`<h2>Your games</h2>
      <ul class="entries yours">${games.map((game) => html`
        <${Entry} key=${game.game} game=${game} variants=${variants} signs=${signs(game)} at=${began(game)}>
          <a class=${turns.has(game.game) ? 'button main' : 'button'} href=${`/games/${game.game}`}>
            ${turns.has(game.game) ? 'Play' : 'Return'}</a>
        <//>`)}
      </ul>
      <${More} list=${list} what="of your games" />`}
  </section>`;
}

/**
 * The tables to which the player is invited, a few at a time: anybody can invite.
 * @param {{ list: List, variants: Variant[] | null }} props
 */
export function Invitations({ list, variants }) {
  const box = useKeptFocus();
  const games = list.games ?? [];
  return html`<section ref=${box} aria-label="Invitations">
    ${(games.length > 0 || list.hasNextPage) && html`<h2>Invitations</h2>
      <ul class="entries">${games.map((game) => html`
        <${Entry} key=${game.game} game=${game} variants=${variants} signs=${['You are invited']}>
          <a class="button" href=${`/games/${game.game}`}>Look</a>
        <//>`)}
      </ul>
      <${More} list=${list} what="invitations" />`}
  </section>`;
}

/** @param {Listed} game */
const began = ({ startedAt, createdAt }) => startedAt ?? createdAt;

/**
 * Those that one looks on at; one's own stand above.
 * @param {{ list: List, me?: string, variants: Variant[] | null }} props
 */
export function Running({ list, me, variants }) {
  const games = list.games?.filter(({ players }) => !players.some(({ id }) => id === me)) ?? null;
  return html`<${Plain} name="Being played" list=${{ ...list, games }} what="the games being played"
      empty="There is no game to watch just now.">
    ${(/** @type {Listed} */ game) => html`<${Entry} key=${game.game} game=${game} variants=${variants}
        at=${began(game)}>
      <a class="button" href=${`/games/${game.game}`}>Watch</a>
    <//>`}
  <//>`;
}

/** @param {{ list: List, variants: Variant[] | null }} props */
export function Finished({ list, variants }) {
  return html`<${Plain} name="Recently finished" list=${list} what="the games that are over"
      empty="No game has been finished yet. The first one can be replayed here, move by move.">
    ${(/** @type {Listed} */ game) => html`<${Entry} key=${game.game} game=${game} variants=${variants}
        at=${game.endedAt ?? game.createdAt}>
      <a class="button" href=${`/games/${game.game}/replay`}>Replay</a>
    <//>`}
  <//>`;
}

/** @param {{ name: string, list: List, what: string, empty: string, children: (game: Listed) => any }} props */
function Plain({ name, list, what, empty, children }) {
  const box = useKeptFocus();
  const { games, fault, again } = list;
  return html`<section ref=${box} aria-label=${name}>
    <h2>${name}</h2>
    ${!games && html`<${Awaited} fault=${fault} what=${what} again=${again} />`}
    ${games?.length === 0 && html`<p class="empty">${empty}</p>`}
    ${games && games.length > 0 && html`<ul class="entries">${games.map(children)}</ul>`}
    <${More} list=${list} what=${`of ${what}`} />
  </section>`;
}

/** @param {{ list: List, what: string }} props */
function More({ list: { hasNextPage, more }, what }) {
  const busy = useBusy();
  return hasNextPage && html`<div class="row">
    <${Doing} busy=${busy} name="more" work=${more} label=${`More ${what}`}>More<//>
  </div>`;
}
