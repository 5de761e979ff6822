// @ts-check
// The options of a game in words: those that every variant has, and any other by its name.

/** @typedef {{ readonly name: string, readonly value: string }} Setting */

/** The labels and hints of the options that every variant has. @type {Record<string, [label: string, hint: string]>} */
const COMMON_OPTIONS = {
  clock: ['Clock', 'The time that players have for their moves.'],
  move_seconds: ['Seconds for each move', 'From 10 seconds to 604,800, which is a week.'],
  bank_seconds: ['Seconds in the bank', 'Each player has them once, for moves that take longer.'],
  increment_seconds: ['Seconds added to the bank', 'Each move adds them to the bank of its player.'],
  on_timeout: ['When the time is over', 'A move still counts within a second after the end of the time.'],
  timeouts_in_a_row: ['Times until the machine plays on', 'After so many times in a row it plays on, until the player takes the ' +
    'seat back.'],
  lobby_minutes: ['Minutes until an empty table is closed', 'A table that has not started is closed after this time ' +
    'without a person. Choose 0 for never.'],
  talk: ['Phrases', 'Whether phrases can be said at the table.'],
};

/** The values of the options that every variant has. @type {Record<string, Record<string, string>>} */
const COMMON_VALUES = {
  clock: { none: 'No clock', per_move: 'For each move', bank: 'For each move, with a bank' },
  on_timeout: { machine_moves: 'The machine moves for the player', seat_resigns: 'The player resigns' },
};

const CLOCK_OPTIONS = ['clock', 'move_seconds', 'bank_seconds', 'increment_seconds', 'on_timeout', 'timeouts_in_a_row'];

/** Return whether every variant has an option. @param {string} name */
export const isCommonOption = (name) => Object.hasOwn(COMMON_OPTIONS, name);

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
export const optionLabel = (name) => COMMON_OPTIONS[name]?.[0] ?? optionText(name);

/** Return the hint of an option. @param {string} name @param {string} description the server's own */
export const optionHint = (name, description) => COMMON_OPTIONS[name]?.[1] ?? description;

/** Return the value of an option as text. @param {string} name @param {string} value */
export const optionValueText = (name, value) =>
  COMMON_VALUES[name]?.[value] ?? { true: 'Yes', false: 'No' }[value.toLowerCase()] ?? optionText(value);

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
  if (clock === 'none') return COMMON_VALUES.clock.none;
  const bank = clock === 'bank'
    ? `, then a bank of ${durationText(bank_seconds)} to which each move adds ${durationText(increment_seconds)}`
    : '';
  return `${durationText(move_seconds)} for each move${bank}; ${timeoutText(on_timeout, timeouts_in_a_row)}`;
}

/** @param {string} on_timeout @param {string} timeouts_in_a_row */
function timeoutText(on_timeout, timeouts_in_a_row) {
  if (on_timeout === 'seat_resigns') return 'the player resigns when the time is over';
  if (timeouts_in_a_row === '1') return 'the machine plays on when the time is over';
  return `the machine moves when the time is over, and plays on after ${timeouts_in_a_row} times in a row`;
}

/** The units of durations in seconds, the longest first. @type {[string, number][]} */
const UNITS = [['d', 86_400], ['h', 3_600], ['min', 60]];

/** Return an exact duration: `60 s`, `2 min`. @param {string} seconds */
function durationText(seconds) {
  const count = Number(seconds);
  const [unit, length] = UNITS.find(([, each]) => count > each && count % each === 0) ?? ['s', 1];
  return `${count / length} ${unit}`;
}
