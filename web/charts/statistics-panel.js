// @ts-check
// What the statistics say to one question.

import { html } from '../ui/html.js';
import { Figure } from './chart-panel.js';
import { BEGINS } from './statistics-lists.js';
import { barsOf, courseOf } from './aggregation.js';
import { Facts } from './data-table.js';

/**
 * @param {{
 *   question: import('./statistics-lists.js').Question, rows: import('./statistics-lists.js').Row[], bucket: string | null,
 * }} props
 */
export function Question({ question, rows, bucket }) {
  const { title, about, columns, facts, by } = question;
  if (!bucket) {
    const drawing = barsOf(question, rows);
    return html`<${Figure} title=${title} about=${about} rows=${rows} columns=${columns} drawing=${drawing}>
      ${facts && html`<${Facts} facts=${columns.map(({ title: term, of }) => [term, of(rows[0])])} />`}
    <//>`;
  }
  const course = courseOf(question, rows, bucket);
  const added = by && question.course === 'together' ? ' In the course of time all are taken together.' : '';
  const none = course ? '' : ' The table tells it stretch by stretch.';
  return html`<${Figure} title=${title} about=${about + added + none} rows=${rows} columns=${[BEGINS, ...columns]}
    drawing=${course?.drawing ?? null} points=${course?.points} />`;
}
