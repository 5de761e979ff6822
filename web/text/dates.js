// @ts-check
// Dates, periods and durations as text, in the format of the reader's locale.

import { lazyValue } from './lazy-value.js';
import { t } from './messages.js';
import { formatTenths, NO_VALUE } from './numbers.js';

/** @param {Intl.DateTimeFormatOptions} options */
const dateTimeFormat = (options) =>
  lazyValue(() => new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', ...options }));
const dateTimes = dateTimeFormat({ timeStyle: 'short' });
const utcDays = dateTimeFormat({ timeZone: 'UTC' });
const utcHours = dateTimeFormat({ timeStyle: 'short', timeZone: 'UTC' });
const utcWeekdays = dateTimeFormat({ dateStyle: 'full', timeZone: 'UTC' });
const utcMonths = dateTimeFormat({ dateStyle: undefined, month: 'long', year: 'numeric', timeZone: 'UTC' });

const relativeTimes = lazyValue(() => new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: 'auto' }));
/** Units with their length in seconds, the longest first. @type {[Intl.RelativeTimeFormatUnit, number][]} */
const RELATIVE_UNITS = [['year', 31_557_600], ['month', 2_629_800], ['day', 86_400], ['hour', 3_600], ['minute', 60]];

/** Return the time since a moment: `5 minutes ago`. @param {string} at */
export function formatRelativeTime(at) {
  const seconds = (Date.now() - Date.parse(at)) / 1000;
  const [unit, length] = RELATIVE_UNITS.find(([, each]) => seconds >= each) ?? [];
  // A moment in the future means that the clocks of server and browser differ.
  return unit && length ? relativeTimes().format(-Math.floor(seconds / length), unit) : t('text.justNow');
}

/** Return date and time in the reader's time zone. @param {string} at */
export const formatDateTime = (at) => dateTimes().format(new Date(at));

/** Return a day in UTC. @param {Date} at */
export const formatDay = (at) => utcDays().format(at);
/** Return a day in UTC with its weekday. @param {Date} at */
export const formatWeekday = (at) => utcWeekdays().format(at);
/** Return a month in UTC. @param {Date} at */
export const formatMonth = (at) => utcMonths().format(at);
/** Return the days from one to another, in UTC. @param {Date} first @param {Date} last */
export const formatDayRange = (first, last) => utcDays().formatRange(first, last);
/** Return the months from one to another, in UTC. @param {Date} first @param {Date} last */
export const formatMonthRange = (first, last) => utcMonths().formatRange(first, last);

/**
 * Return functions that format times in seconds, for the axis of a chart.
 * @param {string | undefined} timeZone
 */
export function axisFormats(timeZone) {
  /** @param {Intl.DateTimeFormatOptions} options @returns {(seconds: number) => string} */
  const axisFormat = (options) => {
    const format = new Intl.DateTimeFormat(undefined, { timeZone, ...options });
    return (seconds) => format.format(seconds * 1000);
  };
  return {
    year: axisFormat({ year: 'numeric' }),
    month: axisFormat({ month: 'short' }),
    day: axisFormat({ day: 'numeric', month: 'short' }),
    minute: axisFormat({ hour: 'numeric', minute: '2-digit' }),
    second: axisFormat({ hour: 'numeric', minute: '2-digit', second: '2-digit' }),
  };
}

/** Return the start of a statistics period, which is a day or an hour in UTC. @param {string | null} start */
export function formatPeriodStart(start) {
  if (start === null) return NO_VALUE;
  const at = new Date(start);
  return (at.getTime() % 86_400_000 ? utcHours : utcDays)().format(at);
}

/** Return a duration: `12 min`. @param {number | null} seconds */
export function formatDuration(seconds) {
  if (seconds === null) return NO_VALUE;
  if (seconds < 60) return t('text.duration.seconds', { seconds: formatTenths(seconds) });
  const minutes = Math.round(seconds / 60);
  return minutes < 60
    ? t('text.duration.minutes', { minutes })
    : t('text.duration.hoursAndMinutes', { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}
