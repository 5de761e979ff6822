// @ts-check
// The rows of a question as a chart: added up by what the bars are about, or in the course of time.

import { begun } from '../text/numbers.js';
import { keyOf } from './time-windows.js';

/**
 * @typedef {import('./statistics-lists.js').Question} Question
 * @typedef {import('./statistics-lists.js').Measure} Measure
 * @typedef {import('./statistics-lists.js').Row} Row
 * @typedef {import('./uplot-options.js').Drawing} Drawing
 */

/** The most stretches of time that are shown even if nothing was in them. */
const MOST = 5_000;

/**
 * Return the rows by what they are about, in the order in which that comes.
 * @template Key @param {readonly Row[]} rows @param {(row: Row) => Key} by @returns {Map<Key, Row[]>}
 */
function grouped(rows, by) {
  const found = new Map();
  for (const row of rows) found.set(by(row), [...(found.get(by(row)) ?? []), row]);
  return found;
}

/** @param {readonly Row[]} rows @param {(row: Row) => number} of */
const sum = (rows, of) => rows.reduce((total, row) => total + of(row), 0);

/** @param {Measure} measure @param {readonly Row[]} [rows] @param {readonly Row[]} [all] those of the same time */
function valueOf({ top, bottom }, rows, all) {
  if (!bottom) return sum(rows ?? [], top);
  const below = bottom === 'all' ? sum(all ?? [], top) : sum(rows ?? [], bottom);
  return below ? sum(rows ?? [], top) / below : null;
}

/** @param {Map<any, Row[]>} groups */
const inOrder = (groups) => {
  const keys = [...groups.keys()];
  return keys.every((key) => typeof key === 'number') ? keys.sort((one, other) => one - other) : keys;
};

/** Return numbers with those that are missing at the distance that all have. @param {number[]} keys in order */
function evenly(keys) {
  /** @param {number} one @param {number} other @returns {number} */
  const divisor = (one, other) => (other ? divisor(other, one % other) : one);
  const [first] = keys;
  const apart = keys.reduce((found, key) => divisor(key - first, found), 0) || 1;
  return Array.from({ length: (keys[keys.length - 1] - first) / apart + 1 }, (_, place) => first + place * apart);
}

/**
 * Return bars; null where they would tell nothing.
 * @param {Question} question @param {readonly Row[]} rows @returns {Drawing | null}
 */
export function barsOf({ by, called = String, measures, even }, rows) {
  if (!by || !rows.length) return null;
  const groups = grouped(rows, by);
  const keys = even ? evenly(inOrder(groups)) : inOrder(groups);
  return {
    names: keys.map(called),
    series: measures.map((measure) => ({
      name: measure.name,
      values: keys.map((key) => valueOf(measure, groups.get(key), rows)),
    })),
    format: measures[0].format,
    scale: measures[0].scale ?? 'all',
  };
}

/**
 * Return lines in the course of time, with what their points are called; null where there are none.
 * @param {Question} question @param {readonly Row[]} rows @param {string} bucket
 * @returns {{ drawing: Drawing, points: string[] } | null}
 */
export function courseOf({ by, called = String, measures, course }, rows, bucket) {
  if (course === 'none' || !rows.length) return null;
  const times = grouped(rows, ({ begins }) => begins);
  const stretches = between([...times.keys()], bucket);
  /** @param {string} name @param {Measure} measure @param {(row: Row) => boolean} among */
  const line = (name, measure, among) => ({
    name,
    values: stretches.map((begins) => {
      const all = times.get(begins);
      return valueOf(measure, all?.filter(among), all);
    }),
  });
  const [measure] = measures;
  const series = course === 'each' && by
    ? inOrder(grouped(rows, by)).map((key) => line(called(key), measure, (row) => by(row) === key))
    : measures.map((each) => line(each.name, each, () => true));
  const drawing = {
    times: stretches.map((begins) => Date.parse(begins) / 1000),
    utc: true,
    series,
    format: measure.format,
    scale: measure.scale ?? 'all',
  };
  return { drawing: /** @type {Drawing} */ (drawing), points: stretches.map(begun) };
}

/**
 * Return the beginnings of all stretches from the first to the last: where there is no row, nothing happened.
 * @param {string[]} known in order @param {string} bucket @returns {string[]}
 */
function between(known, bucket) {
  const kept = new Map(known.map((begins) => [Date.parse(begins), begins]));
  const last = Date.parse(known[known.length - 1]);
  const all = [known[0]];
  // The first may begin where the range does, within its month; those after it begin where they always do.
  for (let at = next(Date.parse(known[0]), bucket); at <= last && all.length < MOST; at = next(at, bucket)) {
    all.push(kept.get(at) ?? new Date(at).toISOString());
  }
  return all.length < MOST ? all : known;
}

/** When the next stretch of time begins. @param {number} at @param {string} bucket */
function next(at, bucket) {
  const day = new Date(at);
  if (bucket === 'HOUR') return (Math.floor(at / 3_600_000) + 1) * 3_600_000;
  day.setUTCHours(0, 0, 0, 0);
  if (bucket === 'YEAR') return Date.UTC(day.getUTCFullYear() + 1, 0, 1);
  if (bucket === 'MONTH') return day.setUTCMonth(day.getUTCMonth() + 1, 1);
  if (bucket === 'SEASON') return day.setUTCMonth(day.getUTCMonth() - (day.getUTCMonth() % 3) + 3, 1);
  const week = keyOf('WEEK', day);
  do day.setUTCDate(day.getUTCDate() + 1);
  while (bucket === 'WEEK' && keyOf('WEEK', day) === week);
  return day.getTime();
}
