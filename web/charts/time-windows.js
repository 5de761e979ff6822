// @ts-check
// Days, weeks, months and seasons as leaderboards name them, all in UTC: which is now, and which come before and after.

/** @typedef {import('../schema').Window} Window */

const DAY = 86_400_000;

/** @type {[Window, string][]} */
export const WINDOWS = [
  ['DAY', 'Day'],
  ['WEEK', 'Week'],
  ['MONTH', 'Month'],
  ['SEASON', 'Season'],
  ['ALL_TIME', 'All time'],
];

/** @param {number} number @param {number} [digits] */
const padded = (number, digits = 2) => String(number).padStart(digits, '0');

/** The Thursday of a day's week: it tells to which year the week belongs. @param {Date} at */
const thursday = (at) => new Date(at.getTime() + (4 - (at.getUTCDay() || 7)) * DAY);

/** Return what a moment's stretch of time is called. @param {Window} window @param {Date} at */
export function keyOf(window, at) {
  const year = padded(at.getUTCFullYear(), 4);
  const month = at.getUTCMonth();
  if (window === 'DAY') return at.toISOString().slice(0, 10);
  if (window === 'MONTH') return `${year}-${padded(month + 1)}`;
  if (window === 'SEASON') return `${year}-Q${Math.floor(month / 3) + 1}`;
  if (window === 'ALL_TIME') return 'all';
  const middle = thursday(at);
  const first = Date.UTC(middle.getUTCFullYear(), 0, 1);
  return `${padded(middle.getUTCFullYear(), 4)}-W${padded(Math.floor((middle.getTime() - first) / DAY / 7) + 1)}`;
}

/** Return when a stretch of time begins; null where none is called so. @param {Window} window @param {string} key */
export function beginning(window, key) {
  const [, year, kind, number, day] = /^(\d{4})-([WQ]?)(\d{1,2})(?:-(\d\d))?$/.exec(key) ?? [];
  if (!year) return null;
  const [y, n] = [Number(year), Number(number)];
  const at = kind === 'W'
    ? new Date(thursday(new Date(Date.UTC(y, 0, 4))).getTime() + (7 * (n - 1) - 3) * DAY)
    : new Date(Date.UTC(y, kind === 'Q' ? 3 * n - 3 : n - 1, Number(day ?? 1)));
  return keyOf(window, at) === key ? at : null;
}

/**
 * Return what the stretch before or after is called; null where there is none.
 * @param {Window} window @param {string} key @param {1 | -1} by
 */
export function step(window, key, by) {
  const at = beginning(window, key);
  if (!at) return null;
  if (window === 'DAY') at.setUTCDate(at.getUTCDate() + by);
  else if (window === 'WEEK') at.setUTCDate(at.getUTCDate() + 7 * by);
  else at.setUTCMonth(at.getUTCMonth() + (window === 'SEASON' ? 3 : 1) * by);
  return keyOf(window, at);
}

/** Return a stretch of time in words. @param {Window} window @param {string} key */
export function windowWords(window, key) {
  const at = beginning(window, key);
  if (!at) return window === 'ALL_TIME' ? 'All time' : key;
  /** @param {Intl.DateTimeFormatOptions} how */
  const written = (how) => new Intl.DateTimeFormat(undefined, { timeZone: 'UTC', ...how });
  if (window === 'DAY') return written({ dateStyle: 'full' }).format(at);
  if (window === 'MONTH') return written({ month: 'long', year: 'numeric' }).format(at);
  const last = new Date(at);
  if (window === 'WEEK') last.setUTCDate(last.getUTCDate() + 6);
  else last.setUTCMonth(last.getUTCMonth() + 2);
  const range = window === 'WEEK' ? written({ dateStyle: 'medium' }) : written({ month: 'long', year: 'numeric' });
  const [year, name] = key.split('-');
  return `${window === 'WEEK' ? 'Week' : 'Season'} ${Number(name.slice(1))} of ${year}, ${range.formatRange(at, last)}`;
}
