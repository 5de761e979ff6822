// @ts-check
// A list of games that is loaded page by page.

import { request } from '../net/client.js';
import { useEffect, useState } from '../ui/html.js';
import { useQuery } from '../ui/use-query.js';

/** @typedef {import('../schema').Game} ListedGame */

/**
 * Return the first page of a list of games, and the later pages that `loadMore()` has added. `refetch()` loads the
 * first page again.
 * @param {Record<string, unknown> | null} variables of the query; null executes nothing
 * @param {number} pageSize
 */
export function useGamePages(variables, pageSize) {
  const { data, error, isLoading, refetch } = useQuery('Games', variables && { ...variables, first: pageSize });
  const list = data?.games;
  const key = JSON.stringify(variables);
  const noPages = { key, games: /** @type {ListedGame[]} */ ([]), pageInfo: /** @type {any} */ (null) };
  const [laterPages, setLaterPages] = useState(noPages);
  useEffect(() => {
    setLaterPages(noPages);
  }, [key]);
  const current = laterPages.key === key ? laterPages : noPages;
  const { hasNextPage = false, endCursor = null } = current.pageInfo ?? list?.pageInfo ?? {};

  async function loadMore() {
    const { games: page } = await request('Games', { ...variables, first: pageSize, after: endCursor });
    setLaterPages((former) => (former.key === key && page
      ? { key, games: [...former.games, ...page.nodes], pageInfo: page.pageInfo }
      : former));
  }

  /** @type {ListedGame[] | null} */
  const firstPage = list?.nodes ?? null;
  const firstPageIds = new Set(firstPage?.map(({ id }) => id));
  const games = firstPage && [...firstPage, ...current.games.filter(({ id }) => !firstPageIds.has(id))];
  return { games, error, isLoading, refetch, hasNextPage, loadMore };
}
