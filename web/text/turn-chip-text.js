// @ts-check
// The status of a table in a few words: whose turn it is, what was led, and who wins the trick so far.

import { joinList, numberWord, RANKS, suitOf } from './card-names.js';
import { phaseText } from './game-text.js';
import { seatWithVerb } from './phrases.js';

/**
 * @typedef {import('../schema').Game} Game
 * @typedef {import('./player-names.js').Names} Names
 */

/** The moves of phases whose name says them. @type {Record<string, string>} */
const PHASE_MOVES = { BIDDING: 'bid', TRUMP_SELECTION: 'name trump', DISCARD: 'discard' };
/** With more seats than this to move, their number is told instead of their names. */
const MAX_NAMES = 2;

/** Return the status of a game in its play or at its end. @param {Game} game @param {Names} names */
export function chipText(game, names) {
  const { table, result } = game;
  if (result) return winnersText(result.ranking[0] ?? [], names);
  if (!table) return phaseText(game);
  if (table.toMove.length) return [turnOf(table.toMove, names), ...circumstances(game, names)].join('\u00a0· ');
  // Nobody is waited for between the last card of a trick and the next lead.
  if (table.trick.length && table.winning !== null) return `${seatWithVerb(names, table.winning, 'win')} the trick`;
  return phaseText(game);
}

/** @param {readonly number[]} toMove @param {Names} names */
function turnOf(toMove, names) {
  if (names.you !== null && toMove.includes(names.you)) return 'Your turn';
  if (toMove.length > MAX_NAMES) return `Waiting for ${numberWord(toMove.length)} players`;
  return `Waiting for ${joinList(toMove.map((seat) => names.seat(seat)))}`;
}

/** @param {Game} game @param {Names} names */
function circumstances({ table }, names) {
  if (!table) return [];
  const { phase, trick, winning, toBeat } = table;
  if (phase in PHASE_MOVES) return [PHASE_MOVES[phase]];
  if (trick.length) {
    const suit = suitOf(trick[0].card);
    return [
      `${suit ?? 'joker'} led`,
      ...(winning === null ? [] : [seatWithVerb(names, winning, 'win').replace(/^You/, 'you')]),
    ];
  }
  if (toBeat.length) return [`beat ${numberWord(toBeat.length)} ${RANKS[toBeat[0][0]][toBeat.length === 1 ? 0 : 1]}`];
  return phase === 'TRICKS' || phase === 'PLAY' ? ['lead'] : [];
}

/** @param {readonly number[]} winners @param {Names} names */
function winnersText(winners, names) {
  if (winners.length === 1) return seatWithVerb(names, winners[0], 'win');
  return `${joinList(winners.map((seat) => names.seat(seat)))} win`;
}
