// @ts-check
// The lists of games beside the open tables: your own, invitations, running and finished games.

import { BusyButton, useBusy } from '../ui/busy-button.js';
import { useFocusFallback } from '../ui/focus.js';
import { html } from '../ui/html.js';
import { LoadStatus } from '../ui/load-state.js';
import { GameEntry } from './game-entry.js';
import { useOwnTurns } from './own-turns.js';

/** @typedef {import('../schema').Game} ListedGame */
/** @typedef {import('../games/variants.js').Variant} Variant */
/** @typedef {ReturnType<typeof import('./game-pages.js').useGamePages>} GameList */

/**
 * Your unfinished games; those in which it is your turn come first.
 * @param {{ list: GameList, openGames: ListedGame[], variants: Variant[] | null }} props `openGames` are those from
 * the live list of open tables, which is more up to date
 */
export function OwnGames({ list, openGames, variants }) {
  const gamesById = new Map([...(list.games ?? []), ...openGames].map((game) => [game.id, game]));
  const games = [...gamesById.values()].filter(({ stage }) => stage === 'WAITING_FOR_PLAYERS' || stage === 'PLAYING');
  const runningIds = games.filter(({ stage }) => stage === 'PLAYING').map(({ id }) => id);
  const ownTurns = useOwnTurns(runningIds, list.refetch);
  const priority = (/** @type {ListedGame} */ { id, stage }) =>
    (ownTurns.has(id) ? 0 : stage === 'PLAYING' ? 1 : 2);
  games.sort((one, other) => priority(one) - priority(other) || (one.createdAt < other.createdAt ? 1 : -1));
  const ref = useFocusFallback();
  const badges = (/** @type {ListedGame} */ game) => (ownTurns.has(game.id) ? ['Your turn'] : []);
  return html`<section ref=${ref} aria-label="Your games">
    ${(games.length > 0 || list.hasNextPage) && html`<h2>Your games</h2>
      <ul class="entries yours">${games.map((game) => html`
        <${GameEntry} key=${game.id} game=${game} variants=${variants} badges=${badges(game)}
          time=${startTime(game)}>
          <a class=${ownTurns.has(game.id) ? 'button main' : 'button'} href=${`/games/${game.id}`}>
            ${ownTurns.has(game.id) ? 'Play' : 'Return'}</a>
        <//>`)}
      </ul>
      <${MoreButton} list=${list} subject="of your games" />`}
  </section>`;
}

/**
 * Tables you are invited to. They come in small pages, because anybody can invite.
 * @param {{ list: GameList, variants: Variant[] | null }} props
 */
export function Invitations({ list, variants }) {
  const ref = useFocusFallback();
  const games = list.games ?? [];
  return html`<section ref=${ref} aria-label="Invitations">
    ${(games.length > 0 || list.hasNextPage) && html`<h2>Invitations</h2>
      <ul class="entries">${games.map((game) => html`
        <${GameEntry} key=${game.id} game=${game} variants=${variants} badges=${['You are invited']}>
          <a class="button" href=${`/games/${game.id}`}>Look</a>
        <//>`)}
      </ul>
      <${MoreButton} list=${list} subject="invitations" />`}
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
