// @ts-check
// In which of one's games one is to move.

import { ask, subscribe } from '../net/client.js';
import { useEffect, useState } from '../ui/html.js';

/** So many games are looked at; who plays in more sees the others without it. */
const MOST = 6;
/** Milliseconds within which several events of a game are looked at together. */
const TOGETHER = 250;

/**
 * Return in which games one is to move, as it changes.
 * @param {readonly string[]} games those that are being played @param {() => void} ended is told when one is over
 * @returns {ReadonlySet<string>}
 */
export function useTurns(games, ended) {
  const [turns, set] = useState(/** @type {ReadonlySet<string>} */ (new Set()));
  const looked = games.slice(0, MOST);
  useEffect(() => {
    const stops = looked.map((game) => watch(game, ended, (mine) => set((before) => {
      if (before.has(game) === mine) return before;
      const after = new Set(before);
      if (mine) after.add(game);
      else after.delete(game);
      return after;
    })));
    return () => stops.forEach((stop) => stop());
  }, [looked.join()]);
  return turns;
}

/** @param {string} id @param {() => void} ended @param {(mine: boolean) => void} tell */
function watch(id, ended, tell) {
  let last = 0;
  let stop = () => {};
  let over = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  async function look() {
    timer = undefined;
    const { game } = await ask('Turn', { game: id });
    last = Math.max(last, game?.version ?? 0);
    if (!over) tell(Boolean(game?.legalMoves.length));
  }

  // Without an answer the game stands in the list without a sign, as it did before.
  const again = () => void (timer ??= setTimeout(() => look().catch(() => {}), TOGETHER));
  look().then(() => {
    if (over) return;
    stop = subscribe('Stirring', () => ({ game: id, after: last }), {
      next: ({ gameEvents: { version } }) => {
        last = Math.max(last, version);
        again();
      },
      ended,
    });
  }, () => {});
  return () => {
    over = true;
    clearTimeout(timer);
    stop();
  };
}
