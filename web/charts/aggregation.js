// @ts-check
// Aggregates the rows of a list of the statistics into a bar chart, or into lines over time.

import { formatPeriodStart } from '../text/dates.js';
import { windowKey } from './time-windows.js';

/**
 * @typedef {import('./statistics-lists.js').StatisticsList} StatisticsList
 * @typedef {import('./statistics-lists.js').Measure} Measure
 * @typedef {import('./statistics-lists.js').Row} Row
 * @typedef {import('./uplot-options.js').ChartData} ChartData
 */

/** With more periods than this, empty ones are left out. */
const MAX_PERIODS = 5_000;

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
const sum = (rows, value) => rows.reduce((total, row) => total + value(row), 0);

/** @param {Measure} measure @param {readonly Row[]} [rows] @param {readonly Row[]} [allRows] of the same period */
function measureValue({ numerator, denominator }, rows = [], allRows = []) {
  if (!denominator) return sum(rows, numerator);
  const divisor = denominator === 'all' ? sum(allRows, numerator) : sum(rows, denominator);
  return divisor ? sum(rows, numerator) / divisor : null;
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
 * Return a bar chart; null if the list has none.
 * @param {StatisticsList} list @param {readonly Row[]} rows @returns {ChartData | null}
 */
export function barChart({ groupBy, groupName = String, measures, isNumeric }, rows) {
  if (!groupBy || !rows.length) return null;
  const groups = groupRows(rows, groupBy);
  const keys = isNumeric ? fillGaps(sortedKeys(groups)) : sortedKeys(groups);
  return {
    names: keys.map(groupName),
    series: measures.map((measure) => ({
      name: measure.name,
      values: keys.map((key) => measureValue(measure, groups.get(key), rows)),
    })),
    format: measures[0].format,
    scale: measures[0].scale ?? 'all',
  };
}

/**
 * Return a line chart over time with the names of its points; null if the list has none.
 * @param {StatisticsList} list @param {readonly Row[]} rows @param {string} bucket
 * @returns {{ chartData: ChartData, pointNames: string[] } | null}
 */
export function timelineChart({ groupBy, groupName = String, measures, timeline }, rows, bucket) {
  if (timeline === 'none' || !rows.length) return null;
  const rowsByPeriod = groupRows(rows, ({ begins }) => begins);
  const periods = periodStarts([...rowsByPeriod.keys()], bucket);
  /** @param {string} name @param {Measure} measure @param {(row: Row) => boolean} filter */
  const line = (name, measure, filter) => ({
    name,
    values: periods.map((period) => {
      const periodRows = rowsByPeriod.get(period);
      return measureValue(measure, periodRows?.filter(filter), periodRows);
    }),
  });
  const [measure] = measures;
  const series = timeline === 'each' && groupBy
    ? sortedKeys(groupRows(rows, groupBy)).map((key) => line(groupName(key), measure, (row) => groupBy(row) === key))
    : measures.map((each) => line(each.name, each, () => true));
  const chartData = {
    times: periods.map((period) => Date.parse(period) / 1000),
    utc: true,
    series,
    format: measure.format,
    scale: measure.scale ?? 'all',
  };
  return { chartData: /** @type {ChartData} */ (chartData), pointNames: periods.map(formatPeriodStart) };
}

/**
 * Return the starts of all periods from the first to the last, including periods without rows.
 * @param {string[]} knownStarts in order @param {string} bucket @returns {string[]}
 */
function periodStarts(knownStarts, bucket) {
  const startsByTime = new Map(knownStarts.map((start) => [Date.parse(start), start]));
  const lastTime = Date.parse(knownStarts[knownStarts.length - 1]);
  const starts = [knownStarts[0]];
  // The first period starts with the filter's range, which may be within a month; later ones at its boundaries.
  let time = nextPeriod(Date.parse(knownStarts[0]), bucket);
  while (time <= lastTime && starts.length < MAX_PERIODS) {
    starts.push(startsByTime.get(time) ?? new Date(time).toISOString());
    time = nextPeriod(time, bucket);
  }
  return starts.length < MAX_PERIODS ? starts : knownStarts;
}

/** Return the start of the next period. @param {number} time @param {string} bucket */
function nextPeriod(time, bucket) {
  const day = new Date(time);
  if (bucket === 'HOUR') return (Math.floor(time / 3_600_000) + 1) * 3_600_000;
  day.setUTCHours(0, 0, 0, 0);
  if (bucket === 'YEAR') return Date.UTC(day.getUTCFullYear() + 1, 0, 1);
  if (bucket === 'MONTH') return day.setUTCMonth(day.getUTCMonth() + 1, 1);
  if (bucket === 'SEASON') return day.setUTCMonth(day.getUTCMonth() - (day.getUTCMonth() % 3) + 3, 1);
  const week = windowKey('WEEK', day);
  do day.setUTCDate(day.getUTCDate() + 1);
  while (bucket === 'WEEK' && windowKey('WEEK', day) === week);
  return day.getTime();
}
