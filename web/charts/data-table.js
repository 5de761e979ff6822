// @ts-check
// Tables of numbers, and lists of facts.

import { html } from '../ui/html.js';

/**
 * @template Row
 * @typedef {object} Column
 * @property {string} title
 * @property {(row: Row) => any} cell returns the content of a cell
 * @property {boolean} [isText] whether cells contain text instead of numbers
 * @property {(row: Row) => unknown} [isRelevant] the column is left out unless this holds for a row
 */

/**
 * A table of rows, or of groups of rows with headings.
 * @template Row
 * @param {{
 *   caption: string, columns: Column<Row>[], rows?: Row[], groups?: { title: any, rows: Row[] }[],
 *   rowKey?: (row: Row, index: number) => string | number, isOwn?: (row: Row) => boolean, headColumn?: number,
 * }} props `isOwn` marks the viewer's rows, `headColumn` is the index of the column with row headers
 */
export function DataTable({
  caption, columns: allColumns, rows = [], groups, rowKey = (_, index) => index, isOwn, headColumn = 0,
}) {
  const allRows = groups?.flatMap((group) => group.rows) ?? rows;
  const columns = allColumns.filter(({ isRelevant }) => !isRelevant || allRows.some(isRelevant));
  /** @param {Row[]} given */
  const rowElements = (given) => given.map((row, rowIndex) => html`<tr key=${rowKey(row, rowIndex)}
    class=${isOwn?.(row) ? 'figure-own' : ''}>
    ${columns.map(({ cell, isText }, index) => index === headColumn
      ? html`<th scope="row" class=${isText ? '' : 'number'}>${cell(row)}</th>`
      : html`<td class=${isText ? '' : 'number'}>${cell(row)}</td>`)}
  </tr>`);
  return html`<div class="scrolls figure-table" role="region" aria-label=${caption} tabindex="0">
    <table>
      <caption><span>${caption}</span></caption>
      <thead>
        <tr>${columns.map(({ title, isText }) =>
          html`<th scope="col" class=${isText ? '' : 'number'}>${title}</th>`)}</tr>
      </thead>
      ${groups
        ? groups.map((group) => html`<tbody>
            <tr class="figure-group"><th scope="rowgroup" colspan=${columns.length}>${group.title}</th></tr>
            ${rowElements(group.rows)}
          </tbody>`)
        : html`<tbody>${rowElements(rows)}</tbody>`}
    </table>
  </div>`;
}

/**
 * A list of numbers with their names.
 * @param {{ facts: [string, any][] }} props
 */
export function FactList({ facts }) {
  return html`<dl class="figure-facts">
    ${facts.map(([term, value]) => html`<div key=${term}><dt>${term}</dt><dd>${value}</dd></div>`)}
  </dl>`;
}
