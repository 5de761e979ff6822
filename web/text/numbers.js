// @ts-check
// Numbers, shares and times as the reader's own language writes them.

import { once } from '../ui/lazy-component.js';

const integer = once(() => new Intl.NumberFormat());
const onePlace = once(() => new Intl.NumberFormat(undefined, { maximumFractionDigits: 1, minimumFractionDigits: 1 }));
const twoPlaces = once(() => new Intl.NumberFormat(undefined, { maximumFractionDigits: 2, minimumFractionDigits: 2 }));
const perCent = once(() => new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 }));
/** @param {Intl.DateTimeFormatOptions} how */
const dates = (how) => once(() => new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', ...how }));
const moments = dates({ timeStyle: 'short' });
const days = dates({ timeZone: 'UTC' });
const hours = dates({ timeStyle: 'short', timeZone: 'UTC' });

/** What stands where there is nothing to tell. */
export const NOTHING = '–';

/** @param {() => Intl.NumberFormat} format @returns {(value: number | null | undefined) => string} */
const written = (format) => (value) => (value === null || value === undefined ? NOTHING : format().format(value));

/** Write a whole number. */
export const whole = written(integer);
/** Write a number to one place. */
export const tenths = written(onePlace);
/** Write a number to two places. */
export const hundredths = written(twoPlaces);
/** Write a part of one in per cent. */
export const share = written(perCent);

/** Write a moment in the reader's own zone. @param {string} at */
export const moment = (at) => moments().format(new Date(at));

/** Write a stretch's beginning, which is in UTC: a day, or an hour of it. @param {string | null} begins */
export function begun(begins) {
  if (begins === null) return NOTHING;
  const at = new Date(begins);
  return (at.getTime() % 86_400_000 ? hours : days)().format(at);
}

/** Write how long something took. @param {number | null} seconds */
export function duration(seconds) {
  if (seconds === null) return NOTHING;
  if (seconds < 60) return `${onePlace().format(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${integer().format(Math.floor(minutes / 60))} h ${minutes % 60} min`;
}

/** Write a name of the schema as a word: `TEN` is Ten. @param {string} name */
export const word = (name) => name.charAt(0) + name.slice(1).toLowerCase().replaceAll('_', ' ');

/** Say how many there are of something. @param {number} count @param {string} one @param {string} [many] */
export const counted = (count, one, many = `${one}s`) => `${integer().format(count)} ${count === 1 ? one : many}`;
