// @ts-check
// The options of a game and the levels of the machine in words: those that this page knows, and any other by its name.

import { t, tOptional } from './messages.js';
import { capitalize, humanize } from './phrases.js';

/** @typedef {{ readonly name: string, readonly value: string }} Setting */

const CLOCK_OPTIONS = ['clock', 'move_seconds', 'bank_seconds', 'increment_seconds', 'on_timeout', 'timeouts_in_a_row'];

/** Return whether every variant has an option. @param {string} name */
export const isCommonOption = (name) => tOptional(`text.option.${name}`) !== null;

/** Return whether an option is one of the clock's. @param {string} name */
export const isClockOption = (name) => CLOCK_OPTIONS.includes(name);

/** Return whether an option has an effect beside the other values. @param {string} name @param {Record<string, string>} values */
export function hasEffect(name, { clock, on_timeout }) {
  if (!isClockOption(name) || name === 'clock') return true;
  if (name === 'bank_seconds' || name === 'increment_seconds') return clock === 'bank';
  return clock !== 'none' && (name !== 'timeouts_in_a_row' || on_timeout === 'machine_moves');
}

/** Return the name or a value of an option as text: `each_round` → `Each round`. @param {string} name */
export function optionText(name) {
  const words = name.replace(/[_-]+/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Return the label of an option. @param {string} name */
export const optionLabel = (name) => tOptional(`text.option.${name}`) ?? optionText(name);

/** Return the hint of an option. @param {string} name @param {string} description the server's own */
export const optionHint = (name, description) => tOptional(`text.optionHint.${name}`) ?? description;

/** Return the value of an option as text. @param {string} name @param {string} value */
export const optionValueText = (name, value) =>
  tOptional(`text.optionValue.${name}.${value}`) ?? tOptional(`text.optionValue.${value.toLowerCase()}`) ?? optionText(value);

/** Return the options of a game in words; those of the clock are one sentence. @param {readonly Setting[]} settings */
export function settingTexts(settings) {
  const values = Object.fromEntries(settings.map(({ name, value }) => [name, value]));
  return settings.flatMap(({ name, value }) => {
    if (name === 'clock') return { name, label: optionLabel(name), text: clockText(values) };
    return isClockOption(name) ? [] : { name, label: optionLabel(name), text: optionValueText(name, value) };
  });
}

/** Return the time limit of a game as text. @param {Record<string, string>} values of its options, by their names */
export function clockText({ clock, move_seconds, bank_seconds, increment_seconds, on_timeout, timeouts_in_a_row }) {
  if (clock === 'none') return t('text.optionValue.clock.none');
  const move = durationText(move_seconds);
  const timeout = on_timeout === 'seat_resigns'
    ? t('text.clock.resigns')
    : t('text.clock.machine', { count: Number(timeouts_in_a_row) });
  if (clock !== 'bank') return t('text.clock.perMove', { move, timeout });
  const [bank, increment] = [bank_seconds, increment_seconds].map(durationText);
  return t('text.clock.bank', { move, bank, increment, timeout });
}

/** Return an exact duration: `60 s`, `2 min`. @param {string} seconds */
function durationText(seconds) {
  const count = Number(seconds);
  /** @param {number} unit in seconds */
  const isIn = (unit) => count > unit && count % unit === 0;
  if (isIn(86_400)) return t('text.duration.days', { days: count / 86_400 });
  if (isIn(3_600)) return t('text.duration.hours', { hours: count / 3_600 });
  return isIn(60) ? t('text.duration.minutes', { minutes: count / 60 }) : t('text.duration.seconds', { seconds: count });
}

/** All levels that the page expects, from the weakest. @type {readonly import('../schema').MachineLevel[]} */
export const LEVELS = ['BEGINNER', 'PUBLISHED', 'SKILLED', 'EXPERT'];
/** The level of machine players for which nobody has chosen another. */
export const DEFAULT_LEVEL = 'PUBLISHED';

/** Return the name of a level. @param {string} level */
export const levelText = (level) => tOptional(`text.level.${level}`) ?? capitalize(humanize(level));
