// @ts-check
// How a game is divided: its rounds and their tricks, found in its events, and where in them a moment lies.

/**
 * @typedef {import('../schema').GameEvent} GameEvent
 * @typedef {object} Trick what was played up to when it was won, or the table was cleared
 * @property {number} number from 0
 * @property {number} from the version at which its first card lies there
 * @property {number | null} to the version at which it was over; null while it is played
 * @typedef {object} Round
 * @property {number} number from 0
 * @property {number} from the version at which it was dealt
 * @property {number} dealt the version at which all cards of the deal have been given
 * @property {number} to its last version
 * @property {Trick[]} tricks
 */

/** What follows RoundDealt without anybody having done anything. */
const DEALING = new Set(['HandDealt', 'BlindHandDealt', 'TrumpTurned']);
const LAYING = new Set(['CardPlayed', 'CardsPlayed']);
const TAKING = new Set(['TrickWon', 'TableCleared']);

/** Return the rounds of a game. @param {readonly GameEvent[]} events from the first on @returns {Round[]} */
export function roundsOf(events) {
  /** @type {Round[]} */
  const rounds = [];
  for (const event of events) {
    const { version, __typename: kind } = event;
    if (kind === 'RoundDealt') {
      rounds.push({ number: event.round, from: version, dealt: version, to: version, tricks: [] });
      continue;
    }
    const round = rounds.at(-1);
    if (!round) continue;
    if (DEALING.has(kind) && round.dealt === version - 1) round.dealt = version;
    round.to = version;
    const trick = round.tricks.at(-1);
    if (LAYING.has(kind) && (!trick || trick.to !== null)) {
      round.tricks.push({ number: round.tricks.length, from: version, to: null });
    } else if (TAKING.has(kind) && trick) trick.to = version;
  }
  return rounds;
}

/**
 * Return the round and the trick in which a moment lies; a trick lasts until the next is begun.
 * @param {readonly Round[]} rounds @param {number} version
 * @returns {{ round: Round | undefined, trick: Trick | undefined }}
 */
export function whereIn(rounds, version) {
  const round = rounds.findLast(({ from }) => from <= version);
  return { round, trick: round?.tricks.findLast(({ from }) => from <= version) };
}

/** Say where a moment lies. @param {readonly Round[]} rounds @param {number} version */
export function placeWords(rounds, version) {
  const { round, trick } = whereIn(rounds, version);
  if (!round) return 'before the first deal';
  return `round ${round.number + 1}${trick ? `, trick ${trick.number + 1}` : ''}`;
}

/**
 * @typedef {'event' | 'trick' | 'round'} Stride how far a step goes
 */

/**
 * Return where steps of a kind lead, in order: after each deal, and for tricks also to the end of each.
 * @param {readonly Round[]} rounds @param {number} last the newest version @param {'trick' | 'round'} stride
 */
export function stops(rounds, last, stride) {
  const all = rounds.flatMap(({ dealt, tricks }) => [
    dealt,
    ...(stride === 'trick' ? tricks.flatMap(({ to }) => to ?? []) : []),
  ]);
  return [...new Set([1, ...all, last])].sort((a, b) => a - b);
}

/**
 * Return where a step from a moment leads; the moment itself where there is nothing further.
 * @param {readonly Round[]} rounds @param {number} last @param {number} at @param {Stride} stride
 * @param {1 | -1} direction
 */
export function stepFrom(rounds, last, at, stride, direction) {
  if (stride === 'event') return Math.min(Math.max(at + direction, 1), last);
  const all = stops(rounds, last, stride);
  return (direction > 0 ? all.find((stop) => stop > at) : all.findLast((stop) => stop < at)) ?? at;
}
