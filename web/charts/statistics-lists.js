// @ts-check
// The lists of the statistics: the columns of their tables, and the measures of their charts.

import { formatDuration, formatPeriodStart } from '../text/dates.js';
import { enumText, formatHundredths, formatInteger, formatPercent, formatTenths } from '../text/numbers.js';
import { signedNumber } from '../text/phrases.js';
import { seatLabel } from '../text/player-names.js';

/**
 * @typedef {Record<string, any>} Row
 * @typedef {import('./data-table.js').Column<Row>} Column
 *
 * @typedef {object} Measure the value of a chart: the sum of `numerator`, divided by the sum of `denominator` if given
 * @property {string} name
 * @property {(row: Row) => number} numerator
 * @property {((row: Row) => number) | 'all'} [denominator] `all` is the sum of all numerators of the same period
 * @property {(value: number | null | undefined) => string} format
 * @property {'part'} [scale]
 *
 * @typedef {object} StatisticsList
 * @property {string} name of the field in the schema
 * @property {string} title
 * @property {string} description
 * @property {Column[]} columns besides the period
 * @property {(row: Row) => string | number} [groupBy] returns the key of a row's bar; without it there is no bar chart
 * @property {(key: any) => string} [groupName] returns the name of a bar
 * @property {boolean} [isNumeric] whether keys are numbers, and bars without rows are shown as gaps
 * @property {Measure[]} measures
 * @property {'each' | 'together' | 'none'} timeline over time: a line for each bar, one for all together, or no
 *   chart
 * @property {boolean} [isSingleRow] whether the list has one row, which is shown as facts
 */

/** @param {number} distance */
const distanceText = (distance) => (distance ? `${distance} to the left` : 'Dealer');
/** @param {number} place */
const placeText = (place) => `Place ${place}`;
/** @param {string} title @param {string} field @param {(value: any) => string} [format] @returns {Column} */
const numberColumn = (title, field, format = formatInteger) => ({ title, cell: (row) => format(row[field]) });
/** @param {string} title @param {string} field @param {(value: any) => string} format @returns {Column} */
const textColumn = (title, field, format) => ({ title, cell: (row) => format(row[field]), isText: true });

/** The column of the period. @type {Column} */
export const PERIOD_COLUMN = { title: 'From', cell: ({ begins }) => formatPeriodStart(begins), isText: true };

/** @param {string} count @returns {Measure} the part that was made good */
const successMeasure = (count) => ({
  name: 'Made good',
  numerator: ({ made }) => made,
  denominator: (row) => row[count],
  format: formatPercent,
  scale: 'part',
});
/** @param {string} count @param {string} name @returns {Measure} the part of all rows */
const frequencyMeasure = (count, name) => ({
  name, numerator: (row) => row[count], denominator: 'all', format: formatPercent,
});
/** @param {string} name @param {string} sum @param {string} count @returns {Measure} the average */
const meanMeasure = (name, sum, count) => ({
  name, numerator: (row) => row[sum], denominator: (row) => row[count], format: formatHundredths,
});
/** @param {string} name @returns {Measure} the part of games that were won */
const winMeasure = (name) => ({
  name,
  numerator: ({ place, games }) => (place === 1 ? games : 0),
  denominator: ({ games }) => games,
  format: formatPercent,
});

/** The lists, in the order of their panels. @type {StatisticsList[]} */
export const STATISTICS_LISTS = [
  {
    name: 'activity', title: 'Activity', timeline: 'together', isSingleRow: true,
    description: 'How busy it was in all public games, whether or not they came to an end, and whoever played them.',
    columns: [
      numberColumn('Created', 'created'), numberColumn('Started', 'started'), numberColumn('Ended', 'ended'),
      numberColumn('Moves', 'moves'), numberColumn('Of machines', 'machineMoves'),
      numberColumn('People', 'activePlayers'),
    ],
    measures: [
      { name: 'Moves of people', numerator: ({ moves, machineMoves }) => moves - machineMoves, format: formatInteger },
      { name: 'Moves of machines', numerator: ({ machineMoves }) => machineMoves, format: formatInteger },
    ],
  },
  {
    name: 'lengths', title: 'Games and their lengths', timeline: 'together', isSingleRow: true,
    description: 'How many games were played to their end, and how long they were.',
    columns: [
      numberColumn('Games', 'games'), numberColumn('Rounds', 'rounds'), numberColumn('Moves', 'moves'),
      numberColumn('Rounds a game', 'averageRounds', formatTenths),
      numberColumn('Moves a game', 'averageMoves', formatTenths),
      numberColumn('Time a game', 'averageSeconds', formatDuration),
    ],
    measures: [{ name: 'Games', numerator: ({ games }) => games, format: formatInteger }],
  },
  {
    name: 'bids', title: 'Bids made good', timeline: 'together',
    description: 'How often a bid was made good, by its amount; the chart takes all seats together.',
    columns: [
      numberColumn('Bid', 'amount'), textColumn('Seat', 'seat', seatLabel), numberColumn('Bids', 'bids'),
      numberColumn('Made good', 'made'), numberColumn('Part', 'rate', formatPercent),
    ],
    groupBy: ({ amount }) => amount, groupName: String, measures: [successMeasure('bids')],
  },
  {
    name: 'bidsByRound', title: 'Bids in the course of the game', timeline: 'none',
    description: 'How often bids were made good, by the round of the game.',
    columns: [
      { title: 'Round', cell: ({ round }) => formatInteger(round + 1) }, numberColumn('Cards', 'cards'),
      numberColumn('Bids', 'bids'), numberColumn('Made good', 'made'),
      numberColumn('Part', 'rate', formatPercent),
    ],
    groupBy: ({ round }) => round, groupName: (round) => String(round + 1), measures: [successMeasure('bids')],
  },
  {
    name: 'tricksByBid', title: 'Tricks by bid', timeline: 'none',
    description: 'How many tricks who bid an amount took on average; the table tells how often it was how many.',
    columns: [
      numberColumn('Bid', 'amount'), numberColumn('Tricks', 'tricks'), numberColumn('How often', 'bids'),
      numberColumn('Part of such bids', 'share', formatPercent),
      numberColumn('Points on average', 'averagePoints', formatHundredths),
    ],
    groupBy: ({ amount }) => amount, groupName: String,
    measures: [
      {
        name: 'Tricks',
        numerator: ({ tricks, bids }) => tricks * bids,
        denominator: ({ bids }) => bids,
        format: formatHundredths,
      },
    ],
  },
  {
    name: 'contracts', title: 'Highest bids', timeline: 'each',
    description: 'For which bids rounds were played, and how often they were made good.',
    columns: [
      numberColumn('Bid', 'amount'), numberColumn('Rounds', 'rounds'),
      numberColumn('Part of rounds', 'share', formatPercent),
      numberColumn('Made good', 'made'),
      numberColumn('Part made good', 'rate', formatPercent),
    ],
    groupBy: ({ amount }) => amount, groupName: String,
    measures: [{ ...frequencyMeasure('rounds', 'Part of rounds'), scale: 'part' }, successMeasure('rounds')],
  },
  {
    name: 'contractsFromDealer', title: 'Highest bids by distance from the dealer', timeline: 'each',
    description: 'How often the highest bid was made good, by how far its bidder sat from the dealer.',
    columns: [
      numberColumn('Bid', 'amount'), textColumn('Bidder', 'fromDealer', distanceText), numberColumn('Rounds', 'rounds'),
      numberColumn('Made good', 'made'),
      numberColumn('Part', 'rate', formatPercent),
    ],
    groupBy: ({ fromDealer }) => fromDealer, groupName: distanceText, measures: [successMeasure('rounds')],
  },
  {
    name: 'fromDealer', title: 'Points by distance from the dealer', timeline: 'each',
    description: 'What a seat scored in a round on average, by how far it sat from the dealer.',
    columns: [
      textColumn('Seat', 'fromDealer', distanceText), numberColumn('Rounds', 'rounds'),
      numberColumn('Points', 'points'),
      numberColumn('On average', 'averagePoints', formatHundredths),
    ],
    groupBy: ({ fromDealer }) => fromDealer, groupName: distanceText,
    measures: [meanMeasure('Points on average', 'points', 'rounds')],
  },
  {
    name: 'trumps', title: 'Trump suits', timeline: 'each',
    description: 'Which suit was trump, and how often.',
    columns: [
      textColumn('Suit', 'suit', enumText), numberColumn('Rounds', 'rounds'),
      numberColumn('Part', 'share', formatPercent),
      { ...numberColumn('Highest bid made good', 'made'), isRelevant: ({ made }) => made },
    ],
    groupBy: ({ suit }) => suit, groupName: enumText, measures: [frequencyMeasure('rounds', 'Part of rounds')],
  },
  {
    name: 'points', title: 'Points in a round', timeline: 'none',
    description: 'How often a seat scored how many points in a round.',
    columns: [
      numberColumn('Points', 'points'), numberColumn('How often', 'rounds'),
      numberColumn('Part', 'share', formatPercent),
    ],
    groupBy: ({ points }) => points, groupName: signedNumber, isNumeric: true,
    measures: [frequencyMeasure('rounds', 'Part of rounds')],
  },
  {
    name: 'averagePoints', title: 'Points in a round on average', timeline: 'together', isSingleRow: true,
    description: 'What a seat scored in a round on average.',
    columns: [
      numberColumn('Rounds', 'rounds'), numberColumn('Points', 'points'),
      numberColumn('On average', 'average', formatHundredths),
    ],
    measures: [meanMeasure('Points on average', 'points', 'rounds')],
  },
  {
    name: 'bySeat', title: 'Wins by seat', timeline: 'each',
    description: 'How often each seat won; the table tells how often it came in every place.',
    columns: [
      textColumn('Seat', 'seat', seatLabel), numberColumn('Place', 'place'), numberColumn('Games', 'games'),
      numberColumn('Part', 'share', formatPercent),
      { ...numberColumn('Points on average', 'averagePoints', formatHundredths), isRelevant: ({ points }) => points },
    ],
    groupBy: ({ seat }) => seat, groupName: seatLabel, measures: [winMeasure('Games won')],
  },
  {
    name: 'startingHands', title: 'Wins by starting hand', timeline: 'each',
    description: 'How often the strongest hand that was dealt won, and the weaker ones; ' +
      'the table tells where each led to.',
    columns: [
      numberColumn('Strength of the hand', 'strengthPlace'), numberColumn('Place at the end', 'place'),
      numberColumn('Games', 'games'), numberColumn('Part', 'share', formatPercent),
      numberColumn('Strength on average', 'averageStrength', formatHundredths),
    ],
    groupBy: ({ strengthPlace }) => strengthPlace, groupName: placeText, measures: [winMeasure('Games won')],
  },
  {
    name: 'ranksPlayed', title: 'Ranks played', timeline: 'together',
    description: 'How often cards of each rank were played; the table tells who played them, by place at the end.',
    columns: [
      textColumn('Rank', 'rank', enumText), numberColumn('Place at the end', 'place'), numberColumn('Plays', 'plays'),
      numberColumn('Cards', 'cards'),
      numberColumn('Cards in a play', 'averageCards', formatHundredths),
    ],
    groupBy: ({ rank }) => rank, groupName: enumText,
    measures: [{ name: 'Plays', numerator: ({ plays }) => plays, format: formatInteger }],
  },
];
