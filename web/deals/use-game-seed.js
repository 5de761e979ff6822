// @ts-check
// The hook that adds your seed to a game while a component shows its table.

import { useLayoutEffect, useMemo, useStore } from '../ui/html.js';
import { GameSeed } from './game-seed.js';

/**
 * Add your seed to the deals of a game before its start.
 * @param {import('../schema').Game} game @param {readonly import('../schema').GameEvent[]} events up to its version
 */
export function useGameSeed(game, events) {
  const player = game.you === null ? null : game.seats[game.you]?.player.id;
  const gameSeed = useMemo(() => new GameSeed(game.id), [game.id, player]);
  useLayoutEffect(() => () => gameSeed.stop(), [gameSeed]);
  useLayoutEffect(() => gameSeed.follow(game, events), [gameSeed, game, events]);
  return useStore(gameSeed);
}
