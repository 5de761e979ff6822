// @ts-check
// Tables of numbers, in which each row has a head and numbers stand under each other.

import { html } from '../ui/html.js';

/**
 * @template Row
 * @typedef {object} Column
 * @property {string} title
 * @property {(row: Row) => any} of what stands in it
 * @property {boolean} [text] whether it is words, not a number
 * @property {(row: Row) => unknown} [where] what some row must have for the column to be there; otherwise it always is
 */

/**
 * Rows may be of groups, each with a heading of its own. The first column is the head of its row.
 * @template Row
 * @param {{
 *   caption: string, columns: Column<Row>[], rows?: Row[], groups?: { title: any, rows: Row[] }[],
 *   name?: (row: Row, place: number) => string | number, own?: (row: Row) => boolean, head?: number,
 * }} props `name` is by what a row is known again, `own` marks the reader's, `head` is the column that says what a row
 * is about
 */
export function Table({ caption, columns: all, rows = [], groups, name = (_, place) => place, own, head = 0 }) {
  const columns = all.filter(({ where }) => !where || (groups?.flatMap((group) => group.rows) ?? rows).some(where));
  /** @param {Row[]} shown */
  const lines = (shown) => shown.map((row, place) => html`<tr key=${name(row, place)}
    class=${own?.(row) ? 'figure-own' : ''}>
    ${columns.map(({ of, text }, at) => at === head
      ? html`<th scope="row" class=${text ? '' : 'number'}>${of(row)}</th>`
      : html`<td class=${text ? '' : 'number'}>${of(row)}</td>`)}
  </tr>`);
  return html`<div class="scrolls figure-table" role="region" aria-label=${caption} tabindex="0">
    <table>
      <caption><span>${caption}</span></caption>
      <thead>
        <tr>${columns.map(({ title, text }) => html`<th scope="col" class=${text ? '' : 'number'}>${title}</th>`)}</tr>
      </thead>
      ${groups
        ? groups.map((group) => html`<tbody>
            <tr class="figure-group"><th scope="rowgroup" colspan=${columns.length}>${group.title}</th></tr>
            ${lines(group.rows)}
          </tbody>`)
        : html`<tbody>${lines(rows)}</tbody>`}
    </table>
  </div>`;
}

/**
 * Numbers with what they are, beside each other.
 * @param {{ facts: [string, any][] }} props
 */
export function Facts({ facts }) {
  return html`<dl class="figure-facts">
    ${facts.map(([term, value]) => html`<div key=${term}><dt>${term}</dt><dd>${value}</dd></div>`)}
  </dl>`;
}
