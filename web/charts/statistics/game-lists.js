// @ts-check
// The lists of the statistics about whole games: activity, lengths, places, starting hands and ranks.

import { t } from 'catalogue/charts.js';
import { formatDuration } from '../../text/dates.js';
import { formatHundredths, formatInteger, formatPercent, formatTenths } from '../../text/numbers.js';
import { seatLabel } from '../../text/player-names.js';
import {
  equalShare, frequencyMeasure, numberColumn, rankText, shareIntervalColumn, TABLE_SIZES, textColumn, winMeasure,
} from './list-parts.js';

/** @typedef {import('./list-parts.js').StatisticsList} StatisticsList */

/** @param {number} count */
const gamesText = (count) => t('charts.base.games', { count });

/** @type {Record<string, StatisticsList>} */
export const GAME_LISTS = {
  activity: {
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
  lengths: {
    name: 'lengths', title: t('charts.title.lengths'), timeline: 'together', isSingleRow: true,
    description: t('charts.about.lengths'),
    base: { field: 'games', text: gamesText },
    columns: [
      numberColumn(t('charts.games'), 'games'), numberColumn(t('charts.roundsDealt'), 'rounds'),
      numberColumn(t('charts.moves'), 'moves'),
      numberColumn(t('charts.roundsPerGame'), 'averageRounds', formatTenths),
      numberColumn(t('charts.movesPerGame'), 'averageMoves', formatTenths),
      numberColumn(t('charts.timePerGame'), 'averageSeconds', formatDuration),
    ],
    measures: [{ name: t('charts.games'), numerator: ({ games }) => games, format: formatInteger }],
  },
  byRoundCount: {
    name: 'byRoundCount', title: t('charts.title.byRoundCount'), timeline: 'none',
    description: t('charts.about.byRoundCount'),
    base: { field: 'games', text: gamesText },
    columns: [
      numberColumn(t('charts.roundsDealt'), 'rounds'), numberColumn(t('charts.games'), 'games'),
      numberColumn(t('charts.share'), 'share', formatPercent),
      numberColumn(t('charts.timePerGame'), 'averageSeconds', formatDuration),
    ],
    groupBy: ({ rounds }) => rounds, groupName: String, isNumeric: true,
    measures: [frequencyMeasure('games', t('charts.shareOfGames'))],
  },
  bySeatAndPlayerCount: {
    name: 'bySeatAndPlayerCount', title: t('charts.title.bySeat'), timeline: 'none',
    description: t('charts.about.bySeat'),
    base: { field: 'games', text: (count) => t('charts.base.seats', { count }) },
    columns: [
      numberColumn(t('charts.tableSize'), 'playerCount'),
      textColumn(t('charts.seat'), 'seat', seatLabel), numberColumn(t('charts.place'), 'place'),
      numberColumn(t('charts.games'), 'games'),
      numberColumn(t('charts.share'), 'share', formatPercent), shareIntervalColumn('games'),
      { ...numberColumn(t('charts.averagePoints'), 'averagePoints', formatHundredths), isRelevant: ({ points }) => points },
    ],
    groupBy: ({ seat }) => seat, groupName: (seat) => String(seat + 1), reference: equalShare,
    multiples: TABLE_SIZES,
    measures: [winMeasure(t('charts.gamesWon'))],
  },
  startingHandsAndPlayerCount: {
    name: 'startingHandsAndPlayerCount', title: t('charts.title.startingHands'), timeline: 'none',
    description: t('charts.about.startingHands'),
    base: { field: 'games', text: (count) => t('charts.base.hands', { count }) },
    columns: [
      numberColumn(t('charts.tableSize'), 'playerCount'),
      numberColumn(t('charts.handStrength'), 'strengthPlace'), numberColumn(t('charts.finalPlace'), 'place'),
      numberColumn(t('charts.games'), 'games'), numberColumn(t('charts.share'), 'share', formatPercent),
      shareIntervalColumn('games'),
      numberColumn(t('charts.averageStrength'), 'averageStrength', formatHundredths),
    ],
    groupBy: ({ strengthPlace }) => strengthPlace, groupName: String, reference: equalShare,
    multiples: TABLE_SIZES,
    measures: [winMeasure(t('charts.gamesWon'))],
  },
  ranksPlayed: {
    name: 'ranksPlayed', title: t('charts.title.ranksPlayed'), timeline: 'together',
    description: t('charts.about.ranksPlayed'),
    base: { field: 'plays', text: (count) => t('charts.base.plays', { count }) },
    columns: [
      textColumn(t('charts.rank'), 'rank', rankText), numberColumn(t('charts.finalPlace'), 'place'),
      numberColumn(t('charts.plays'), 'plays'),
      numberColumn(t('charts.cards'), 'cards'),
      numberColumn(t('charts.cardsPerPlay'), 'averageCards', formatHundredths),
    ],
    groupBy: ({ rank }) => rank, groupName: rankText,
    measures: [{ name: t('charts.plays'), numerator: ({ plays }) => plays, format: formatInteger }],
  },
};
