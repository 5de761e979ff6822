// @ts-check
// The live list of your unfinished games and your invitations.

import { isSessionExpired, session } from '../net/session.js';
import { subscribe } from '../net/subscriptions.js';
import { useEffect, useRef, useState, useStore } from '../ui/html.js';

/** @typedef {import('../schema').MyGame & { game: import('../schema').Game }} OwnGame */

/** @type {OwnGame[]} */
const NO_GAMES = [];

/**
 * Follow your games, the newest first; none for a spectator.
 * @param {(game: OwnGame) => void} onChange called with each game in which something has happened
 */
export function useOwnGames(onChange) {
  const viewer = useStore(session)?.player.id;
  const isExpired = useStore(isSessionExpired);
  const [ownGames, setOwnGames] = useState(NO_GAMES);
  const onChangeRef = useRef(onChange);
  onChangeRef.current = onChange;
  useEffect(() => {
    setOwnGames(NO_GAMES);
    if (!viewer || isExpired) return undefined;
    /** @type {Map<string, OwnGame>} */
    let gamesById = new Map();

    /** @param {import('../schema').MyGamesUpdate} update */
    function applyUpdate({ snapshot, games, gone }) {
      gamesById = new Map(snapshot ? [] : gamesById);
      gone.forEach((id) => gamesById.delete(id));
      // A game that you may no longer see is null.
      const seen = /** @type {OwnGame[]} */ (games.filter(({ game }) => game !== null));
      for (const own of seen) {
        if (own.changes.includes('ENDED')) gamesById.delete(own.game.id);
        else gamesById.set(own.game.id, own);
      }
      setOwnGames(sortByNewest(gamesById));
      for (const own of seen) if (own.changes.length) onChangeRef.current(own);
    }

    return subscribe('MyGames', () => ({}), { onNext: ({ myGames }) => applyUpdate(myGames) });
  }, [viewer, isExpired]);
  return ownGames;
}

/** @param {Map<string, OwnGame>} games */
const sortByNewest = (games) =>
  [...games.values()].sort((one, other) => (one.game.createdAt < other.game.createdAt ? 1 : -1));
