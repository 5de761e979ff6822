// @ts-check
// The upper halves of the figures on court cards and the joker, as layers of paths. The lower half is the same, turned.

import { placeShape } from './card-shapes.js';

/**
 * How a layer is painted and its path: `main` in the colour of the suit, `deep` darker, `tint` lighter, `gold`, `skin`;
 * `thin`, `dots`, `spots` and `beads` are lines.
 * @typedef {[paint: string, path: string]} Layer
 */

/** Head, crown, beard and cloak of a king. @param {string} suit @returns {Layer[]} */
const king = (suit) => [
  ['tint', 'M8 70C9 57 20 51 34 49H66C80 51 91 57 92 70Z'],
  ['skin', 'M29 50C31 62 40 70 50 70S69 62 71 50L63 47H37Z'],
  ['spots', 'M33.5 55h.1M38.5 63h.1M66.5 55h.1M61.5 63h.1'],
  ['deep', 'M34 26V45C34 50 36 54 39 56L41.5 60L45.5 59.5L50 65L54.5 59.5L58.5 60L61 56C64 54 66 50 66 45V26Z'],
  ['skin', 'M38 24H62V38C62 42 57 43 50 43S38 42 38 38Z'],
  ['deep', 'M50 38.5C45 36.5 41 41 36 41C39 46.5 46 46.5 50 43C54 46.5 61 46.5 64 41C59 41 55 36.5 50 38.5Z'],
  ['thin', 'M50 30V36M41.5 28.5H46.5M53.5 28.5H58.5'],
  ['dots', 'M44.2 32.2h.1M55.8 32.2h.1'],
  ['gold', 'M33 25L30.5 8L40.5 15.5L50 5L59.5 15.5L69.5 8L67 25Z'],
  ['main', 'M33 21.5H67L66.5 26H33.5Z'],
  ['main', placeShape(suit, 19, 62.5, 9) + placeShape(suit, 81, 62.5, 9)],
];

/** Head, coronet, hair and dress of a queen. @param {string} suit @returns {Layer[]} */
const queen = (suit) => [
  ['deep', 'M50 13C68 13 68 28 69 38C70 48 77 50 75 62H25C23 50 30 48 31 38C32 28 32 13 50 13Z'],
  ['tint', 'M14 70C16 60 26 56 36 55L50 66L64 55C74 56 84 60 86 70Z'],
  ['skin', 'M44 42H56V53L64 55L50 67L36 55L44 53Z'],
  ['skin', 'M50 20C59 20 62 26 62 33C62 41 57 48.5 50 48.5S38 41 38 33C38 26 41 20 50 20Z'],
  ['deep', 'M37 36C36 24 42 17 50 17S64 24 63 36C61 29 56 26 50 21C44 26 39 29 37 36Z'],
  ['thin', 'M42 32.5C43.5 30.5 46 30.5 47.5 32.5M52.5 32.5C54 30.5 56.5 30.5 58 32.5M50 34V38'],
  ['main', 'M46.5 42C48 40.5 49 41 50 41.3C51 41 52 40.5 53.5 42C52 44.3 48 44.3 46.5 42Z'],
  ['gold', 'M37 20L33 9L42 13L45 5.5L50 11L55 5.5L58 13L67 9L63 20C55 16 45 16 37 20Z'],
  ['gold', 'M36.5 55L50 65.5L63.5 55L65.5 57L50 69L34.5 57Z'],
  ['beads', 'M35.5 42h.1M64.5 42h.1'],
  ['main', placeShape(suit, 25, 65, 8) + placeShape(suit, 75, 65, 8)],
];

/** Head, cap, feather and doublet of a jack. @param {string} suit @returns {Layer[]} */
const jack = (suit) => [
  ['main', 'M15 70C17 60 26 55 38 53H62C74 55 83 60 85 70Z'],
  ['tint', 'M30 56L35 54.5V70H27ZM70 56L65 54.5V70H73ZM42 56H47.5V70H42ZM58 56H52.5V70H58Z'],
  ['gold', 'M33 22V45C33 50 40 50 41 46H59C60 50 67 50 67 45V22Z'],
  ['skin', 'M45 42H55V54H45Z'],
  ['skin', 'M38.5 26H61.5V37C61.5 44 56 48 50 48S38.5 44 38.5 37Z'],
  ['gold', 'M38.5 30V25H61.5V30C56 30 53 28.5 50 28.5S44 30 38.5 30Z'],
  ['thin', 'M50 34V38.5M46 42.5C48.5 44.5 51.5 44.5 54 42.5'],
  ['dots', 'M44.5 34.2h.1M55.5 34.2h.1'],
  ['main', 'M29 24C26 13 38 7 54 8C68 9 74 17 71 24C60 28 40 28 29 24Z'],
  ['tint', 'M62 22C62 12 70 5 81 4C82 13 76 21 66 24Z'],
  ['thin', 'M63.5 22.5C67 16 72 11 77 8'],
  ['skin', 'M34 54C38 49.5 62 49.5 66 54C66 59.5 60 60 58 57C57 61.5 51 61.5 50 58C49 61.5 43 61.5 42 57C40 60 34 59.5 34 54Z'],
  ['main', placeShape(suit, 50, 65.5, 8)],
];

/** Head, cap and bells, and collar of the joker. @returns {Layer[]} */
const joker = () => [
  ['tint', 'M26 70C27 61 33 56 41 54H59C67 56 73 61 74 70Z'],
  ['main', 'M50 54H59C67 56 73 61 74 70H50Z'],
  ['main', 'M37 33C36 25 32 24 28 32C24 20 31 11 41 15C43 12 46 10 50 5C54 10 57 12 59 15C69 11 76 20 72 32C68 24 64 25 63 33Z'],
  ['tint', 'M50 5C54 10 57 12 59 15C69 11 76 20 72 32C68 24 64 25 63 33H50Z'],
  ['skin', 'M38.5 29H61.5V37C61.5 45 56 49.5 50 49.5S38.5 45 38.5 37Z'],
  ['gold', 'M36 25.5C44 29.5 56 29.5 64 25.5L64.5 31C56 34.5 44 34.5 35.5 31Z'],
  ['beads', 'M28 34h.1M72 34h.1M50 6h.1'],
  ['dots', 'M45 37.5h.1M55 37.5h.1'],
  ['thin', 'M44.5 41.5C47 46.5 53 46.5 55.5 41.5Z'],
  ['gold', 'M34 54C41 49 59 49 66 54L63 63L57 56L50 66L43 56L37 63Z'],
];

/** @type {Record<string, (suit: string) => Layer[]>} */
const FIGURES = { J: jack, Q: queen, K: king, joker };

/**
 * Return the layers of a figure, from the back.
 * @param {string} figure `J`, `Q`, `K` or `joker` @param {string} suit
 */
export const courtLayers = (figure, suit) => FIGURES[figure](suit);

/** How far the belts are from the edges of the card. @type {Record<string, number>} */
const BELTS = { J: 14, Q: 13, K: 7, joker: 24 };

/** Return the path of the belt that joins the halves. @param {string} figure */
export const courtBelt = (figure) => `M${BELTS[figure]} 67.5H${100 - BELTS[figure]}V72.5H${BELTS[figure]}Z`;
