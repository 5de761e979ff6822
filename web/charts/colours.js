// @ts-check
// The colours, dashes and stripes of charts, read from the style sheet.

import { useEffect, useReducer } from '../ui/html.js';

/** Number of colours that the style sheet defines for series; further series differ by their dashes. */
export const COLOURS = 5;

/** The dashes of lines, so that they differ without colours. */
const DASHES = [[], [8, 4], [2, 3], [10, 3, 2, 3]];

/** @param {number} series from 0 */
export const dashPattern = (series) => DASHES[series % DASHES.length];

/**
 * @typedef {object} Colours
 * @property {string} ink @property {string} quiet @property {string} hairline @property {string} surface
 * @property {string} band @property {string[]} series @property {string} font
 */

/** Return the computed colours at an element. @param {HTMLElement} element @returns {Colours} */
export function readColours(element) {
  const probe = element.appendChild(document.createElement('span'));
  /** @param {string} name */
  const readColour = (name) => {
    // A custom property would still be `light-dark(…)`; only a property that uses it is computed.
    probe.style.color = `var(--${name})`;
    return getComputedStyle(probe).color;
  };
  const colours = {
    ink: readColour('ink'),
    quiet: readColour('quiet'),
    hairline: readColour('hairline'),
    surface: readColour('surface'),
    band: readColour('figure-band'),
    series: Array.from({ length: COLOURS }, (_, series) => readColour(`figure-${series + 1}`)),
    font: `12px ${getComputedStyle(element).fontFamily}`,
  };
  probe.remove();
  return colours;
}

/**
 * Return a fill of diagonal stripes.
 * @param {string} colour @param {string} background @param {number} scale device pixels per CSS pixel
 */
export function stripePattern(colour, background, scale) {
  const tileSize = Math.round(8 * scale);
  const tile = document.createElement('canvas');
  tile.width = tile.height = tileSize;
  const context = /** @type {CanvasRenderingContext2D} */ (tile.getContext('2d'));
  context.fillStyle = background;
  context.fillRect(0, 0, tileSize, tileSize);
  context.strokeStyle = colour;
  context.lineWidth = 2.5 * scale;
  context.beginPath();
  for (const offset of [-tileSize, 0, tileSize]) {
    context.moveTo(offset - 1, tileSize + 1);
    context.lineTo(offset + tileSize + 1, -1);
  }
  context.stroke();
  return context.createPattern(tile, 'repeat') ?? colour;
}

/** Render again when the colour scheme changes; returns the number of changes. */
export function useSchemeVersion() {
  const [version, increment] = useReducer((/** @type {number} */ count) => count + 1, 0);
  useEffect(() => {
    const onChange = () => increment(0);
    const darkQuery = matchMedia('(prefers-color-scheme: dark)');
    const observer = new MutationObserver(onChange);
    darkQuery.addEventListener('change', onChange);
    observer.observe(document.documentElement, { attributeFilter: ['data-scheme'] });
    return () => (darkQuery.removeEventListener('change', onChange), observer.disconnect());
  }, []);
  return version;
}
