// @ts-check
// The running games in which it is your turn.

import { request } from '../net/client.js';
import { subscribe } from '../net/subscriptions.js';
import { useEffect, useState } from '../ui/html.js';

/** Maximum number of games that are watched; others are shown without a turn badge. */
const MAX_GAMES = 6;
/** Milliseconds within which several events of a game lead to one check. */
const CHECK_DELAY = 250;

/**
 * Return the games in which it is the viewer's turn, kept up to date.
 * @param {readonly string[]} games ids of running games @param {() => void} onGameEnd
 * @returns {ReadonlySet<string>}
 */
export function useOwnTurns(games, onGameEnd) {
  const [turns, setTurns] = useState(/** @type {ReadonlySet<string>} */ (new Set()));
  const watchedGames = games.slice(0, MAX_GAMES);
  useEffect(() => {
    /** @param {string} game @param {boolean} isOwnTurn */
    const setTurn = (game, isOwnTurn) => setTurns((former) => {
      if (former.has(game) === isOwnTurn) return former;
      const updated = new Set(former);
      if (isOwnTurn) updated.add(game);
      else updated.delete(game);
      return updated;
    });
    const stopFunctions = watchedGames.map((game) =>
      watchGame(game, onGameEnd, (isOwnTurn) => setTurn(game, isOwnTurn)));
    return () => stopFunctions.forEach((stop) => stop());
  }, [watchedGames.join()]);
  return turns;
}

/**
 * Check at each event of a game whether it is the viewer's turn; returns a function that stops this.
 * @param {string} id @param {() => void} onGameEnd @param {(isOwnTurn: boolean) => void} onResult
 */
function watchGame(id, onGameEnd, onResult) {
  let lastVersion = 0;
  let unsubscribe = () => {};
  let isStopped = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  async function checkTurn() {
    timer = undefined;
    const { game } = await request('Turn', { game: id });
    lastVersion = Math.max(lastVersion, game?.version ?? 0);
    if (!isStopped) onResult(Boolean(game?.legalMoves.length));
  }

  // A failed check leaves the badge as it is.
  const scheduleCheck = () => void (timer ??= setTimeout(() => checkTurn().catch(() => {}), CHECK_DELAY));
  checkTurn().then(() => {
    if (isStopped) return;
    unsubscribe = subscribe('GameVersions', () => ({ game: id, after: lastVersion }), {
      onNext: ({ gameEvents: { version } }) => {
        lastVersion = Math.max(lastVersion, version);
        scheduleCheck();
      },
      onComplete: onGameEnd,
    });
  }, () => {});
  return () => {
    isStopped = true;
    clearTimeout(timer);
    unsubscribe();
  };
}
