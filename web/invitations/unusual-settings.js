// @ts-check
// The options of a game that a guest should know of: the clock, and those that differ from the usual.

import { isClockOption } from '../text/option-text.js';

/** @typedef {{ readonly name: string, readonly value: string }} Setting */

/**
 * Return the settings of the clock, and the others that differ from the defaults.
 * @param {readonly Setting[]} settings @param {readonly import('../schema').VariantOption[]} options of the variant
 */
export function unusualSettings(settings, options) {
  const defaults = new Map(options.map((option) => [option.name, option.default]));
  return settings.filter(({ name, value }) => isClockOption(name) || defaults.get(name) !== value);
}
