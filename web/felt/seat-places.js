// @ts-check
// The places of the seats around the felt, on a wide, an upright and a low screen.

/** @typedef {readonly [x: number, y: number]} Place from 0 at the left and at the top to 1 */

/**
 * The places of the seats clockwise after the bottom one, by their number. No two are so close that their seats overlap
 * on the smallest screen of that form; tests/web/geometry measures it.
 * @type {Record<'wide' | 'upright' | 'low', Record<number, readonly Place[]>>}
 */
const PLACES = {
  wide: {
    1: [[0.5, 0]],
    2: [[0.1, 0], [0.9, 0]],
    3: [[0, 0.45], [0.5, 0], [1, 0.45]],
    4: [[0, 0.55], [0.27, 0], [0.73, 0], [1, 0.55]],
    5: [[0, 0.6], [0.16, 0], [0.5, 0], [0.84, 0], [1, 0.6]],
    6: [[0, 0.85], [0, 0.32], [0.31, 0], [0.69, 0], [1, 0.32], [1, 0.85]],
    7: [[0, 0.9], [0, 0.4], [0.16, 0], [0.5, 0], [0.84, 0], [1, 0.4], [1, 0.9]],
  },
  upright: {
    1: [[0.5, 0]],
    2: [[0.1, 0], [0.9, 0]],
    3: [[0, 0], [0.5, 0], [1, 0]],
    4: [[0, 0], [1 / 3, 0], [2 / 3, 0], [1, 0]],
    5: [[0, 0.55], [0, 0], [0.5, 0], [1, 0], [1, 0.55]],
    6: [[0, 0.9], [0, 0.45], [0.2, 0], [0.8, 0], [1, 0.45], [1, 0.9]],
    7: [[0, 0.9], [0, 0.45], [0, 0], [0.5, 0], [1, 0], [1, 0.45], [1, 0.9]],
  },
  low: {
    1: [[0.5, 0]],
    2: [[0.15, 0], [0.85, 0]],
    3: [[0, 0.35], [0.5, 0], [1, 0.35]],
    4: [[0, 0.4], [0.3, 0], [0.7, 0], [1, 0.4]],
    5: [[0, 0.5], [0.2, 0], [0.5, 0], [0.8, 0], [1, 0.5]],
    6: [[0, 0.55], [0.14, 0], [0.38, 0], [0.62, 0], [0.86, 0], [1, 0.55]],
    7: [[0, 0.6], [0.1, 0], [0.3, 0], [0.5, 0], [0.7, 0], [0.9, 0], [1, 0.6]],
  },
};

/** Return the seats clockwise, starting at the bottom. @param {number} count @param {number} first */
export const seatsClockwise = (count, first) => Array.from({ length: count }, (_, place) => (first + place) % count);

/**
 * Return the place of a seat for each form of screen, as variables of a style. The seat at the bottom has none.
 * @param {number} place clockwise from the bottom @param {number} count
 * @returns {Record<string, number>}
 */
export function placeStyle(place, count) {
  if (place === 0) return {};
  const fallback = /** @type {Place} */ ([place / count, 0]);
  const [wide, upright, low] = [PLACES.wide, PLACES.upright, PLACES.low]
    .map((places) => places[count - 1]?.[place - 1] ?? fallback);
  return {
    '--wide-x': wide[0], '--wide-y': wide[1], '--upright-x': upright[0], '--upright-y': upright[1],
    '--low-x': low[0], '--low-y': low[1],
  };
}

/**
 * Return the direction from the middle to a seat: `--x` to the right and `--y` downwards, from −1 to 1.
 * @param {number} place clockwise from the bottom @param {number} count
 */
export function direction(place, count) {
  const angle = Math.PI / 2 + (2 * Math.PI * place) / count;
  return { '--x': Math.cos(angle).toFixed(3), '--y': Math.sin(angle).toFixed(3) };
}
