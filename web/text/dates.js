// @ts-check
// Dates, periods and durations as text.

import { lazyValue } from './lazy-value.js';
import { formatInteger, formatTenths, NO_VALUE } from './numbers.js';

/** @param {Intl.DateTimeFormatOptions} options */
const dateTimeFormat = (options) =>
  lazyValue(() => new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', ...options }));
const dateTimes = dateTimeFormat({ timeStyle: 'short' });
const utcDays = dateTimeFormat({ timeZone: 'UTC' });
const utcHours = dateTimeFormat({ timeStyle: 'short', timeZone: 'UTC' });

const relativeTimes = lazyValue(() => new Intl.RelativeTimeFormat('en', { numeric: 'auto' }));
/** Units with their length in seconds, the longest first. @type {[Intl.RelativeTimeFormatUnit, number][]} */
const RELATIVE_UNITS = [['year', 31_557_600], ['month', 2_629_800], ['day', 86_400], ['hour', 3_600], ['minute', 60]];

/** Return the time since a moment: `5 minutes ago`. @param {string} at */
export function formatRelativeTime(at) {
  const seconds = (Date.now() - Date.parse(at)) / 1000;
  const [unit, length] = RELATIVE_UNITS.find(([, each]) => seconds >= each) ?? [];
  // A moment in the future means that the clocks of server and browser differ.
  return unit && length ? relativeTimes().format(-Math.floor(seconds / length), unit) : 'just now';
}

/** Return date and time in the reader's time zone. @param {string} at */
export const formatDateTime = (at) => dateTimes().format(new Date(at));

/** Return the start of a statistics period, which is a day or an hour in UTC. @param {string | null} start */
export function formatPeriodStart(start) {
  if (start === null) return NO_VALUE;
  const at = new Date(start);
  return (at.getTime() % 86_400_000 ? utcHours : utcDays)().format(at);
}

/** Return a duration: `12 min`. @param {number | null} seconds */
export function formatDuration(seconds) {
  if (seconds === null) return NO_VALUE;
  if (seconds < 60) return `${formatTenths(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${formatInteger(Math.floor(minutes / 60))} h ${minutes % 60} min`;
}
