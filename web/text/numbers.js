// @ts-check
// Numbers in the format of the reader's locale.

import { lazyValue } from './lazy-value.js';

const integerFormat = lazyValue(() => new Intl.NumberFormat());
/** @param {number} digits after the decimal point */
const decimalFormat = (digits) =>
  lazyValue(() => new Intl.NumberFormat(undefined, { maximumFractionDigits: digits, minimumFractionDigits: digits }));
const tenthsFormat = decimalFormat(1);
const hundredthsFormat = decimalFormat(2);
const percentFormat = lazyValue(() => new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 }));

/** Shown in place of a missing value. */
export const NO_VALUE = '–';

/** @param {() => Intl.NumberFormat} format @returns {(value: number | null | undefined) => string} */
const formatter = (format) => (value) => (value === null || value === undefined ? NO_VALUE : format().format(value));

/** Return a whole number. */
export const formatInteger = formatter(integerFormat);
/** Return a number with one decimal. */
export const formatTenths = formatter(tenthsFormat);
/** Return a number with two decimals. */
export const formatHundredths = formatter(hundredthsFormat);
/** Return a fraction of 1 in per cent. */
export const formatPercent = formatter(percentFormat);

/** Return the name of an enum value as a word: `TEN` → `Ten`. @param {string} name */
export const enumText = (name) => name.charAt(0) + name.slice(1).toLowerCase().replaceAll('_', ' ');

/** Return a number of things: `1,200 games`. @param {number} count @param {string} one @param {string} [many] */
export const formatCount = (count, one, many = `${one}s`) =>
  `${integerFormat().format(count)} ${count === 1 ? one : many}`;
