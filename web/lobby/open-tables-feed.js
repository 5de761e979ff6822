// @ts-check
// The live list of tables that can be joined, and the announcements of new ones.

import { t } from 'catalogue/lobby.js';
import { request } from '../net/client.js';
import { isSessionExpired, session } from '../net/session.js';
import { subscribe } from '../net/subscriptions.js';
import { announce } from '../ui/announcer.js';
import { useEffect, useRef, useState, useStore } from '../ui/html.js';

/** @typedef {import('../schema').Game} ListedGame */
/** @typedef {import('../net/errors.js').RequestError} RequestError */

/**
 * @typedef {object} OpenTablesState
 * @property {ListedGame[] | null} games
 * @property {RequestError | null} error
 * @property {number} removals how often tables were removed, which is when other lists change too
 * @property {string | null} nextCursor of the tables beyond those that the subscription sends
 */

/** Number of tables in one request. */
const PAGE_SIZE = 100;
/** Milliseconds within which new tables share one announcement. */
const ANNOUNCE_DELAY = 1_000;

/**
 * Follow the tables that can be joined, the newest first. `loadMore()` fetches older ones.
 * @param {string | undefined} variant
 * @param {(games: ListedGame[]) => void} onNewTables called with tables that appear after the first list
 */
export function useOpenTables(variant, onNewTables) {
  const viewer = useStore(session)?.player.id;
  const isExpired = useStore(isSessionExpired);
  const [state, setState] = useState(/** @type {OpenTablesState} */ ({
    games: null, error: null, removals: 0, nextCursor: null,
  }));
  const loadMore = useRef(/** @type {(cursor: string) => Promise<void>} */ (async () => {}));
  const onNewTablesRef = useRef(onNewTables);
  onNewTablesRef.current = onNewTables;
  useEffect(() => {
    const variables = { filter: 'JOINABLE', variant, order: 'NEWEST', first: PAGE_SIZE };
    /** @type {Map<string, ListedGame>} */
    let gamesById = new Map();
    let isLoaded = false;
    const onError = (/** @type {RequestError} */ error) => setState((former) => ({ ...former, error }));

    /** @param {{ snapshot: boolean, games: ListedGame[], gone: string[], more: string | null }} change */
    function applyChange({ snapshot, games, gone, more }) {
      const formerGames = gamesById;
      gamesById = new Map(snapshot ? [] : formerGames);
      gone.forEach((id) => gamesById.delete(id));
      games.forEach((game) => gamesById.set(game.id, game));
      if (isLoaded) onNewTablesRef.current(games.filter(({ id }) => !formerGames.has(id)));
      isLoaded = true;
      setState((former) => ({
        games: sortByNewest(gamesById),
        error: null,
        removals: former.removals + (gone.length || snapshot ? 1 : 0),
        nextCursor: more ?? (snapshot ? null : former.nextCursor),
      }));
    }

    /** @param {string} cursor */
    loadMore.current = async (cursor) => {
      const { games: connection } = await request('Games', { ...variables, after: cursor });
      // The subscription has newer data about the same games.
      gamesById = new Map([...connection.nodes.map(idAndGame), ...gamesById]);
      setState((former) => ({ ...former, games: sortByNewest(gamesById), nextCursor: nextCursorOf(connection) }));
    };

    if (!isExpired) {
      return subscribe('Lobby', () => ({ variant }), { onNext: ({ lobby }) => applyChange(lobby), onError });
    }
    // The socket rejects an expired token, so that the list is not live until the user signs in or out.
    const controller = new AbortController();
    request('Games', variables, { signal: controller.signal }).then(
      ({ games: connection }) => {
        applyChange({ snapshot: true, games: connection.nodes, gone: [], more: nextCursorOf(connection) });
      },
      (error) => controller.signal.aborted || onError(error),
    );
    return () => controller.abort();
  }, [variant, viewer, isExpired]);
  return { ...state, loadMore: () => (state.nextCursor ? loadMore.current(state.nextCursor) : Promise.resolve()) };
}

/** @param {ListedGame} game @returns {[string, ListedGame]} */
const idAndGame = (game) => [game.id, game];

/** @param {{ pageInfo: { hasNextPage: boolean, endCursor: string | null } }} connection */
const nextCursorOf = ({ pageInfo }) => (pageInfo.hasNextPage ? pageInfo.endCursor : null);

/** @param {Map<string, ListedGame>} games */
const sortByNewest = (games) => [...games.values()].sort((one, other) => (one.createdAt < other.createdAt ? 1 : -1));

/**
 * Return a function that announces new tables to screen readers, several together.
 * @param {(game: ListedGame) => string} describe
 */
export function useTableAnnouncements(describe) {
  const queue = useRef(/** @type {ListedGame[]} */ ([]));
  const timer = useRef(/** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined));
  useEffect(() => () => clearTimeout(timer.current), []);
  return (/** @type {ListedGame[]} */ games) => {
    queue.current.push(...games);
    if (!queue.current.length) return;
    timer.current ??= setTimeout(() => {
      const [first, ...others] = queue.current.splice(0);
      timer.current = undefined;
      announce(others.length
        ? t('lobby.newTables', { count: others.length + 1 })
        : t('lobby.newTable', { description: describe(first) }));
    }, ANNOUNCE_DELAY);
  };
}
