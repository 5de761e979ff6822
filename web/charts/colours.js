// @ts-check
// The colours of charts: those of the style sheet as they are now, and lines and patterns beside them.

import { useEffect, useReducer } from '../ui/html.js';

/** How many colours the style sheet has for series; beyond them it is the dashes that differ. */
export const COLOURS = 5;

/** Lines differ by these as well as by colour. */
const DASHES = [[], [8, 4], [2, 3], [10, 3, 2, 3]];

/** @param {number} series from 0 */
export const dashOf = (series) => DASHES[series % DASHES.length];

/**
 * @typedef {object} Colours
 * @property {string} ink @property {string} quiet @property {string} hairline @property {string} surface
 * @property {string} band @property {string[]} series @property {string} font
 */

/** Return the colours that hold where an element is. @param {HTMLElement} element @returns {Colours} */
export function coloursAt(element) {
  const probe = element.appendChild(document.createElement('span'));
  /** @param {string} name */
  const read = (name) => {
    // Only a colour that is used is worked out; a custom property still says `light-dark(…)`.
    probe.style.color = `var(--${name})`;
    return getComputedStyle(probe).color;
  };
  const colours = {
    ink: read('ink'),
    quiet: read('quiet'),
    hairline: read('hairline'),
    surface: read('surface'),
    band: read('figure-band'),
    series: Array.from({ length: COLOURS }, (_, series) => read(`figure-${series + 1}`)),
    font: `12px ${getComputedStyle(element).fontFamily}`,
  };
  probe.remove();
  return colours;
}

/**
 * Return stripes to fill with.
 * @param {string} colour @param {string} ground @param {number} scale pixels of the screen by those of the style sheet
 */
export function striped(colour, ground, scale) {
  const side = Math.round(8 * scale);
  const tile = document.createElement('canvas');
  tile.width = tile.height = side;
  const pen = /** @type {CanvasRenderingContext2D} */ (tile.getContext('2d'));
  pen.fillStyle = ground;
  pen.fillRect(0, 0, side, side);
  pen.strokeStyle = colour;
  pen.lineWidth = 2.5 * scale;
  pen.beginPath();
  for (const from of [-side, 0, side]) {
    pen.moveTo(from - 1, side + 1);
    pen.lineTo(from + side + 1, -1);
  }
  pen.stroke();
  return pen.createPattern(tile, 'repeat') ?? colour;
}

/** Render again when the colours change, by the system's wish or the page's; returns how often they have. */
export function useScheme() {
  const [turn, again] = useReducer((/** @type {number} */ count) => count + 1, 0);
  useEffect(() => {
    const changed = () => again(0);
    const dark = matchMedia('(prefers-color-scheme: dark)');
    const chosen = new MutationObserver(changed);
    dark.addEventListener('change', changed);
    chosen.observe(document.documentElement, { attributeFilter: ['data-scheme'] });
    return () => (dark.removeEventListener('change', changed), chosen.disconnect());
  }, []);
  return turn;
}
