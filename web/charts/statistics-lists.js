// @ts-check
// The lists of the statistics: the columns of their tables, and the measures of their charts.

import { t } from 'catalogue/charts.js';
import { rankName, suitName } from '../text/card-names.js';
import { formatDuration, formatPeriodStart } from '../text/dates.js';
import { formatHundredths, formatInteger, formatPercent, formatTenths } from '../text/numbers.js';
import { capitalize, signedNumber } from '../text/phrases.js';
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

/** @param {string} suit of the schema */
const suitText = (suit) => capitalize(suitName(suit));
/** @param {string} rank of the schema */
const rankText = (rank) => capitalize(rankName(rank));
/** @param {number} distance */
const distanceText = (distance) => (distance ? t('charts.leftOfDealer', { count: distance }) : t('charts.dealer'));
/** @param {number} place */
const placeText = (place) => t('charts.placeNumber', { place });
/** @param {string} title @param {string} field @param {(value: any) => string} [format] @returns {Column} */
const numberColumn = (title, field, format = formatInteger) => ({ title, cell: (row) => format(row[field]) });
/** @param {string} title @param {string} field @param {(value: any) => string} format @returns {Column} */
const textColumn = (title, field, format) => ({ title, cell: (row) => format(row[field]), isText: true });

/** The column of the period. @type {Column} */
export const PERIOD_COLUMN = { title: t('charts.periodFrom'), cell: ({ begins }) => formatPeriodStart(begins), isText: true };

/** @param {string} count @returns {Measure} the part that was made good */
const successMeasure = (count) => ({
  name: t('charts.madeGood'),
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
    name: 'activity', title: t('charts.title.activity'), timeline: 'together', isSingleRow: true,
    description: t('charts.about.activity'),
    columns: [
      numberColumn(t('charts.created'), 'created'), numberColumn(t('charts.started'), 'started'),
      numberColumn(t('charts.ended'), 'ended'),
      numberColumn(t('charts.moves'), 'moves'), numberColumn(t('charts.machineMoves'), 'machineMoves'),
      numberColumn(t('charts.people'), 'activePlayers'),
    ],
    measures: [
      { name: t('charts.peopleMoves'), numerator: ({ moves, machineMoves }) => moves - machineMoves, format: formatInteger },
      { name: t('charts.machineMoves'), numerator: ({ machineMoves }) => machineMoves, format: formatInteger },
    ],
  },
  {
    name: 'lengths', title: t('charts.title.lengths'), timeline: 'together', isSingleRow: true,
    description: t('charts.about.lengths'),
    columns: [
      numberColumn(t('charts.games'), 'games'), numberColumn(t('charts.rounds'), 'rounds'),
      numberColumn(t('charts.moves'), 'moves'),
      numberColumn(t('charts.roundsPerGame'), 'averageRounds', formatTenths),
      numberColumn(t('charts.movesPerGame'), 'averageMoves', formatTenths),
      numberColumn(t('charts.timePerGame'), 'averageSeconds', formatDuration),
    ],
    measures: [{ name: t('charts.games'), numerator: ({ games }) => games, format: formatInteger }],
  },
  {
    name: 'bids', title: t('charts.title.bids'), timeline: 'together',
    description: t('charts.about.bids'),
    columns: [
      numberColumn(t('charts.bid'), 'amount'), textColumn(t('charts.seat'), 'seat', seatLabel),
      numberColumn(t('charts.bids'), 'bids'),
      numberColumn(t('charts.madeGood'), 'made'), numberColumn(t('charts.share'), 'rate', formatPercent),
    ],
    groupBy: ({ amount }) => amount, groupName: String, measures: [successMeasure('bids')],
  },
  {
    name: 'bidsByRound', title: t('charts.title.bidsByRound'), timeline: 'none',
    description: t('charts.about.bidsByRound'),
    columns: [
      { title: t('charts.round'), cell: ({ round }) => formatInteger(round + 1) },
      numberColumn(t('charts.cards'), 'cards'),
      numberColumn(t('charts.bids'), 'bids'), numberColumn(t('charts.madeGood'), 'made'),
      numberColumn(t('charts.share'), 'rate', formatPercent),
    ],
    groupBy: ({ round }) => round, groupName: (round) => String(round + 1), measures: [successMeasure('bids')],
  },
  {
    name: 'tricksByBid', title: t('charts.title.tricksByBid'), timeline: 'none',
    description: t('charts.about.tricksByBid'),
    columns: [
      numberColumn(t('charts.bid'), 'amount'), numberColumn(t('charts.tricks'), 'tricks'),
      numberColumn(t('charts.times'), 'bids'),
      numberColumn(t('charts.shareOfBids'), 'share', formatPercent),
      numberColumn(t('charts.averagePoints'), 'averagePoints', formatHundredths),
    ],
    groupBy: ({ amount }) => amount, groupName: String,
    measures: [
      {
        name: t('charts.tricks'),
        numerator: ({ tricks, bids }) => tricks * bids,
        denominator: ({ bids }) => bids,
        format: formatHundredths,
      },
    ],
  },
  {
    name: 'contracts', title: t('charts.title.contracts'), timeline: 'each',
    description: t('charts.about.contracts'),
    columns: [
      numberColumn(t('charts.bid'), 'amount'), numberColumn(t('charts.rounds'), 'rounds'),
      numberColumn(t('charts.shareOfRounds'), 'share', formatPercent),
      numberColumn(t('charts.madeGood'), 'made'),
      numberColumn(t('charts.shareMadeGood'), 'rate', formatPercent),
    ],
    groupBy: ({ amount }) => amount, groupName: String,
    measures: [{ ...frequencyMeasure('rounds', t('charts.shareOfRounds')), scale: 'part' }, successMeasure('rounds')],
  },
  {
    name: 'contractsFromDealer', title: t('charts.title.contractsFromDealer'), timeline: 'each',
    description: t('charts.about.contractsFromDealer'),
    columns: [
      numberColumn(t('charts.bid'), 'amount'), textColumn(t('charts.bidder'), 'fromDealer', distanceText),
      numberColumn(t('charts.rounds'), 'rounds'),
      numberColumn(t('charts.madeGood'), 'made'),
      numberColumn(t('charts.share'), 'rate', formatPercent),
    ],
    groupBy: ({ fromDealer }) => fromDealer, groupName: distanceText, measures: [successMeasure('rounds')],
  },
  {
    name: 'fromDealer', title: t('charts.title.fromDealer'), timeline: 'each',
    description: t('charts.about.fromDealer'),
    columns: [
      textColumn(t('charts.seat'), 'fromDealer', distanceText), numberColumn(t('charts.rounds'), 'rounds'),
      numberColumn(t('charts.points'), 'points'),
      numberColumn(t('charts.average'), 'averagePoints', formatHundredths),
    ],
    groupBy: ({ fromDealer }) => fromDealer, groupName: distanceText,
    measures: [meanMeasure(t('charts.averagePoints'), 'points', 'rounds')],
  },
  {
    name: 'trumps', title: t('charts.title.trumps'), timeline: 'each',
    description: t('charts.about.trumps'),
    columns: [
      textColumn(t('charts.suit'), 'suit', suitText), numberColumn(t('charts.rounds'), 'rounds'),
      numberColumn(t('charts.share'), 'share', formatPercent),
      { ...numberColumn(t('charts.highestBidMadeGood'), 'made'), isRelevant: ({ made }) => made },
    ],
    groupBy: ({ suit }) => suit, groupName: suitText, measures: [frequencyMeasure('rounds', t('charts.shareOfRounds'))],
  },
  {
    name: 'points', title: t('charts.title.points'), timeline: 'none',
    description: t('charts.about.points'),
    columns: [
      numberColumn(t('charts.points'), 'points'), numberColumn(t('charts.times'), 'rounds'),
      numberColumn(t('charts.share'), 'share', formatPercent),
    ],
    groupBy: ({ points }) => points, groupName: signedNumber, isNumeric: true,
    measures: [frequencyMeasure('rounds', t('charts.shareOfRounds'))],
  },
  {
    name: 'averagePoints', title: t('charts.title.averagePoints'), timeline: 'together', isSingleRow: true,
    description: t('charts.about.averagePoints'),
    columns: [
      numberColumn(t('charts.rounds'), 'rounds'), numberColumn(t('charts.points'), 'points'),
      numberColumn(t('charts.average'), 'average', formatHundredths),
    ],
    measures: [meanMeasure(t('charts.averagePoints'), 'points', 'rounds')],
  },
  {
    name: 'bySeat', title: t('charts.title.bySeat'), timeline: 'each',
    description: t('charts.about.bySeat'),
    columns: [
      textColumn(t('charts.seat'), 'seat', seatLabel), numberColumn(t('charts.place'), 'place'),
      numberColumn(t('charts.games'), 'games'),
      numberColumn(t('charts.share'), 'share', formatPercent),

           { ...numberColumn(t('charts.averagePoints'), 'averagePoints', formatHundredths), isRelevant: ({ points }) => points },
    ],
    groupBy: ({ seat }) => seat, groupName: seatLabel, measures: [winMeasure(t('charts.gamesWon'))],
  },
  {
    name: 'startingHands', title: t('charts.title.startingHands'), timeline: 'each',
    description: t('charts.about.startingHands'),
    columns: [
      numberColumn(t('charts.handStrength'), 'strengthPlace'), numberColumn(t('charts.finalPlace'), 'place'),
      numberColumn(t('charts.games'), 'games'), numberColumn(t('charts.share'), 'share', formatPercent),
      numberColumn(t('charts.averageStrength'), 'averageStrength', formatHundredths),
    ],
    groupBy: ({ strengthPlace }) => strengthPlace, groupName: placeText, measures: [winMeasure(t('charts.gamesWon'))],
  },
  {
    name: 'ranksPlayed', title: t('charts.title.ranksPlayed'), timeline: 'together',
    description: t('charts.about.ranksPlayed'),
    columns: [
      textColumn(t('charts.rank'), 'rank', rankText), numberColumn(t('charts.finalPlace'), 'place'),
      numberColumn(t('charts.plays'), 'plays'),
      numberColumn(t('charts.cards'), 'cards'),
      numberColumn(t('charts.cardsPerPlay'), 'averageCards', formatHundredths),
    ],
    groupBy: ({ rank }) => rank, groupName: rankText,
    measures: [{ name: t('charts.plays'), numerator: ({ plays }) => plays, format: formatInteger }],
  },
];
