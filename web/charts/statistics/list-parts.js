// @ts-check
// Parts of the lists of the statistics: columns of their tables, and measures of their charts.

import { t } from 'catalogue/charts.js';
import { rankName, suitName } from '../../text/card-names.js';
import { formatPeriodStart } from '../../text/dates.js';
import { formatHundredths, formatInteger, formatPercent } from '../../text/numbers.js';
import { capitalize } from '../../text/phrases.js';
import { intervalText } from '../interval-text.js';
import { shareInterval } from '../intervals.js';

/**
 * @typedef {Record<string, any>} Row
 * @typedef {import('../data-table.js').Column<Row>} Column
 *
 * @typedef {object} Measure the value of a chart: the sum of `numerator`, divided by the sum of `denominator` if given
 * @property {string} name
 * @property {(row: Row) => number} numerator
 * @property {((row: Row) => number) | 'all'} [denominator] `all` is the sum of all numerators of the same chart or period
 * @property {'share' | 'mean'} [interval] the kind of its 95 % interval; of a mean by the points of a round
 * @property {(value: number | null | undefined) => string} format
 * @property {'part'} [scale]
 *
 * @typedef {object} Multiples small charts beside each other, one for each key of the rows
 * @property {(row: Row) => string | number} by
 * @property {(key: any) => string} name
 * @property {boolean} [hasCommonKeys] whether all charts have the points of all
 *
 * @typedef {object} StatisticsList
 * @property {string} name of the field in the schema
 * @property {string} title
 * @property {string} description
 * @property {{ field: string, text: (count: number) => string }} [base] what the chart counts, and the field with its number
 * @property {Column[]} columns besides the period
 * @property {(row: Row) => string | number} [groupBy] returns the key of a row's point; without it there is no chart
 *   but over time
 * @property {(key: any) => string} [groupName] returns the name of a point
 * @property {boolean} [isNumeric] whether keys are numbers, and numbers without rows are shown as gaps
 * @property {Multiples} [multiples]
 * @property {(rows: readonly Row[]) => number} [reference] returns the value of the dashed line of the rows of a chart
 * @property {Measure[]} measures
 * @property {'each' | 'together' | 'none'} timeline over time: a chart for each key, one for all together, or none
 * @property {boolean} [isSingleRow] whether the list has one row, which is shown as facts
 */

/** @param {string} suit of the schema */
export const suitText = (suit) => capitalize(suitName(suit));
/** @param {string} rank of the schema */
export const rankText = (rank) => capitalize(rankName(rank));
/** @param {number} distance */
export const distanceText = (distance) => (distance ? t('charts.leftOfDealer', { count: distance }) : t('charts.dealer'));
/**
 * Charts for each number of players: places at the table mean different things at tables of different sizes.
 * @type {Multiples}
 */
export const TABLE_SIZES = { by: ({ playerCount }) => playerCount, name: (count) => t('charts.playerCount', { count }) };
/** @param {string} title @param {string} field @param {(value: any) => string} [format] @returns {Column} */
export const numberColumn = (title, field, format = formatInteger) => ({ title, cell: (row) => format(row[field]) });
/** @param {string} title @param {string} field @param {(value: any) => string} format @returns {Column} */
export const textColumn = (title, field, format) => ({ title, cell: (row) => format(row[field]), isText: true });

/** The column of the period. @type {Column} */
export const PERIOD_COLUMN = { title: t('charts.periodFrom'), cell: ({ begins }) => formatPeriodStart(begins), isText: true };

/**
 * The column with the interval of the share of `hits` in `count`.
 * @param {string} hits @param {string} count @returns {Column}
 */
export const intervalColumn = (hits, count) => ({
  title: t('charts.interval95'), cell: (row) => intervalText(shareInterval(row[hits], row[count]), formatPercent),
});

/** The same for a share of `count` among others, which the row has as `share`. @param {string} count @returns {Column} */
export const shareIntervalColumn = (count) => ({
  title: t('charts.interval95'),
  cell: (row) => intervalText(row.share ? shareInterval(row[count], Math.round(row[count] / row.share)) : null, formatPercent),
});

/** @param {string} count @returns {Measure} the part that was made good */
export const successMeasure = (count) => ({
  name: t('charts.madeGood'),
  numerator: ({ made }) => made,
  denominator: (row) => row[count],
  interval: 'share',
  format: formatPercent,
  scale: 'part',
});
/** @param {string} count @param {string} name @returns {Measure} the part of all rows */
export const frequencyMeasure = (count, name) => ({
  name, numerator: (row) => row[count], denominator: 'all', format: formatPercent,
});
/** @param {string} name @param {string} total @param {string} count @returns {Measure} the average */
export const meanMeasure = (name, total, count) => ({
  name, numerator: (row) => row[total], denominator: (row) => row[count], interval: 'mean', format: formatHundredths,
});
/** @param {string} name @returns {Measure} the part of games that were won */
export const winMeasure = (name) => ({
  name,
  numerator: ({ place, games }) => (place === 1 ? games : 0),
  denominator: ({ games }) => games,
  interval: 'share',
  format: formatPercent,
});
/** Return the share of each place at a table if all were equal; a filter may leave some places out. @param {readonly Row[]} rows */
export const equalShare = ([{ playerCount }]) => 1 / playerCount;
