// @ts-check
// Aggregates the rows of a list of the statistics into charts: estimates with their intervals, distributions, lines
// over time, and small multiples of them.

import { t } from 'catalogue/charts.js';
import { formatPeriodStart } from '../../text/dates.js';
import { meanInterval, shareInterval, standardDeviation } from '../intervals.js';
import { valueBounds } from '../uplot-options.js';
import { periodStarts } from './periods.js';

/**
 * @typedef {import('./list-parts.js').StatisticsList} StatisticsList
 * @typedef {import('./list-parts.js').Measure} Measure
 * @typedef {import('./list-parts.js').Row} Row
 * @typedef {import('../uplot-options.js').ChartData} ChartData
 * @typedef {import('../uplot-options.js').Series} Series
 *
 * @typedef {Map<number | undefined, number | null>} Deviations by the number of players; without one, of all tables
 *
 * @typedef {object} Panel one chart
 * @property {string | null} name of one of several charts
 * @property {ChartData} chartData
 * @property {string[]} pointNames
 */

/** @type {Deviations} */
const NO_DEVIATIONS = new Map();

/** The most charts beside each other; the table has the rest. */
const MAX_MULTIPLES = 12;

/**
 * Group rows by a key, in the order of its first occurrences.
 * @template Key @param {readonly Row[]} rows @param {(row: Row) => Key} by @returns {Map<Key, Row[]>}
 */
function groupRows(rows, by) {
  const groups = new Map();
  for (const row of rows) groups.set(by(row), [...(groups.get(by(row)) ?? []), row]);
  return groups;
}

/** @param {readonly Row[]} rows @param {(row: Row) => number} value */
export const sum = (rows, value) => rows.reduce((total, row) => total + value(row), 0);

/**
 * Return the value of a measure with its number of cases and its interval, where it has one.
 * @param {Measure} measure @param {readonly Row[] | undefined} rows @param {readonly Row[] | undefined} allRows among
 * which a share is counted @param {Deviations} deviations of the points of a round
 */
export function estimate({ numerator, denominator, interval }, rows = [], allRows = [], deviations = NO_DEVIATIONS) {
  const total = sum(rows, numerator);
  if (!denominator) return { value: total, count: null, interval: null };
  const count = denominator === 'all' ? sum(allRows, numerator) : sum(rows, denominator);
  if (!count) return { value: null, count: 0, interval: null };
  const value = total / count;
  if (interval === 'share') return { value, count, interval: shareInterval(total, count) };
  const deviation = interval === 'mean' ? deviations.get(rows[0].playerCount) ?? null : null;
  return { value, count, interval: deviation !== null ? meanInterval(value, deviation, count) : null };
}

/**
 * Return a series of estimates; it has intervals if the first of them has one.
 * @param {string} name @param {ReturnType<typeof estimate>[]} estimates @returns {Series}
 */
function seriesOf(name, estimates) {
  const values = estimates.map(({ value }) => value);
  if (!estimates.some(({ interval }) => interval)) return { name, values };
  return {
    name,
    values,
    lows: estimates.map(({ interval }) => interval?.low ?? null),
    highs: estimates.map(({ interval }) => interval?.high ?? null),
    counts: estimates.map(({ count }) => count),
  };
}

/** @param {Map<any, Row[]>} groups */
const sortedKeys = (groups) => {
  const keys = [...groups.keys()];
  return keys.every((key) => typeof key === 'number') ? keys.sort((one, other) => one - other) : keys;
};

/** Return equidistant numbers that include all keys. @param {number[]} keys in ascending order */
function fillGaps(keys) {
  /** @param {number} one @param {number} other @returns {number} */
  const greatestCommonDivisor = (one, other) => (other ? greatestCommonDivisor(other, one % other) : one);
  const [first] = keys;
  const step = keys.reduce((distance, key) => greatestCommonDivisor(key - first, distance), 0) || 1;
  return Array.from({ length: (keys[keys.length - 1] - first) / step + 1 }, (_, index) => first + index * step);
}

/**
 * Return the standard deviations of the points of a seat in a round: at tables of each number of players, and of all.
 * @param {readonly Row[]} rows of `pointsAndPlayerCount` @returns {Deviations}
 */
export function pointsDeviations(rows) {
  /** @param {readonly Row[]} some */
  const deviationOf = (some) => standardDeviation(some.map(({ points, rounds }) => ({ value: points, count: rounds })));
  const groups = [...groupRows(rows, ({ playerCount }) => playerCount)];
  return new Map([[undefined, deviationOf(rows)], ...groups.map(([size, some]) =>
    /** @type {[number, number | null]} */ ([size, deviationOf(some)]))]);
}

/**
 * Return the charts of a list without periods.
 * @param {StatisticsList} list @param {readonly Row[]} rows @param {Deviations} deviations @returns {Panel[]}
 */
export function totalPanels(list, rows, deviations) {
  const { groupBy, multiples } = list;
  if (!groupBy || !rows.length) return [];
  if (!multiples) return [panel(null, categoryChart(list, rows, groupedKeys(list, rows), deviations))];
  const groups = groupRows(rows, multiples.by);
  const commonKeys = multiples.hasCommonKeys ? groupedKeys(list, rows) : null;
  return withCommonBounds(sortedKeys(groups).slice(0, MAX_MULTIPLES).map((key) => {
    const groupedRows = groups.get(key) ?? [];
    const keys = commonKeys ?? groupedKeys(list, groupedRows);
    return panel(multiples.name(key), categoryChart(list, groupedRows, keys, deviations));
  }));
}

/** @param {string | null} name @param {ChartData} chartData @returns {Panel} */
const panel = (name, chartData) => ({ name, chartData, pointNames: chartData.names ?? [] });

/** @param {StatisticsList} list @param {readonly Row[]} rows */
function groupedKeys({ groupBy, isNumeric }, rows) {
  const keys = sortedKeys(groupRows(rows, groupBy ?? (() => 0)));
  return isNumeric ? fillGaps(keys) : keys;
}

/**
 * @param {StatisticsList} list @param {readonly Row[]} rows @param {any[]} keys @param {Deviations} deviations
 * @returns {ChartData}
 */
function categoryChart({ groupBy, groupName = String, measures, reference }, rows, keys, deviations) {
  const groups = groupRows(rows, groupBy ?? (() => 0));
  return {
    names: keys.map(groupName),
    series: measures.map((measure) =>
      seriesOf(measure.name, keys.map((key) => estimate(measure, groups.get(key), rows, deviations)))),
    format: measures[0].format,
    scale: measures[0].scale ?? 'all',
    ...(reference && rows.length ? { reference: reference(rows) } : {}),
  };
}

/**
 * Return the charts of a list over time; none if it is only shown in numbers.
 * @param {StatisticsList} list @param {readonly Row[]} rows @param {string} bucket @param {Deviations} deviations
 * @returns {Panel[]}
 */
export function timelinePanels(list, rows, bucket, deviations) {
  const { measures, timeline, reference } = list;
  if (timeline === 'none' || !rows.length) return [];
  const rowsByPeriod = groupRows(rows, ({ begins }) => begins);
  const periods = periodStarts([...rowsByPeriod.keys()], bucket);
  /** @param {Measure} measure @param {(row: Row) => boolean} filter */
  const line = (measure, filter) => seriesOf(measure.name, periods.map((period) => {
    const periodRows = rowsByPeriod.get(period);
    return estimate(measure, periodRows?.filter(filter), periodRows, deviations);
  }));
  const [by, nameOf] = list.multiples ? [list.multiples.by, list.multiples.name] : [list.groupBy, list.groupName ?? String];
  const keys = timeline === 'each' && by ? sortedKeys(groupRows(rows, by)) : [];
  /** @param {string | null} name @param {Series[]} series @returns {Panel} */
  const lines = (name, series) => ({
    name,
    chartData: {
      times: periods.map((period) => Date.parse(period) / 1000),
      utc: true,
      series,
      format: measures[0].format,
      scale: measures[0].scale ?? 'all',
      ...(name !== null && reference ? { reference: reference(rows) } : {}),
    },
    pointNames: periods.map(formatPeriodStart),
  });
  if (by && keys.length) {
    return withCommonBounds(keys.slice(0, MAX_MULTIPLES).map((key) =>
      lines(nameOf(key), [line(measures[0], (row) => by(row) === key)])));
  }
  return [lines(null, measures.map((each) => line(each, () => true)))];
}

/** Give charts beside each other one scale. @param {Panel[]} panels @returns {Panel[]} */
function withCommonBounds(panels) {
  const bounds = panels.map(({ chartData }) => valueBounds(chartData));
  const [low, high] = [Math.min(...bounds.map(([each]) => each)), Math.max(...bounds.map(([, each]) => each))];
  return panels.map((each) => ({ ...each, chartData: { ...each.chartData, bounds: [low, high] } }));
}

/**
 * Return the sentence about charts that are left out; null without any.
 * @param {StatisticsList} list @param {readonly Row[]} rows @param {boolean} isTimeline
 */
export function omittedText({ multiples, groupBy, timeline }, rows, isTimeline) {
  const by = !isTimeline ? multiples?.by : timeline === 'each' ? multiples?.by ?? groupBy : undefined;
  const count = by ? groupRows(rows, by).size : 0;
  return count > MAX_MULTIPLES ? t('charts.firstMultiples', { count: MAX_MULTIPLES }) : null;
}
