// @ts-check
// Numbers, shares and times as the reader's own language writes them.

const WHOLE = new Intl.NumberFormat();
const ONE = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1, minimumFractionDigits: 1 });
const TWO = new Intl.NumberFormat(undefined, { maximumFractionDigits: 2, minimumFractionDigits: 2 });
const SHARE = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 });
const MOMENT = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });
const HOUR = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

/** What stands where there is nothing to tell. */
export const NOTHING = '–';

/** @param {Intl.NumberFormat} format @returns {(value: number | null | undefined) => string} */
const written = (format) => (value) => (value === null || value === undefined ? NOTHING : format.format(value));

/** Write a whole number. */
export const whole = written(WHOLE);
/** Write a number to one place. */
export const tenths = written(ONE);
/** Write a number to two places. */
export const hundredths = written(TWO);
/** Write a part of one in per cent. */
export const share = written(SHARE);

/** Write a moment in the reader's own zone. @param {string} at */
export const moment = (at) => MOMENT.format(new Date(at));

/** Write a stretch's beginning, which is in UTC: a day, or an hour of it. @param {string | null} begins */
export function begun(begins) {
  if (begins === null) return NOTHING;
  const at = new Date(begins);
  return (at.getTime() % 86_400_000 ? HOUR : DAY).format(at);
}

/** Write how long something took. @param {number | null} seconds */
export function duration(seconds) {
  if (seconds === null) return NOTHING;
  if (seconds < 60) return `${ONE.format(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${WHOLE.format(Math.floor(minutes / 60))} h ${minutes % 60} min`;
}

/** Write a name of the schema as a word: `TEN` is Ten. @param {string} name */
export const word = (name) => name.charAt(0) + name.slice(1).toLowerCase().replaceAll('_', ' ');

/** Say how many there are of something. @param {number} count @param {string} one @param {string} [many] */
export const counted = (count, one, many = `${one}s`) => `${WHOLE.format(count)} ${count === 1 ? one : many}`;
