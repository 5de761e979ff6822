// @ts-check
// Numbers in the format of the reader's locale, with a typographic minus sign.

import { lazyValue } from './lazy-value.js';

/** Return a formatted number with a typographic minus sign. @param {string} text */
export const withMinus = (text) => text.replace('-', '−');

/** @param {Intl.NumberFormatOptions} [options] */
const numberFormat = (options) => lazyValue(() => new Intl.NumberFormat(undefined, { signDisplay: 'negative', ...options }));
/** @param {number} digits after the decimal point */
const decimalFormat = (digits) => numberFormat({ maximumFractionDigits: digits, minimumFractionDigits: digits });
const integerFormat = numberFormat();
const tenthsFormat = decimalFormat(1);
const hundredthsFormat = decimalFormat(2);
const signedFormat = numberFormat({ signDisplay: 'exceptZero', maximumFractionDigits: 0 });
const signedTenthsFormat = numberFormat({
  signDisplay: 'exceptZero', maximumFractionDigits: 1, minimumFractionDigits: 1,
});
const signedHundredthsFormat = numberFormat({
  signDisplay: 'exceptZero', maximumFractionDigits: 2, minimumFractionDigits: 2,
});
const percentFormat = numberFormat({ style: 'percent', maximumFractionDigits: 1 });

/** Shown in place of a missing value. */
export const NO_VALUE = '–';

/** @param {() => Intl.NumberFormat} format @returns {(value: number | null | undefined) => string} */
const formatter = (format) => (value) =>
  (value === null || value === undefined ? NO_VALUE : withMinus(format().format(value)));

/** Return a whole number. */
export const formatInteger = formatter(integerFormat);
/** Return a number with one decimal. */
export const formatTenths = formatter(tenthsFormat);
/** Return a number with two decimals. */
export const formatHundredths = formatter(hundredthsFormat);
/** Return a fraction of 1 in per cent. */
export const formatPercent = formatter(percentFormat);
/** Return a whole number with its sign: `+3`. */
export const formatSigned = formatter(signedFormat);
/** Return a number with its sign and one decimal. */
export const formatSignedTenths = formatter(signedTenthsFormat);
/** Return a number with its sign and two decimals. */
export const formatSignedHundredths = formatter(signedHundredthsFormat);
