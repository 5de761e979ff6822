// @ts-check
// The lists of the statistics about rounds: bids, contracts, trumps and points.

import { t } from 'catalogue/charts.js';
import { formatHundredths, formatInteger, formatPercent } from '../../text/numbers.js';
import { signedNumber } from '../../text/phrases.js';
import { seatLabel } from '../../text/player-names.js';
import {
  distanceText, frequencyMeasure, intervalColumn, meanMeasure, numberColumn, shareIntervalColumn, successMeasure, suitText,
  TABLE_SIZES, textColumn,
} from './list-parts.js';

/** @typedef {import('./list-parts.js').StatisticsList} StatisticsList */

/** @param {number} count */
const bidsText = (count) => t('charts.base.bids', { count });
/** @param {number} count */
const seatRoundsText = (count) => t('charts.base.seatRounds', { count });
/** @param {number} amount */
const bidText = (amount) => t('charts.bidOf', { amount });

/** @type {Record<string, StatisticsList>} */
export const ROUND_LISTS = {
  bids: {
    name: 'bids', title: t('charts.title.bids'), timeline: 'together',
    description: t('charts.about.bids'),
    base: { field: 'bids', text: bidsText },
    columns: [
      numberColumn(t('charts.bid'), 'amount'), textColumn(t('charts.seat'), 'seat', seatLabel),
      numberColumn(t('charts.bids'), 'bids'),
      numberColumn(t('charts.madeGood'), 'made'), numberColumn(t('charts.share'), 'rate', formatPercent),
      intervalColumn('made', 'bids'),
    ],
    groupBy: ({ amount }) => amount, groupName: String, measures: [successMeasure('bids')],
  },
  bidsByRound: {
    name: 'bidsByRound', title: t('charts.title.bidsByRound'), timeline: 'none',
    description: t('charts.about.bidsByRound'),
    base: { field: 'bids', text: bidsText },
    columns: [
      { title: t('charts.round'), cell: ({ round }) => formatInteger(round + 1) },
      numberColumn(t('charts.cards'), 'cards'),
      numberColumn(t('charts.bids'), 'bids'), numberColumn(t('charts.madeGood'), 'made'),
      numberColumn(t('charts.share'), 'rate', formatPercent),
      intervalColumn('made', 'bids'),
    ],
    groupBy: ({ round }) => round, groupName: (round) => String(round + 1), measures: [successMeasure('bids')],
  },
  tricksByBid: {
    name: 'tricksByBid', title: t('charts.title.tricksByBid'), timeline: 'none',
    description: t('charts.about.tricksByBid'),
    base: { field: 'bids', text: bidsText },
    columns: [
      numberColumn(t('charts.bid'), 'amount'), numberColumn(t('charts.tricks'), 'tricks'),
      numberColumn(t('charts.times'), 'bids'),
      numberColumn(t('charts.shareOfBids'), 'share', formatPercent),
      numberColumn(t('charts.averagePoints'), 'averagePoints', formatHundredths),
    ],
    groupBy: ({ tricks }) => tricks, groupName: String, isNumeric: true,
    multiples: { by: ({ amount }) => amount, name: bidText, hasCommonKeys: true },
    measures: [{ ...frequencyMeasure('bids', t('charts.shareOfBids')), scale: 'part' }],
  },
  contracts: {
    name: 'contracts', title: t('charts.title.contracts'), timeline: 'each',
    description: t('charts.about.contracts'),
    base: { field: 'rounds', text: (count) => t('charts.base.contracts', { count }) },
    columns: [
      numberColumn(t('charts.bid'), 'amount'), numberColumn(t('charts.roundsScored'), 'rounds'),
      numberColumn(t('charts.shareOfRounds'), 'share', formatPercent),
      numberColumn(t('charts.madeGood'), 'made'),
      numberColumn(t('charts.shareMadeGood'), 'rate', formatPercent),
      intervalColumn('made', 'rounds'),
    ],
    groupBy: ({ amount }) => amount, groupName: String,
    measures: [
      { ...frequencyMeasure('rounds', t('charts.shareOfRounds')), interval: 'share', scale: 'part' },
      successMeasure('rounds'),
    ],
  },
  contractsFromDealer: {
    name: 'contractsFromDealer', title: t('charts.title.contractsFromDealer'), timeline: 'each',
    description: t('charts.about.contractsFromDealer'),
    base: { field: 'rounds', text: (count) => t('charts.base.contracts', { count }) },
    columns: [
      numberColumn(t('charts.bid'), 'amount'), textColumn(t('charts.bidder'), 'fromDealer', distanceText),
      numberColumn(t('charts.roundsScored'), 'rounds'),
      numberColumn(t('charts.madeGood'), 'made'),
      numberColumn(t('charts.share'), 'rate', formatPercent),
      intervalColumn('made', 'rounds'),
    ],
    groupBy: ({ amount }) => amount, groupName: String,
    multiples: { by: ({ fromDealer }) => fromDealer, name: distanceText, hasCommonKeys: true },
    measures: [successMeasure('rounds')],
  },
  fromDealerAndPlayerCount: {
    name: 'fromDealerAndPlayerCount', title: t('charts.title.fromDealer'), timeline: 'none',
    description: t('charts.about.fromDealer'),
    base: { field: 'rounds', text: seatRoundsText },
    columns: [
      numberColumn(t('charts.tableSize'), 'playerCount'),
      textColumn(t('charts.seat'), 'fromDealer', distanceText), numberColumn(t('charts.roundsScored'), 'rounds'),
      numberColumn(t('charts.points'), 'points'),
      numberColumn(t('charts.average'), 'averagePoints', formatHundredths),
    ],
    groupBy: ({ fromDealer }) => fromDealer, groupName: String, multiples: TABLE_SIZES,
    measures: [meanMeasure(t('charts.averagePoints'), 'points', 'rounds')],
  },
  trumps: {
    name: 'trumps', title: t('charts.title.trumps'), timeline: 'each',
    description: t('charts.about.trumps'),
    base: { field: 'rounds', text: (count) => t('charts.base.trumps', { count }) },
    columns: [
      textColumn(t('charts.suit'), 'suit', suitText), numberColumn(t('charts.roundsScored'), 'rounds'),
      numberColumn(t('charts.share'), 'share', formatPercent), shareIntervalColumn('rounds'),
      { ...numberColumn(t('charts.highestBidMadeGood'), 'made'), isRelevant: ({ made }) => made },
    ],
    groupBy: ({ suit }) => suit, groupName: suitText, reference: () => 1 / 4,
    measures: [{ ...frequencyMeasure('rounds', t('charts.shareOfRounds')), interval: 'share' }],
  },
  pointsAndPlayerCount: {
    name: 'pointsAndPlayerCount', title: t('charts.title.points'), timeline: 'none',
    description: t('charts.about.points'),
    base: { field: 'rounds', text: seatRoundsText },
    columns: [
      numberColumn(t('charts.tableSize'), 'playerCount'),
      numberColumn(t('charts.points'), 'points'), numberColumn(t('charts.times'), 'rounds'),
      numberColumn(t('charts.share'), 'share', formatPercent),
    ],
    groupBy: ({ points }) => points, groupName: signedNumber, isNumeric: true,
    multiples: { ...TABLE_SIZES, hasCommonKeys: true },
    measures: [frequencyMeasure('rounds', t('charts.shareOfRounds'))],
  },
  averagePoints: {
    name: 'averagePoints', title: t('charts.title.averagePoints'), timeline: 'together', isSingleRow: true,
    description: t('charts.about.averagePoints'),
    base: { field: 'rounds', text: seatRoundsText },
    columns: [
      numberColumn(t('charts.roundsScored'), 'rounds'), numberColumn(t('charts.points'), 'points'),
      numberColumn(t('charts.average'), 'average', formatHundredths),
    ],
    measures: [meanMeasure(t('charts.averagePoints'), 'points', 'rounds')],
  },
};
