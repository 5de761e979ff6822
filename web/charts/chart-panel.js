// @ts-check
// A figure: what it is about, its chart, and the numbers behind it.

import { html, useState } from '../ui/html.js';
import { Chart } from './chart.js';
import { Table } from './data-table.js';

/** How many values a chart's sentence tells one by one. */
const TOLD = 12;

/**
 * Return a chart in a sentence, for who does not see it.
 * @param {string} title @param {import('./uplot-options.js').Drawing} drawing
 * @param {string[]} points what the places are called
 */
export function summaryOf(title, { series, format, names }, points) {
  const told = series.map(({ name, values }) => {
    const known = values.flatMap((value, place) => (value === null ? [] : [{ value, at: points[place] }]));
    if (!known.length) return `${name}: nothing`;
    if (known.length <= TOLD) return `${name}: ${known.map(({ value, at }) => `${at} ${format(value)}`).join(', ')}`;
    const least = known.reduce((one, other) => (other.value < one.value ? other : one));
    const most = known.reduce((one, other) => (other.value > one.value ? other : one));
    return `${name}: from ${known[0].at} to ${known[known.length - 1].at}, ` +
      `least ${format(least.value)} at ${least.at}, most ${format(most.value)} at ${most.at}`;
  });
  return `${names ? 'Bar' : 'Line'} chart: ${title}. ${told.join('. ')}. The table has all numbers.`;
}

/**
 * @template Row
 * @param {{
 *   title: string, about: string, drawing: import('./uplot-options.js').Drawing | null, points?: string[],
 *   columns: import('./data-table.js').Column<Row>[], rows: Row[], children?: any, head?: number,
 * }} props
 */
export function Figure({ title, about, drawing, points = drawing?.names ?? [], columns, rows, children, head }) {
  const [open, say] = useState(false);
  // The table is made when it is asked for: it may have thousands of rows.
  const toggled = (/** @type {Event} */ { currentTarget }) =>
    say(/** @type {HTMLDetailsElement} */ (currentTarget).open);
  return html`<section class="panel figure">
    <h2>${title}</h2>
    <p class="quiet">${about}</p>
    ${children}
    ${drawing && html`<${Chart} drawing=${drawing} points=${points} summary=${summaryOf(title, drawing, points)} />`}
    <details open=${open} onToggle=${toggled}>
      <summary>The numbers<span class="unseen"> of ${title.toLowerCase()}</span></summary>
      ${open && html`<${Table} caption=${title} columns=${columns} rows=${rows} head=${head} />`}
    </details>
  </section>`;
}
