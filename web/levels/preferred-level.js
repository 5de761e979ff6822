// @ts-check
// The level of machine players that you chose last, kept in this browser.

import { DEFAULT_LEVEL } from '../text/option-text.js';
import { useState } from '../ui/html.js';

/** @typedef {import('../schema').MachineLevel} MachineLevel */

const STORAGE_KEY = 'kibitz.machine-level';

/**
 * Return your level among those of a variant, and a function that chooses and stores another.
 * @param {readonly MachineLevel[]} levels @returns {[MachineLevel, (level: MachineLevel) => void]}
 */
export function usePreferredLevel(levels) {
  const [chosen, setChosen] = useState(readLevel);
  const choose = (/** @type {MachineLevel} */ level) => (writeLevel(level), setChosen(level));
  return [possibleLevel(levels, chosen), choose];
}

/**
 * Return a level if the machine plays a variant at it, else the default one.
 * @param {readonly MachineLevel[]} levels of the variant @param {string} level @returns {MachineLevel}
 */
export const possibleLevel = (levels, level) => levels.find((each) => each === level) ?? DEFAULT_LEVEL;

/** @returns {string} */
function readLevel() {
  try {
    return localStorage.getItem(STORAGE_KEY) ?? DEFAULT_LEVEL;
  } catch {
    return DEFAULT_LEVEL;
  }
}

/** @param {MachineLevel} level */
function writeLevel(level) {
  try {
    localStorage.setItem(STORAGE_KEY, level);
  } catch {
    // There is no storage: the choice ends with the page.
  }
}
