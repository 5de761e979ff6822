// @ts-check
// Adds your seed to a game whose table is not on screen.

import { useLiveGame } from '../table/live-game.js';
import { html } from '../ui/html.js';
import { useGameSeed } from './use-game-seed.js';

/** Follows a game and reveals your seed when its seats close; shows nothing. @param {{ id: string }} props */
export function BackgroundSeed({ id }) {
  const { game, events } = useLiveGame(id);
  return game && html`<${FollowedGame} game=${game} events=${events} />`;
}

/** @param {{ game: import('../schema').Game, events: readonly import('../schema').GameEvent[] }} props */
function FollowedGame({ game, events }) {
  useGameSeed(game, events);
  return null;
}
