// @ts-check
// Intervals as text.

import { t } from 'catalogue/charts.js';

/**
 * Return an interval as text: `31% to 42%`; null as a missing value.
 * @param {import('./intervals.js').Interval | null} interval @param {(value: number | null) => string} format
 */
export const intervalText = (interval, format) =>
  interval ? t('charts.interval', { low: format(interval.low), high: format(interval.high) }) : format(null);
