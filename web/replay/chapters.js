// @ts-check
// The rounds and tricks of a game, found in its events, and the targets of steps between them.

import { t } from 'catalogue/replay.js';

/**
 * @typedef {import('../schema').GameEvent} GameEvent
 * @typedef {object} Trick the cards played until they are taken, or the table is cleared
 * @property {number} number from 0
 * @property {number} from the version of its first card
 * @property {number | null} to the version of its end; null while it is being played
 * @typedef {object} Round
 * @property {number} number from 0
 * @property {number} from the version of its first event
 * @property {number} dealt the version at which all cards are dealt
 * @property {number} to the version of its last event
 * @property {Trick[]} tricks
 */

/** The events that complete a deal. */
const DEAL_EVENTS = new Set(['HandDealt', 'BlindHandDealt', 'TrumpTurned']);
const PLAY_EVENTS = new Set(['CardPlayed', 'CardsPlayed']);
const TRICK_END_EVENTS = new Set(['TrickWon', 'TableCleared']);

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
    if (DEAL_EVENTS.has(kind) && round.dealt === version - 1) round.dealt = version;
    round.to = version;
    const trick = round.tricks.at(-1);
    if (PLAY_EVENTS.has(kind) && (!trick || trick.to !== null)) {
      round.tricks.push({ number: round.tricks.length, from: version, to: null });
    } else if (TRICK_END_EVENTS.has(kind) && trick) trick.to = version;
  }
  return rounds;
}

/**
 * Return the round and the trick of a version; a trick lasts until the next one begins.
 * @param {readonly Round[]} rounds @param {number} version
 * @returns {{ round: Round | undefined, trick: Trick | undefined }}
 */
export function locate(rounds, version) {
  const round = rounds.findLast(({ from }) => from <= version);
  return { round, trick: round?.tricks.findLast(({ from }) => from <= version) };
}

/**
 * Return a version as text, with its round and trick.
 * @param {readonly Round[]} rounds @param {number} version @param {number} lastVersion
 */
export function positionText(rounds, version, lastVersion) {
  const { round, trick } = locate(rounds, version);
  const [event, last] = [String(version), String(lastVersion)];
  if (!round) return t('replay.positionBeforeDeal', { event, last });
  if (!trick) return t('replay.positionInRound', { event, last, round: round.number + 1 });
  return t('replay.positionInTrick', { event, last, round: round.number + 1, trick: trick.number + 1 });
}

/** @typedef {'event' | 'trick' | 'round'} StepSize */

/**
 * Return the versions between which steps move: the end of each deal, and for size 'trick' of each trick.
 * @param {readonly Round[]} rounds @param {number} lastVersion @param {'trick' | 'round'} size
 */
export function stepTargets(rounds, lastVersion, size) {
  const targets = rounds.flatMap(({ dealt, tricks }) => [
    dealt,
    ...(size === 'trick' ? tricks.flatMap(({ to }) => to ?? []) : []),
  ]);
  return [...new Set([1, ...targets, lastVersion])].sort((one, other) => one - other);
}

/**
 * Return the version that a step leads to; the current version if there is nothing further.
 * @param {readonly Round[]} rounds @param {number} lastVersion @param {number} version @param {StepSize} size
 * @param {1 | -1} direction
 */
export function stepTarget(rounds, lastVersion, version, size, direction) {
  if (size === 'event') return Math.min(Math.max(version + direction, 1), lastVersion);
  const targets = stepTargets(rounds, lastVersion, size);
  const target = direction > 0
    ? targets.find((each) => each > version)
    : targets.findLast((each) => each < version);
  return target ?? version;
}
