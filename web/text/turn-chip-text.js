// @ts-check
// The status of a table in a few words: whose turn it is, what was led, and who wins the trick so far.

import { cardName, joinList, numberWord, rankName, RANKS, suitName, suitOf } from './card-names.js';
import { phaseText } from './game-text.js';
import { t, tOptional } from './messages.js';
import { capitalize, seatName, seatText } from './phrases.js';

/**
 * @typedef {import('../schema').Game} Game
 * @typedef {import('./player-names.js').Names} Names
 */

/** With more seats than this to move, their number is told instead of their names. */
const MAX_NAMES = 2;

/** Return the status of a game in its play or at its end. @param {Game} game @param {Names} names */
export function chipText(game, names) {
  const { table, result } = game;
  if (result) return winnersText(result.ranking[0] ?? [], names);
  if (!table) return phaseText(game);
  if (table.toMove.length) return [turnOf(table.toMove, names), ...circumstances(game, names)].join('\u00a0· ');
  // Nobody is waited for between the last card of a trick and the next lead.
  if (table.trick.length && table.winning !== null) return seatText('text.chip.winsTrick', names, table.winning);
  return phaseText(game);
}

/** @param {readonly number[]} toMove @param {Names} names */
function turnOf(toMove, names) {
  if (names.you !== null && toMove.includes(names.you)) return t('text.chip.yourTurn');
  const count = toMove.length;
  if (count > MAX_NAMES) return t('text.chip.waitingForMany', { count, number: numberWord(count) });
  return t('text.chip.waiting', { names: joinList(toMove.map((seat) => names.seat(seat))) });
}

/** @param {Game} game @param {Names} names */
function circumstances({ table }, names) {
  if (!table) return [];
  const { phase, toMove, trick, winning, toBeat } = table;
  const move = tOptional(`text.chip.phase.${phase}`);
  if (move !== null) return [move];
  if (trick.length) {
    const [{ card }] = trick;
    const suit = suitOf(card);
    return [
      t('text.chip.led', { lead: suit ? suitName(suit) : cardName(card) }),
      ...(winning === null ? [] : [seatText('text.chip.winning', names, winning)]),
    ];
  }
  // Only the player to move learns that a lead or a higher play is due.
  if (names.you === null || !toMove.includes(names.you)) return [];
  const count = toBeat.length;
  if (count) return [t('text.chip.beat', { count, number: numberWord(count), rank: rankName(RANKS[toBeat[0][0]], count) })];
  return phase === 'TRICKS' || phase === 'PLAY' ? [t('text.chip.lead')] : [];
}

/** @param {readonly number[]} winners @param {Names} names */
const winnersText = (winners, names) => t('text.chip.won', {
  isYou: winners.length === 1 && winners[0] === names.you, count: winners.length,
  names: capitalize(joinList(winners.map((seat) => seatName(names, seat)))),
});
