// @ts-check
// The panel of one list of the statistics: its chart and its table.

import { t } from 'catalogue/charts.js';
import { html } from '../ui/html.js';
import { barChart, timelineChart } from './aggregation.js';
import { ChartPanel } from './chart-panel.js';
import { FactList } from './data-table.js';
import { PERIOD_COLUMN } from './statistics-lists.js';

/**
 * @typedef {import('./statistics-lists.js').StatisticsList} StatisticsList
 * @typedef {import('./statistics-lists.js').Row} Row
 */

/** @param {{ list: StatisticsList, rows: Row[], bucket: string | null }} props */
export function StatisticsPanel({ list, rows, bucket }) {
  const { title, description, columns, isSingleRow, groupBy } = list;
  if (!bucket) {
    const chartData = barChart(list, rows);
    return html`<${ChartPanel} title=${title} description=${description} rows=${rows} columns=${columns}
      chartData=${chartData}>
      ${isSingleRow && html`<${FactList} facts=${columns.map(({ title: term, cell }) => [term, cell(rows[0])])} />`}
    <//>`;
  }
  const timeline = timelineChart(list, rows, bucket);
  const isAggregated = groupBy && list.timeline === 'together';
  const notes = [...(isAggregated ? [t('charts.combinedOverTime')] : []), ...(timeline ? [] : [t('charts.numbersByPeriod')])];
  return html`<${ChartPanel} title=${title} description=${[description, ...notes].join(' ')} rows=${rows}
    columns=${[PERIOD_COLUMN, ...columns]} chartData=${timeline?.chartData ?? null}
    pointNames=${timeline?.pointNames} />`;
}
