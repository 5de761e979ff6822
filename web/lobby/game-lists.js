// @ts-check
// The lists of games beside the open tables: your own, invitations, running and finished games.

import { BusyButton, useBusy } from '../ui/busy-button.js';
import { useFocusFallback } from '../ui/focus.js';
import { html, useState } from '../ui/html.js';
import { LoadStatus } from '../ui/load-state.js';
import { GameEntry } from './game-entry.js';

/** @typedef {import('../schema').Game} ListedGame */
/** @typedef {import('../games/variants.js').Variant} Variant */
/** @typedef {import('./own-games-feed.js').OwnGame} OwnGame */
/** @typedef {ReturnType<typeof import('./game-pages.js').useGamePages>} GameList */

/** Number of invitations shown at first, and added by "More": anybody can invite. */
const INVITATIONS_SHOWN = 5;

/**
 * Your unfinished games; those in which it is your turn come first.
 * @param {{ games: OwnGame[], variants: Variant[] | null }} props
 */
export function OwnGames({ games, variants }) {
  const priority = (/** @type {OwnGame} */ { yourTurn, game }) => (yourTurn ? 0 : game.stage === 'PLAYING' ? 1 : 2);
  const sorted = [...games].sort((one, other) => priority(one) - priority(other));
  const ref = useFocusFallback();
  return html`<section ref=${ref} aria-label="Your games">
    ${sorted.length > 0 && html`<h2>Your games</h2>
      <ul class="entries yours">${sorted.map(({ game, yourTurn }) => html`
        <${GameEntry} key=${game.id} game=${game} variants=${variants} badges=${yourTurn ? ['Your turn'] : []}
          time=${startTime(game)}>
          <a class=${yourTurn ? 'button main' : 'button'} href=${`/games/${game.id}`}>
            ${yourTurn ? 'Play' : 'Return'}</a>
        <//>`)}
      </ul>`}
  </section>`;
}

/** Tables you are invited to. @param {{ games: OwnGame[], variants: Variant[] | null }} props */
export function Invitations({ games, variants }) {
  const ref = useFocusFallback();
  const [count, setCount] = useState(INVITATIONS_SHOWN);
  return html`<section ref=${ref} aria-label="Invitations">
    ${games.length > 0 && html`<h2>Invitations</h2>
      <ul class="entries">${games.slice(0, count).map(({ game }) => html`
        <${GameEntry} key=${game.id} game=${game} variants=${variants} badges=${['You are invited']}>
          <a class="button" href=${`/games/${game.id}`}>Look</a>
        <//>`)}
      </ul>
      ${games.length > count && html`<p class="row"><button type="button" aria-label="More invitations"
        onClick=${() => setCount(count + INVITATIONS_SHOWN)}>More</button></p>`}`}
  </section>`;
}

/** @param {ListedGame} game */
const startTime = ({ startedAt, createdAt }) => startedAt ?? createdAt;

/**
 * Running games to watch, without your own.
 * @param {{ list: GameList, viewerId?: string, variants: Variant[] | null }} props
 */
export function RunningGames({ list, viewerId, variants }) {
  const games = list.games?.filter(({ players }) => !players.some(({ id }) => id === viewerId)) ?? null;
  return html`<${GameListSection} name="Being played" list=${{ ...list, games }} subject="the games being played"
      empty="There is no game to watch just now.">
    ${(/** @type {ListedGame} */ game) => html`<${GameEntry} key=${game.id} game=${game} variants=${variants}
        time=${startTime(game)}>
      <a class="button" href=${`/games/${game.id}`}>Watch</a>
    <//>`}
  <//>`;
}

/** @param {{ list: GameList, variants: Variant[] | null }} props */
export function FinishedGames({ list, variants }) {
  return html`<${GameListSection} name="Recently finished" list=${list} subject="the games that are over"
      empty="No game has been finished yet. The first one can be replayed here, move by move.">
    ${(/** @type {ListedGame} */ game) => html`<${GameEntry} key=${game.id} game=${game} variants=${variants}
        time=${game.endedAt ?? game.createdAt}>
      <a class="button" href=${`/games/${game.id}/replay`}>Replay</a>
    <//>`}
  <//>`;
}

/**
 * @param {{
 *   name: string, list: GameList, subject: string, empty: string, children: (game: ListedGame) => any,
 * }} props
 */
function GameListSection({ name, list, subject, empty, children }) {
  const ref = useFocusFallback();
  const { games, error, refetch } = list;
  return html`<section ref=${ref} aria-label=${name}>
    <h2>${name}</h2>
    ${!games && html`<${LoadStatus} error=${error} subject=${subject} onRetry=${refetch} />`}
    ${games?.length === 0 && html`<p class="empty">${empty}</p>`}
    ${games && games.length > 0 && html`<ul class="entries">${games.map(children)}</ul>`}
    <${MoreButton} list=${list} subject=${`of ${subject}`} />
  </section>`;
}

/** @param {{ list: GameList, subject: string }} props */
function MoreButton({ list: { hasNextPage, loadMore }, subject }) {
  const busy = useBusy();
  return hasNextPage && html`<div class="row">
    <${BusyButton} busy=${busy} name="more" action=${loadMore} label=${`More ${subject}`}>More<//>
  </div>`;
}
