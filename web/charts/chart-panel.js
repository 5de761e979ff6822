// @ts-check
// A panel with a title, a chart, and the table of its numbers.

import { t } from 'catalogue/charts.js';
import { html, useState } from '../ui/html.js';
import { Chart } from './chart.js';
import { DataTable } from './data-table.js';

/** @typedef {import('./uplot-options.js').ChartData} ChartData */

/** With more values than this, a chart's text alternative gives only the range. */
const MAX_VALUES = 12;

/**
 * Return the text alternative of a chart.
 * @param {string} title @param {ChartData} chartData @param {string[]} pointNames
 */
export function summaryText(title, { series, format, names }, pointNames) {
  const seriesTexts = series.map(({ name, values }) => {
    const points = values.flatMap((value, index) => (value === null ? [] : [{ value, at: pointNames[index] }]));
    if (!points.length) return t('charts.seriesEmpty', { name });
    if (points.length <= MAX_VALUES) {
      const texts = points.map(({ value, at }) => t('charts.namedValue', { name: at, value: format(value) }));
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
  return t(names ? 'charts.barChart' : 'charts.lineChart', { title, series: seriesTexts.join(' ') });
}

/**
 * @template Row
 * @param {{
 *   title: string, description: string, chartData: ChartData | null, pointNames?: string[],
 *   columns: import('./data-table.js').Column<Row>[], rows: Row[], children?: any,
 * }} props
 */
export function ChartPanel({
  title, description, chartData, pointNames = chartData?.names ?? [], columns, rows, children,
}) {
  const [isOpen, setOpen] = useState(false);
  const onToggle = (/** @type {Event} */ { currentTarget }) =>
    setOpen(/** @type {HTMLDetailsElement} */ (currentTarget).open);
  // The table is rendered when it is opened, because it may have thousands of rows.
  return html`<section class="panel figure">
    <h2>${title}</h2>
    <p class="quiet">${description}</p>
    ${children}
    ${chartData && html`<${Chart} chartData=${chartData} pointNames=${pointNames}
      summary=${summaryText(title, chartData, pointNames)} />`}
    <details open=${isOpen} onToggle=${onToggle}>
      <summary aria-label=${t('charts.numbersOf', { title })}>${t('charts.numbers')}</summary>
      ${isOpen && html`<${DataTable} caption=${title} columns=${columns} rows=${rows} />`}
    </details>
  </section>`;
}
