// @ts-check
// A chart: a picture for who sees it, a sentence for who does not; its table stands beside it.

import uPlot from 'uplot';
import { html, useEffect, useRef, useState } from '../ui/html.js';
import { COLOURS, coloursAt, useScheme } from './colours.js';
import { dataOf, optionsOf } from './uplot-options.js';
import './stylesheets.js';

const HEIGHT = 230;

/**
 * @param {{ drawing: import('./uplot-options.js').Drawing, summary: string, points?: string[] }} props
 * `points` are what the places from left to right are called, for who points at one
 */
export function Chart({ drawing, summary, points = drawing.names ?? [] }) {
  const ground = useRef(/** @type {HTMLDivElement | null} */ (null));
  const [pointed, point] = useState(/** @type {number | null} */ (null));
  const scheme = useScheme();
  useEffect(() => {
    const element = ground.current;
    if (!element) return undefined;
    const colours = coloursAt(element);
    const options = optionsOf(drawing, colours, element.clientWidth, HEIGHT);
    options.hooks = { ...options.hooks, setCursor: [({ cursor }) => point(cursor.idx ?? null)] };
    const plot = new uPlot(options, dataOf(drawing), element);
    const resized = new ResizeObserver(() =>
      requestAnimationFrame(() => {
        const width = element.clientWidth;
        if (width && width !== plot.width) plot.setSize({ width, height: HEIGHT });
      }),
    );
    resized.observe(element);
    return () => (resized.disconnect(), plot.destroy());
  }, [JSON.stringify(drawing), scheme]);
  const { series, format } = drawing;
  /** @param {number} place */
  const told = (place) =>
    series.map(({ name, values }) => (series.length > 1 ? `${name} ` : '') + format(values[place])).join(', ');
  return html`
    ${series.length > 1 && html`<${Legend} drawing=${drawing} />`}
    <div class="figure-chart" role="img" aria-label=${summary} ref=${ground}></div>
    <p class="figure-pointed" aria-hidden="true">
      ${pointed !== null && pointed < points.length && `${points[pointed]}: ${told(pointed)}`}
    </p>`;
}

/** @param {{ drawing: import('./uplot-options.js').Drawing }} props */
function Legend({ drawing: { names, series } }) {
  const kind = names ? 'bar' : 'line';
  return html`<ul class="figure-legend">
    ${series.map(({ name }, place) => html`<li>
      <svg class=${`figure-sign figure-colour-${(place % COLOURS) + 1}`} viewBox="0 0 28 12" aria-hidden="true">
        ${kind === 'line'
          ? html`<line class=${`figure-dash-${place % 4}`} x1="0" y1="6" x2="28" y2="6" />`
          : html`<rect class=${place ? 'figure-striped' : ''} x="8" y="1" width="12" height="10" />
              ${place > 0 && html`<path d="M8 8 15 1 M10 11 20 1 M16 11 20 7" />`}`}
      </svg>
      ${name}
    </li>`)}
  </ul>`;
}
