// @ts-check
// The tables that can be joined, as they come, change and go.

import { announce } from '../ui/announcer.js';
import { ask, subscribe } from '../net/client.js';
import { useEffect, useRef, useState, useStore } from '../ui/html.js';
import { expired, session } from '../net/session.js';

/** @typedef {import('../schema').GameSummary} Listed */
/** @typedef {import('../net/client.js').Fault} Fault */
/** @typedef {{ games: Listed[] | null, fault: Fault | null, left: number, more: string | null }} Open `more`: where the
 * list goes on */

/** New tables that come within this time are told together. */
const TOGETHER = 1_000;

/**
 * Follow the tables that can be joined, the newest first; `left` counts how often some went away, which is when
 * other lists change too; `page` gets more where there are more than are told of.
 * @param {string | undefined} variant @param {(games: Listed[]) => void} came is told of new ones once they are shown
 */
export function useOpen(variant, came) {
  const who = useStore(session)?.token;
  const out = useStore(expired);
  const [state, set] = useState(/** @type {Open} */ ({ games: null, fault: null, left: 0, more: null }));
  const page = useRef(/** @type {(cursor: string) => Promise<void>} */ (async () => {}));
  const tell = useRef(came);
  tell.current = came;
  useEffect(() => {
    /** @type {Map<string, Listed>} */
    let games = new Map();
    let told = false;
    const failed = (/** @type {Fault} */ fault) => set((before) => ({ ...before, fault }));

    /** @param {{ anew: boolean, games: Listed[], gone: string[], more: string | null }} change */
    function hear({ anew, games: changed, gone, more }) {
      const before = games;
      games = new Map(anew ? [] : before);
      gone.forEach((id) => games.delete(id));
      changed.forEach((game) => games.set(game.game, game));
      if (told) tell.current(changed.filter(({ game }) => !before.has(game)));
      told = true;
      set((was) => ({
        games: inOrder(games), fault: null, left: was.left + (gone.length || anew ? 1 : 0), more: more ?? (anew ? null : was.more),
      }));
    }

    /** @param {string} cursor */
    page.current = async (cursor) => {
      const { games: found } = await ask('Games', { filter: 'LOBBY', variant, order: 'NEWEST', first: 100, after: cursor });
      // What has been told since is newer.
      games = new Map([...nodes(found).map((game) => /** @type {const} */ ([game.game, game])), ...games]);
      const { hasNextPage, endCursor } = found.pageInfo;
      set((was) => ({ ...was, games: inOrder(games), more: hasNextPage ? endCursor : null }));
    };

    if (!out) return subscribe('Lobby', () => ({ variant }), { next: ({ lobby }) => hear(lobby), failed });
    // Nothing comes to whose sign-in has expired before they say how they go on.
    const own = new AbortController();
    ask('Games', { filter: 'LOBBY', variant, order: 'NEWEST', first: 100 }, { signal: own.signal }).then(
      ({ games }) => hear({
        anew: true, games: nodes(games), gone: [], more: games.pageInfo.hasNextPage ? games.pageInfo.endCursor : null,
      }),
      (fault) => own.signal.aborted || failed(fault),
    );
    return () => own.abort();
  }, [variant, who, out]);
  return { ...state, page: () => (state.more ? page.current(state.more) : Promise.resolve()) };
}

/** @param {Map<string, Listed>} games */
const inOrder = (games) => [...games.values()].sort((one, other) => (one.createdAt < other.createdAt ? 1 : -1));

/** @param {{ edges: { node: Listed }[] }} connection */
const nodes = ({ edges }) => edges.map(({ node }) => node);

/** Return who tells of new tables by ear, several at a time. @param {(game: Listed) => string} words */
export function useNews(words) {
  const waiting = useRef(/** @type {Listed[]} */ ([]));
  const timer = useRef(/** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined));
  useEffect(() => () => clearTimeout(timer.current), []);
  return (/** @type {Listed[]} */ games) => {
    waiting.current.push(...games);
    if (!waiting.current.length) return;
    timer.current ??= setTimeout(() => {
      const [first, ...others] = waiting.current.splice(0);
      timer.current = undefined;
      announce(others.length ? `${others.length + 1} new tables.` : `New table: ${words(first)}`);
    }, TOGETHER);
  };
}
