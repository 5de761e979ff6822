// @ts-check
// The periods of a chart over time, with those that have no rows.

import { windowKey } from '../time-windows.js';

/** With more periods than this, empty ones are left out. */
const MAX_PERIODS = 5_000;

/**
 * Return the starts of all periods from the first to the last, including periods without rows.
 * @param {string[]} knownStarts in order @param {string} bucket @returns {string[]}
 */
export function periodStarts(knownStarts, bucket) {
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
