// @ts-check
// Chooses the one sound for what has just happened at a table.

import { SOUNDS } from './sounds.js';

/** @typedef {import('./sounds.js').SoundName} SoundName */

/** The sounds of events, by type. @type {Record<string, SoundName>} */
const EVENT_SOUNDS = {
  CardPlayed: 'card',
  CardsPlayed: 'card',
  TrickWon: 'trick',
  TableCleared: 'trick',
  RoundScored: 'round',
  RoundPassedOut: 'round',
  GameWon: 'round',
};

/** The sounds that are also worth hearing while the page is in the background. @type {Set<SoundName>} */
const BACKGROUND_SOUNDS = new Set(['turn', 'joined', 'clock']);

/**
 * Return the sound that matters most; null for silence.
 * @param {readonly import('../schema').GameEvent[]} events those that have come on screen
 * @param {object} moment
 * @param {boolean} moment.turnBegins
 * @param {import('../schema').Game} moment.game
 * @param {boolean} moment.isHidden whether the page is in the background
 */
export function soundFor(events, { turnBegins, game: { you, table, seats }, isHidden }) {
  const names = events.flatMap(({ __typename }) => EVENT_SOUNDS[__typename] ?? []);
  const hasGuest = you !== null && !table && events.some((event) =>
    event.__typename === 'PlayerJoined' && event.player.id !== seats[you].player.id && !event.machine);
  if (turnBegins) names.push('turn');
  if (hasGuest) names.push('joined');
  const heard = names.filter((name) => !isHidden || BACKGROUND_SOUNDS.has(name));
  return heard.reduce(
    (loudest, name) => (loudest && SOUNDS[loudest].rank >= SOUNDS[name].rank ? loudest : name),
    /** @type {SoundName | null} */ (null),
  );
}
