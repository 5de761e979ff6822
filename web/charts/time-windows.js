// @ts-check
// The time windows of leaderboards in UTC: keys of days, weeks, months and seasons.

import { t } from 'catalogue/charts.js';
import { formatDayRange, formatMonth, formatMonthRange, formatWeekday } from '../text/dates.js';

/** @typedef {import('../schema').Window} Window */

const DAY = 86_400_000;

/** The windows with their titles. @type {[Window, string][]} */
export const WINDOWS = [
  ['DAY', t('charts.window.DAY')],
  ['WEEK', t('charts.window.WEEK')],
  ['MONTH', t('charts.window.MONTH')],
  ['SEASON', t('charts.window.SEASON')],
  ['ALL_TIME', t('charts.window.ALL_TIME')],
];

/** @param {number} number @param {number} [digits] */
const pad = (number, digits = 2) => String(number).padStart(digits, '0');

/** Return the Thursday of a date's week, whose year is the week's year. @param {Date} at */
const thursdayOf = (at) => new Date(at.getTime() + (4 - (at.getUTCDay() || 7)) * DAY);

/** Return the key of the window that contains a date. @param {Window} window @param {Date} at */
export function windowKey(window, at) {
  const year = pad(at.getUTCFullYear(), 4);
  const month = at.getUTCMonth();
  if (window === 'DAY') return at.toISOString().slice(0, 10);
  if (window === 'MONTH') return `${year}-${pad(month + 1)}`;
  if (window === 'SEASON') return `${year}-Q${Math.floor(month / 3) + 1}`;
  if (window === 'ALL_TIME') return 'all';
  const weekThursday = thursdayOf(at);
  const yearStart = Date.UTC(weekThursday.getUTCFullYear(), 0, 1);
  const week = Math.floor((weekThursday.getTime() - yearStart) / DAY / 7) + 1;
  return `${pad(weekThursday.getUTCFullYear(), 4)}-W${pad(week)}`;
}

/** Return the start of a window; null if the key is invalid. @param {Window} window @param {string} key */
export function windowStart(window, key) {
  const [, year, kind, number, day] = /^(\d{4})-([WQ]?)(\d{1,2})(?:-(\d\d))?$/.exec(key) ?? [];
  if (!year) return null;
  const [y, n] = [Number(year), Number(number)];
  const at = kind === 'W'
    ? new Date(thursdayOf(new Date(Date.UTC(y, 0, 4))).getTime() + (7 * (n - 1) - 3) * DAY)
    : new Date(Date.UTC(y, kind === 'Q' ? 3 * n - 3 : n - 1, Number(day ?? 1)));
  return windowKey(window, at) === key ? at : null;
}

/**
 * Return the key of the window before or after; null if the key is invalid.
 * @param {Window} window @param {string} key @param {1 | -1} offset
 */
export function shiftWindow(window, key, offset) {
  const at = windowStart(window, key);
  if (!at) return null;
  if (window === 'DAY') at.setUTCDate(at.getUTCDate() + offset);
  else if (window === 'WEEK') at.setUTCDate(at.getUTCDate() + 7 * offset);
  else at.setUTCMonth(at.getUTCMonth() + (window === 'SEASON' ? 3 : 1) * offset);
  return windowKey(window, at);
}

/** Return a window as text: `March 2026`. @param {Window} window @param {string} key */
export function windowText(window, key) {
  const at = windowStart(window, key);
  if (!at) return window === 'ALL_TIME' ? t('charts.window.ALL_TIME') : key;
  if (window === 'DAY') return formatWeekday(at);
  if (window === 'MONTH') return formatMonth(at);
  const last = new Date(at);
  if (window === 'WEEK') last.setUTCDate(last.getUTCDate() + 6);
  else last.setUTCMonth(last.getUTCMonth() + 2);
  const range = window === 'WEEK' ? formatDayRange(at, last) : formatMonthRange(at, last);
  const [year, name] = key.split('-');
  return t(window === 'WEEK' ? 'charts.weekText' : 'charts.seasonText', { number: Number(name.slice(1)), year, range });
}
