// @ts-check
// What the statistics say to one question.

import { html } from '../html.js';
import { Figure } from './figure.js';
import { BEGINS } from './questions.js';
import { barsOf, courseOf } from './sums.js';
import { Facts } from './table.js';

/**
 * @param {{
 *   question: import('./questions.js').Question, rows: import('./questions.js').Row[], bucket: string | null,
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
