// @ts-check
// The games that can be played here, and what their options are called for people.

import { ask } from '../net/client.js';
import { Store, useEffect, useStore } from '../ui/html.js';

/** @typedef {import('../schema').Variant} Variant */

const known = new Store(/** @type {Variant[] | null} */ (null));
let asked = false;

/** Return the variants; null until they are known. They stay the same as long as the page does. */
export function useVariants() {
  useEffect(() => {
    if (asked) return;
    asked = true;
    ask('Variants', {}, { attempts: Infinity }).then(
      ({ variants }) => known.set(variants),
      // There is no answer to wait for; games have the names that they are stored by.
      () => void (asked = false),
    );
  }, []);
  return useStore(known);
}

/** Return a variant's name for people. @param {Variant[] | null} variants @param {string} name */
export const titleOf = (variants, name) => variants?.find((each) => each.name === name)?.title ?? worded(name);

/** Return a name or a value of an option as words: `each_round` → `Each round`. @param {string} name */
export function worded(name) {
  const words = name.replace(/[_-]+/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Return how many can play, in words. @param {Pick<Variant, 'leastSeats' | 'mostSeats'>} variant */
export const playersOf = ({ leastSeats, mostSeats }) =>
  leastSeats === mostSeats ? `${mostSeats} players` : `${leastSeats} to ${mostSeats} players`;
