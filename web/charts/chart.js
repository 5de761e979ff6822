// @ts-check
// A uPlot chart with a legend and a text alternative.

import { t } from 'catalogue/charts.js';
import uPlot from 'uplot';
import { html, useEffect, useRef, useState } from '../ui/html.js';
import { COLOURS, readColours, useSchemeVersion } from './colours.js';
import './stylesheets.js';
import { alignedData, chartKind, chartOptions } from './uplot-options.js';

/** @typedef {import('./uplot-options.js').ChartData} ChartData */

/** The height of a chart, and of one beside others, in CSS pixels; the style sheet has them, too. */
const [HEIGHT, LOW_HEIGHT] = [230, 150];

/**
 * @param {{ chartData: ChartData, summary: string, pointNames?: string[], isLow?: boolean }} props `pointNames` are the
 * names of the points from left to right, shown for the point under the cursor
 */
export function Chart({ chartData, summary, pointNames = chartData.names ?? [], isLow = false }) {
  const height = isLow ? LOW_HEIGHT : HEIGHT;
  const container = useRef(/** @type {HTMLDivElement | null} */ (null));
  const [hoveredIndex, setHoveredIndex] = useState(/** @type {number | null} */ (null));
  const schemeVersion = useSchemeVersion();
  useEffect(() => {
    const element = container.current;
    if (!element) return undefined;
    const colours = readColours(element);
    const options = chartOptions(chartData, colours, element.clientWidth, height);
    options.hooks = { ...options.hooks, setCursor: [({ cursor }) => setHoveredIndex(cursor.idx ?? null)] };
    const plot = new uPlot(options, alignedData(chartData), element);
    const resizeObserver = new ResizeObserver(() =>
      requestAnimationFrame(() => {
        const width = element.clientWidth;
        if (width && width !== plot.width) plot.setSize({ width, height });
      }),
    );
    resizeObserver.observe(element);
    return () => (resizeObserver.disconnect(), plot.destroy());
  }, [JSON.stringify(chartData), schemeVersion]);
  const { series, format } = chartData;
  /** @param {number} index */
  const valuesAt = (index) =>
    series.map(({ name, ...values }) => {
      const value = valueText(values, index, format);
      return series.length > 1 ? t('charts.namedValue', { name, value }) : value;
    }).join(', ');
  return html`
    ${series.length > 1 && html`<${Legend} chartData=${chartData} />`}
    <div class=${isLow ? 'figure-chart figure-low' : 'figure-chart'} role="img" aria-label=${summary} ref=${container}></div>
    <p class="figure-pointed" aria-hidden="true">
      ${hoveredIndex !== null && hoveredIndex < pointNames.length
        && t('charts.pointValues', { point: pointNames[hoveredIndex], values: valuesAt(hoveredIndex) })}
    </p>`;
}

/**
 * Return a value with its interval and its number of cases, where it has them.
 * @param {Omit<import('./uplot-options.js').Series, 'name'>} series @param {number} index @param {ChartData['format']} format
 */
function valueText({ values, lows, highs, counts }, index, format) {
  const value = format(values[index]);
  if (!lows || !highs || !counts || (lows[index] ?? null) === null) return value;
  return t('charts.estimate', {
    value, low: format(lows[index]), high: format(highs[index]), count: counts[index] ?? 0,
  });
}

/** @param {{ chartData: ChartData }} props */
function Legend({ chartData }) {
  const { series } = chartData;
  const kind = chartKind(chartData);
  return html`<ul class="figure-legend">
    ${series.map(({ name }, index) => html`<li>
      <svg class=${`figure-sign figure-colour-${(index % COLOURS) + 1}`} viewBox="0 0 28 12" aria-hidden="true">
        ${kind === 'lines'
          ? html`<line class=${`figure-dash-${index % 4}`} x1="0" y1="6" x2="28" y2="6" />`
          : kind === 'points'
          ? index
            ? html`<path d="M14 0 V12" /><rect class="figure-striped" x="10" y="2" width="8" height="8" />`
            : html`<path d="M14 0 V12" /><circle cx="14" cy="6" r="4" />`
          : html`<rect class=${index ? 'figure-striped' : ''} x="8" y="1" width="12" height="10" />
              ${index > 0 && html`<path d="M8 8 15 1 M10 11 20 1 M16 11 20 7" />`}`}
      </svg>
      ${name}
    </li>`)}
  </ul>`;
}
