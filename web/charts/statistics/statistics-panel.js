// @ts-check
// The panel of one list of the statistics: its charts and its table.

import { t } from 'catalogue/charts.js';
import { html } from '../../ui/html.js';
import { ChartPanel } from '../chart-panel.js';
import { FactList } from '../data-table.js';
import { intervalText } from '../interval-text.js';
import { estimate, omittedText, sum, timelinePanels, totalPanels } from './aggregation.js';
import { PERIOD_COLUMN } from './list-parts.js';

/**
 * @typedef {import('./list-parts.js').StatisticsList} StatisticsList
 * @typedef {import('./list-parts.js').Row} Row
 * @typedef {import('./aggregation.js').Deviations} Deviations
 */

/**
 * @param {{ list: StatisticsList, rows: Row[], bucket: string | null, deviations: Deviations }} props `deviations` are those
 * of the points of a seat in a round
 */
export function StatisticsPanel({ list, rows, bucket, deviations }) {
  const { title, description, base, columns, isSingleRow, groupBy } = list;
  const panels = bucket ? timelinePanels(list, rows, bucket, deviations) : totalPanels(list, rows, deviations);
  const sentences = [
    description,
    omittedText(list, rows, Boolean(bucket)),
    bucket && groupBy && list.timeline === 'together' && t('charts.combinedOverTime'),
    bucket && !panels.length && t('charts.numbersByPeriod'),
    base?.text(sum(rows, (row) => row[base.field])),
  ].filter(Boolean);
  return html`<${ChartPanel} title=${title} description=${sentences.join(' ')} rows=${rows} panels=${panels}
    columns=${bucket ? [PERIOD_COLUMN, ...columns] : columns}>
    ${!bucket && isSingleRow && html`<${FactList} facts=${factsOf(list, rows, deviations)} />`}
  <//>`;
}

/**
 * Return the numbers of a list with one row, and the interval of its average.
 * @param {StatisticsList} list @param {Row[]} rows @param {Deviations} deviations @returns {[string, any][]}
 */
function factsOf({ columns, measures: [measure] }, rows, deviations) {
  const { interval } = estimate(measure, rows, rows, deviations);
  return [
    ...columns.map(({ title, cell }) => /** @type {[string, any]} */ ([title, cell(rows[0])])),
    ...(interval ? [/** @type {[string, any]} */ ([t('charts.interval95'), intervalText(interval, measure.format)])] : []),
  ];
}
