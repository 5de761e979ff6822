// @ts-check
// The games that a player has finished, by variant and board; pages choose from them what they show by default.

import { request } from '../net/client.js';
import { useEffect, useState } from '../ui/html.js';
import { useViewerId } from '../ui/viewer.js';

/**
 * @typedef {import('../schema').Variant} Variant
 * @typedef {{ variant: string, board: string, games: number }} GameCount
 * @typedef {GameCount & { hasPlayers: boolean }} PlayedBoard
 */

/** @template {GameCount} Count @param {Count[]} counts @returns {Count | undefined} the first of those with the most games */
export const mostPlayed = ([first, ...others]) =>
  others.reduce((most, each) => (each.games > most.games ? each : most), first);

/**
 * Return how many games a player has finished, by variant and board.
 * @param {string} player @param {Variant[] | null} variants
 */
export function useGameCounts(player, variants) {
  /** @typedef {{ gameCounts: GameCount[] | null, error: Error | null }} State */
  const [state, setState] = useState(/** @type {State} */ ({ gameCounts: null, error: null }));
  const [attempt, setAttempt] = useState(0);
  const viewerId = useViewerId();
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    if (variants) countGames(player, variants, signal).then(
      (gameCounts) => signal.aborted || setState({ gameCounts, error: null }),
      (error) => signal.aborted || setState({ gameCounts: null, error }),
    );
    return () => controller.abort();
  }, [player, variants, attempt, viewerId]);
  return { ...state, refetch: () => setAttempt(attempt + 1) };
}

/** @param {string} player @param {Variant[]} variants @param {AbortSignal} signal @returns {Promise<GameCount[]>} */
async function countGames(player, variants, signal) {
  const counts = await Promise.all(
    variants.map(async ({ name: variant }) => {
      const { player: counted } = await request('GamesCounted', { player, variant }, { signal });
      return [
        { variant, board: 'PEOPLE', games: counted?.people?.totals.games ?? 0 },
        { variant, board: 'MIXED', games: counted?.mixed?.totals.games ?? 0 },
      ];
    }),
  );
  return counts.flat();
}

/**
 * Return the variant and board of a leaderboard: as the address names them, else where the viewer has played most, else
 * the first on which anybody is. Null until that is known.
 * @param {{ variant: string | null, board: string | null }} requested @param {Variant[] | null} variants
 * @returns {{ variant: string, board: string } | null}
 */
export function useDefaultBoard({ variant, board }, variants) {
  const [boards, setBoards] = useState(/** @type {PlayedBoard[] | null} */ (null));
  const viewerId = useViewerId();
  const isNamed = variant !== null && board !== null;
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    if (variants && !isNamed) findPlayedBoards(viewerId, variants, signal).then(
      (found) => signal.aborted || setBoards(found),
      // Without them the first board is shown, or the error of the requested one.
      () => signal.aborted || setBoards([]),
    );
    return () => controller.abort();
  }, [variants, viewerId, isNamed]);
  if (variant !== null && board !== null) return { variant, board };
  if (!variants || !boards) return null;
  // The accounts-only board has its players on the board of people too.
  const fitting = boards.filter((each) =>
    (variant ?? each.variant) === each.variant && (board === null || (board === 'MIXED') === (each.board === 'MIXED')));
  const most = mostPlayed(fitting);
  const chosen = most?.games ? most : fitting.find(({ hasPlayers }) => hasPlayers);
  return {
    variant: variant ?? chosen?.variant ?? variants[0].name,
    board: board ?? chosen?.board ?? 'PEOPLE',
  };
}

/**
 * @param {string | null} player @param {Variant[]} variants @param {AbortSignal} signal
 * @returns {Promise<PlayedBoard[]>}
 */
async function findPlayedBoards(player, variants, signal) {
  const boards = await Promise.all(
    variants.map(async ({ name: variant }) => {
      const variables = { variant, player: player ?? '', isPlayer: player !== null };
      const { own, people, mixed } = await request('PlayedBoards', variables, { signal });
      return [
        { variant, board: 'PEOPLE', games: own?.people?.totals.games ?? 0, hasPlayers: people.edges.length > 0 },
        { variant, board: 'MIXED', games: own?.mixed?.totals.games ?? 0, hasPlayers: mixed.edges.length > 0 },
      ];
    }),
  );
  return boards.flat();
}
