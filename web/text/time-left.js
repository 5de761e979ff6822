// @ts-check
// The time that is left on a clock, as text.

import { t } from './messages.js';

/** @param {number} number */
const twoDigits = (number) => String(number).padStart(2, '0');

/** Return the time left on a clock: `0:09`, `2:05`, `3 h 20 min`, `6 d 23 h`. @param {number} milliseconds */
export function timeLeftText(milliseconds) {
  const seconds = Math.ceil(Math.max(0, milliseconds) / 1000);
  const [minutes, hours, days] = [60, 3_600, 86_400].map((length) => Math.floor(seconds / length));
  if (days) return t('text.duration.daysAndHours', { days, hours: hours % 24 });
  if (hours) return t('text.duration.hoursAndMinutes', { hours, minutes: minutes % 60 });
  return `${minutes}:${twoDigits(seconds % 60)}`;
}
