// @ts-check
// A list of games, page by page.

import { useAnswer } from '../ui/use-query.js';
import { ask } from '../net/client.js';
import { useEffect, useState } from '../ui/html.js';

/** @typedef {import('../schema').GameSummary} Listed */

/**
 * Return a list of games: the first page, which is asked for anew by `again`, and those after it that were wanted.
 * @param {Record<string, unknown> | null} variables of the query; null asks nothing
 * @param {number} size how many come at once
 */
export function usePages(variables, size) {
  const { data, fault, busy, again } = useAnswer('Games', variables && { ...variables, first: size });
  const key = JSON.stringify(variables);
  const [rest, set] = useState({ key, games: /** @type {Listed[]} */ ([]), info: /** @type {any} */ (null) });
  useEffect(() => {
    set({ key, games: [], info: null });
  }, [key]);
  const later = rest.key === key ? rest : { games: [], info: null };
  const { hasNextPage = false, endCursor = null } = later.info ?? data?.games.pageInfo ?? {};

  async function more() {
    const { games } = await ask('Games', { ...variables, first: size, after: endCursor });
    set((before) => (before.key === key
      ? { key, games: [...before.games, ...nodes(games)], info: games.pageInfo }
      : before));
  }

  const head = data ? nodes(data.games) : null;
  const known = new Set(head?.map(({ game }) => game));
  const games = head && [...head, ...later.games.filter(({ game }) => !known.has(game))];
  return { games, fault, busy, again, hasNextPage, more };
}

/** @param {{ edges: { node: Listed }[] }} connection */
const nodes = ({ edges }) => edges.map(({ node }) => node);
