// @ts-check
// Keeps the head of a game on screen: after each round, and at the end.

import { RequestError } from '../net/errors.js';
import { useEffect } from '../ui/html.js';
import { LogAlarmError } from './log-alarms.js';
import { keepGameHead } from './log-watch.js';

/** Milliseconds in which the pages of a table ask for the records, one after the other. */
const SPREAD = 4_000;

/**
 * Keeps the head of a game whenever a round has ended, so that the game cannot be changed later without a trace.
 * @param {{ game: string, events: readonly import('../schema').GameEvent[], isOver: boolean }} props
 */
export function HeadKeeper({ game, events, isOver }) {
  const rounds = events.reduce((count, { __typename: kind }) => count + Number(kind === 'RoundDealt'), 0);
  useEffect(() => {
    // The first round has not ended when it is dealt.
    if (rounds < 2 && !isOver) return undefined;
    const timer = setTimeout(() => void keep(game), Math.random() * SPREAD);
    return () => clearTimeout(timer);
  }, [game, rounds, isOver]);
  return null;
}

/** @param {string} game */
async function keep(game) {
  try {
    await keepGameHead(game);
  } catch (error) {
    // The alarm is on the page. After a lost connection the next round is early enough.
    if (!(error instanceof LogAlarmError || error instanceof RequestError)) throw error;
  }
}
