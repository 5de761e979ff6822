// @ts-check
// The age of figures: when they were read, up to which hour they are complete, and whether they are being rebuilt.

import { t, tParts } from 'catalogue/charts.js';
import { formatDateTime } from '../text/dates.js';
import { html, useRef } from '../ui/html.js';

/** @typedef {Pick<import('../schema').AsOf, 'current' | 'hour' | 'rebuilding' | 'stopped'>} AsOf */

/** @param {{ asOf: AsOf | null | undefined }} props */
export function AsOfNote({ asOf }) {
  // Current figures were complete when they arrived, however long the page has been open since.
  const arrival = useRef({ asOf, at: new Date() });
  if (arrival.current.asOf !== asOf) arrival.current = { asOf, at: new Date() };
  if (!asOf) return null;
  /** @param {string} at */
  const time = (at) => html`<time datetime=${at}>${formatDateTime(at)}</time>`;
  const isPlain = asOf.current && !asOf.stopped && !asOf.rebuilding;
  return html`<p class=${isPlain ? 'quiet' : 'figure-age'}>
    ${asOf.current ? tParts('charts.asOf', { time: time(arrival.current.at.toISOString()) })
      : asOf.hour ? tParts('charts.upTo', { time: time(asOf.hour) }) : t('charts.incomplete')}
    ${asOf.stopped && ` ${t('charts.stopped')}`}
    ${asOf.rebuilding && ` ${t('charts.rebuilding')}`}
  </p>`;
}
