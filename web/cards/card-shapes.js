// @ts-check
// The shapes of which cards are drawn: suits, and the letters and numbers of the indices.

/**
 * Outlines of the suits and the joker around (0, 0), about 100 high. They are relative, with a space between any two
 * numbers, so that `placeShape()` can scale and turn them.
 * @type {Record<string, string>}
 */
const SUITS = {
  hearts: 'm 0 -24 c -5 -12 -14 -20 -25 -20 c -13 0 -23 10 -23 24 c 0 20 18 38 48 65'
    + ' c 30 -27 48 -45 48 -65 c 0 -14 -10 -24 -23 -24 c -11 0 -20 8 -25 20 z',
  diamonds: 'm 0 -50 c 9 18 22 35 38 50 c -16 15 -29 32 -38 50 c -9 -18 -22 -35 -38 -50 c 16 -15 29 -32 38 -50 z',
  clubs: 'm 0 -47 c 12 0 21 9 21 21 c 0 7 -3 13 -8 17 c 4 -3 8 -4 13 -4 c 12 0 21 9 21 21'
    + ' c 0 12 -9 21 -21 21 c -9 0 -16 -5 -20 -12 c 1 13 5 23 14 29 l -40 0 c 9 -6 13 -16 14 -29 c -4 7 -11 12 -20 12 c -12 0 -21 -9 -21 -21 c 0 -12 9 -21 21 -21'
    + ' c 5 0 9 1 13 4 c -5 -4 -8 -10 -8 -17 c 0 -12 9 -21 21 -21 z',
  spades: 'm 0 -49 c 12 22 45 34 45 58 c 0 13 -10 21 -21 21 c -8 0 -15 -4 -19 -10 c 1 11 5 20 14 26 l -38 0 c 9 -6 13 -15 14 -26'
    + ' c -4 6 -11 10 -19 10 c -11 0 -21 -8 -21 -21 c 0 -24 33 -36 45 -58 z',
  joker: 'm 0 -50 l 14 33 l 36 3 l -27 24 l 8 35 l -31 -18 l -31 18 l 8 -35 l -27 -24 l 36 -3 z',
};

/**
 * The lines of the indices, 22 high, around x = 0: absolute coordinates from the top at 0.
 * @type {Record<string, string>}
 */
const GLYPHS = {
  2: 'M-6.4 6.5C-6.4-2 6.6-2.4 6.6 6C6.6 11-4 14.5-7 22H7.3',
  3: 'M-6.3 0H6L-.8 8.8C3.8 8.6 7 11.4 7 15.3C7 23.8-5.6 24.2-7 17',
  4: 'M3.2 22V0L-7.6 16H8.2',
  5: 'M6 0H-4.8L-5.9 10C-2.5 6.8 7 7 7 14.8C7 24-5.6 24-7 17.5',
  6: 'M4 0L-5.7 10.8M0 8C-9.4 8-9.4 22 0 22C9.4 22 9.4 8 0 8Z',
  7: 'M-7 0H6.6L-1.8 22',
  8: 'M0 10.2C-7.6 10.2-7.6 0 0 0C7.6 0 7.6 10.2 0 10.2C-9.2 10.2-9.2 22 0 22C9.2 22 9.2 10.2 0 10.2Z',
  9: 'M-4 22L5.7 11.2M0 14C9.4 14 9.4 0 0 0C-9.4 0-9.4 14 0 14Z',
  10: 'M-9.8 3.8L-6.6 .4V22M4 0C10.6 0 10.6 22 4 22C-2.6 22-2.6 0 4 0Z',
  J: 'M5.2 0V14.5C5.2 24-6 24-6.6 15.5',
  Q: 'M0 0C10 0 10 22 0 22C-10 22-10 0 0 0ZM1.5 15.5L8.5 24',
  K: 'M-6 0V22M7 0L-5 13M-1 9.5L7.8 22',
  A: 'M-8 22L0 0L8 22M-5 15H5',
  O: 'M0 0C10 0 10 22 0 22C-10 22-10 0 0 0Z',
  E: 'M6.5 0H-5.5V22H6.5M-5.5 10.5H5',
  R: 'M-6 22V0H0C9 0 9 12 0 12H-6M0 12L7.5 22',
};

/** @param {number} number */
const rounded = (number) => String(Math.round(number * 100) / 100);

/**
 * Return the outline of a suit, or of the joker's star, at a place.
 * @param {string} name @param {number} x @param {number} y of its middle @param {number} height
 * @param {boolean} [isTurned] whether it is upside down
 */
export function placeShape(name, x, y, height, isTurned = false) {
  const scale = (isTurned ? -height : height) / 100;
  return `M${x} ${y}${SUITS[name].replace(/-?\d+/g, (number) => rounded(Number(number) * scale))}`;
}

/**
 * Return the lines of an index at a place.
 * @param {string} glyph @param {number} x of its middle @param {number} y of its top @param {number} scale
 */
export function placeGlyph(glyph, x, y, scale) {
  let isX = false;
  return GLYPHS[glyph].replace(/([A-Z])|-?\d*\.?\d+/g, (found, command) => {
    if (command) {
      isX = command !== 'V';
      return command;
    }
    const placed = isX ? x + Number(found) * scale : y + Number(found) * scale;
    isX = !isX;
    return ` ${rounded(placed)}`;
  });
}
