// @ts-check
// A panel with a title, a chart or small ones beside each other, and the table of their numbers.

import { t } from 'catalogue/charts.js';
import { html, useState } from '../ui/html.js';
import { Chart } from './chart.js';
import { DataTable } from './data-table.js';
import { chartKind } from './uplot-options.js';

/**
 * @typedef {import('./uplot-options.js').ChartData} ChartData
 * @typedef {{ name: string | null, chartData: ChartData, pointNames: string[] }} Panel a chart, with its name beside others
 */

/** With more values than this, a chart's text alternative gives only the range. */
const MAX_VALUES = 12;

/**
 * Return the text alternative of a chart.
 * @param {string} title @param {Panel} panel
 */
export function summaryText(title, { name: panelName, chartData, pointNames }) {
  const { series, format } = chartData;
  const seriesTexts = series.map(({ name: ownName, values, lows, highs }) => {
    const name = panelName === null ? ownName : t('charts.seriesOf', { panel: panelName, name: ownName });
    const points = values.flatMap((value, index) => (value === null ? [] : [{ value, at: pointNames[index], index }]));
    if (!points.length) return t('charts.seriesEmpty', { name });
    if (points.length <= MAX_VALUES) {
      const texts = points.map(({ value, at, index }) => (lows && highs
        ? t('charts.namedEstimate', { name: at, value: format(value), low: format(lows[index]), high: format(highs[index]) })
        : t('charts.namedValue', { name: at, value: format(value) })));
      return t('charts.seriesValues', { name, values: texts.join(', ') });
    }
    const lowest = points.reduce((one, other) => (other.value < one.value ? other : one));
    const highest = points.reduce((one, other) => (other.value > one.value ? other : one));
    return t('charts.seriesRange', {
      name,
      first: points[0].at,
      last: points[points.length - 1].at,
      lowest: format(lowest.value),
      lowestPoint: lowest.at,
      highest: format(highest.value),
      highestPoint: highest.at,
    });
  });
  const values = { title, series: seriesTexts.join(' ') };
  const kind = chartKind(chartData);
  if (kind === 'lines') return t('charts.lineChart', values);
  return kind === 'bars' ? t('charts.barChart', values) : t('charts.pointChart', values);
}

/**
 * @template Row
 * @param {{
 *   title: string, description: string, panels: Panel[],
 *   columns: import('./data-table.js').Column<Row>[], rows: Row[], children?: any,
 * }} props
 */
export function ChartPanel({ title, description, panels, columns, rows, children }) {
  const [isOpen, setOpen] = useState(false);
  const onToggle = (/** @type {Event} */ { currentTarget }) =>
    setOpen(/** @type {HTMLDetailsElement} */ (currentTarget).open);
  // The table is rendered when it is opened, because it may have thousands of rows.
  return html`<section class="panel figure">
    <h2>${title}</h2>
    <p class="quiet">${description}</p>
    ${children}
    ${panels.some(({ name }) => name !== null)
      ? html`<div class="figure-multiples">${panels.map((panel) => html`<div key=${panel.name}>
          <p class="figure-name" aria-hidden="true">${panel.name}</p>
          <${Chart} chartData=${panel.chartData} pointNames=${panel.pointNames} summary=${summaryText(title, panel)} isLow />
        </div>`)}</div>`
      : panels.map((panel) => html`<${Chart} chartData=${panel.chartData} pointNames=${panel.pointNames}
          summary=${summaryText(title, panel)} />`)}
    <details open=${isOpen} onToggle=${onToggle}>
      <summary aria-label=${t('charts.numbersOf', { title })}>${t('charts.numbers')}</summary>
      ${isOpen && html`<${DataTable} caption=${title} columns=${columns} rows=${rows} />`}
    </details>
  </section>`;
}
