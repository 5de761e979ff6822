// @ts-check
// What can be asked of the statistics: which numbers each list has, and what its chart shows of them.

import { begun, duration, hundredths, share, tenths, whole, word } from '../text/numbers.js';

/**
 * @typedef {Record<string, any>} Row
 * @typedef {import('./data-table.js').Column<Row>} Column
 *
 * @typedef {object} Measure what a chart shows: `top`, added up, by `bottom`, added up, if there is one
 * @property {string} name
 * @property {(row: Row) => number} top
 * @property {((row: Row) => number) | 'all'} [bottom] `all` is the sum of all tops of the same time
 * @property {(value: number | null | undefined) => string} format
 * @property {'part'} [scale]
 *
 * @typedef {object} Question
 * @property {string} list its name in the schema
 * @property {string} title
 * @property {string} about
 * @property {Column[]} columns besides the stretch of time
 * @property {(row: Row) => string | number} [by] what each bar is about; without it only the course of time has a chart
 * @property {(key: any) => string} [called] what such a bar is called
 * @property {boolean} [even] whether the bars are numbers with the same distance, between which none is left out
 * @property {Measure[]} measures
 * @property {'each' | 'together' | 'none'} course lines for each of the bars, or one for all together, or no chart
 * @property {boolean} [facts] whether a single row is shown as facts
 */

/** @param {number} seat */
const seatName = (seat) => `Seat ${seat}`;
/** @param {number} distance */
const distanceName = (distance) => (distance ? `${distance} to the left` : 'Dealer');
/** @param {number} place */
const placeName = (place) => `Place ${place}`;
/** @param {string} title @param {string} field @param {(value: any) => string} [format] @returns {Column} */
const column = (title, field, format = whole) => ({ title, of: (row) => format(row[field]) });
/** @param {string} title @param {string} field @param {(value: any) => string} format @returns {Column} */
const words = (title, field, format) => ({ title, of: (row) => format(row[field]), text: true });

/** The column of the stretch of time. @type {Column} */
export const BEGINS = { title: 'From', of: ({ begins }) => begun(begins), text: true };

/** @param {string} count @returns {Measure} how many of so many were made good */
const success = (count) => ({
  name: 'Made good', top: ({ made }) => made, bottom: (row) => row[count], format: share, scale: 'part',
});
/** @param {string} count @param {string} name @returns {Measure} the part of all */
const frequency = (count, name) => ({ name, top: (row) => row[count], bottom: 'all', format: share });
/** @param {string} name @param {string} sum @param {string} count @returns {Measure} */
const mean = (name, sum, count) => ({ name, top: (row) => row[sum], bottom: (row) => row[count], format: hundredths });
/** @param {string} name @returns {Measure} the part of games that were won */
const won = (name) => ({
  name, top: ({ place, games }) => (place === 1 ? games : 0), bottom: ({ games }) => games, format: share,
});

/** @type {Question[]} */
export const QUESTIONS = [
  {
    list: 'activity', title: 'Activity', course: 'together', facts: true,
    about: 'How busy it was in all public games, whether or not they came to an end, and whoever played them.',
    columns: [
      column('Created', 'created'), column('Started', 'started'), column('Ended', 'ended'), column('Moves', 'moves'),
      column('Of machines', 'machineMoves'), column('People', 'activePlayers'),
    ],
    measures: [
      { name: 'Moves of people', top: ({ moves, machineMoves }) => moves - machineMoves, format: whole },
      { name: 'Moves of machines', top: ({ machineMoves }) => machineMoves, format: whole },
    ],
  },
  {
    list: 'lengths', title: 'Games and their lengths', course: 'together', facts: true,
    about: 'How many games were played to their end, and how long they were.',
    columns: [
      column('Games', 'games'), column('Rounds', 'rounds'), column('Moves', 'moves'),
      column('Rounds a game', 'averageRounds', tenths),
      column('Moves a game', 'averageMoves', tenths), column('Time a game', 'averageSeconds', duration),
    ],
    measures: [{ name: 'Games', top: ({ games }) => games, format: whole }],
  },
  {
    list: 'bids', title: 'Bids made good', course: 'together',
    about: 'How often a bid was made good, by its amount; the chart takes all seats together.',
    columns: [
      column('Bid', 'amount'), words('Seat', 'seat', seatName), column('Bids', 'bids'),
      column('Made good', 'made'), column('Part', 'rate', share),
    ],
    by: ({ amount }) => amount, called: String, measures: [success('bids')],
  },
  {
    list: 'bidsByRound', title: 'Bids in the course of the game', course: 'none',
    about: 'How often bids were made good, by the round of the game.',
    columns: [
      { title: 'Round', of: ({ round }) => whole(round + 1) }, column('Cards', 'cards'),
      column('Bids', 'bids'), column('Made good', 'made'),
      column('Part', 'rate', share),
    ],
    by: ({ round }) => round, called: (round) => String(round + 1), measures: [success('bids')],
  },
  {
    list: 'tricksByBid', title: 'Tricks by bid', course: 'none',
    about: 'How many tricks who bid an amount took on average; the table tells how often it was how many.',
    columns: [
      column('Bid', 'amount'), column('Tricks', 'tricks'), column('How often', 'bids'),
      column('Part of such bids', 'share', share),
      column('Points on average', 'averagePoints', hundredths),
    ],
    by: ({ amount }) => amount, called: String,
    measures: [
      { name: 'Tricks', top: ({ tricks, bids }) => tricks * bids, bottom: ({ bids }) => bids, format: hundredths },
    ],
  },
  {
    list: 'contracts', title: 'Highest bids', course: 'each',
    about: 'For which bids rounds were played, and how often they were made good.',
    columns: [
      column('Bid', 'amount'), column('Rounds', 'rounds'), column('Part of rounds', 'share', share),
      column('Made good', 'made'),
      column('Part made good', 'rate', share),
    ],
    by: ({ amount }) => amount, called: String,
    measures: [{ ...frequency('rounds', 'Part of rounds'), scale: 'part' }, success('rounds')],
  },
  {
    list: 'contractsFromDealer', title: 'Highest bids by distance from the dealer', course: 'each',
    about: 'How often the highest bid was made good, by how far its bidder sat from the dealer.',
    columns: [
      column('Bid', 'amount'), words('Bidder', 'fromDealer', distanceName), column('Rounds', 'rounds'),
      column('Made good', 'made'),
      column('Part', 'rate', share),
    ],
    by: ({ fromDealer }) => fromDealer, called: distanceName, measures: [success('rounds')],
  },
  {
    list: 'fromDealer', title: 'Points by distance from the dealer', course: 'each',
    about: 'What a seat scored in a round on average, by how far it sat from the dealer.',
    columns: [
      words('Seat', 'fromDealer', distanceName), column('Rounds', 'rounds'), column('Points', 'points'),
      column('On average', 'averagePoints', hundredths),
    ],
    by: ({ fromDealer }) => fromDealer, called: distanceName, measures: [mean('Points on average', 'points', 'rounds')],
  },
  {
    list: 'trumps', title: 'Trump suits', course: 'each',
    about: 'Which suit was trump, and how often.',
    columns: [
      words('Suit', 'suit', word), column('Rounds', 'rounds'), column('Part', 'share', share),
      { ...column('Highest bid made good', 'made'), where: ({ made }) => made },
    ],
    by: ({ suit }) => suit, called: word, measures: [frequency('rounds', 'Part of rounds')],
  },
  {
    list: 'points', title: 'Points in a round', course: 'none',
    about: 'How often a seat scored how many points in a round.',
    columns: [column('Points', 'points'), column('How often', 'rounds'), column('Part', 'share', share)],
    by: ({ points }) => points, called: String, even: true, measures: [frequency('rounds', 'Part of rounds')],
  },
  {
    list: 'averagePoints', title: 'Points in a round on average', course: 'together', facts: true,
    about: 'What a seat scored in a round on average.',
    columns: [column('Rounds', 'rounds'), column('Points', 'points'), column('On average', 'average', hundredths)],
    measures: [mean('Points on average', 'points', 'rounds')],
  },
  {
    list: 'seats', title: 'Wins by seat', course: 'each',
    about: 'How often each seat won; the table tells how often it came in every place.',
    columns: [
      words('Seat', 'seat', seatName), column('Place', 'place'), column('Games', 'games'),
      column('Part', 'share', share),
      { ...column('Points on average', 'averagePoints', hundredths), where: ({ points }) => points },
    ],
    by: ({ seat }) => seat, called: seatName, measures: [won('Games won')],
  },
  {
    list: 'startingHands', title: 'Wins by starting hand', course: 'each',
    about: 'How often the strongest hand that was dealt won, and the weaker ones; the table tells where each led to.',
    columns: [
      column('Strength of the hand', 'strengthPlace'), column('Place at the end', 'place'),
      column('Games', 'games'), column('Part', 'share', share),
      column('Strength on average', 'averageStrength', hundredths),
    ],
    by: ({ strengthPlace }) => strengthPlace, called: placeName, measures: [won('Games won')],
  },
  {
    list: 'ranksPlayed', title: 'Ranks played', course: 'together',
    about: 'How often cards of each rank were played; the table tells who played them, by place at the end.',
    columns: [
      words('Rank', 'rank', word), column('Place at the end', 'place'), column('Plays', 'plays'),
      column('Cards', 'cards'),
      column('Cards in a play', 'averageCards', hundredths),
    ],
    by: ({ rank }) => rank, called: word, measures: [{ name: 'Plays', top: ({ plays }) => plays, format: whole }],
  },
];
