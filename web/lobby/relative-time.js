// @ts-check
// A relative time such as "5 minutes ago" that keeps itself up to date.

import { formatDateTime, formatRelativeTime } from '../text/dates.js';
import { html, useEffect, useRerender } from '../ui/html.js';

/** Milliseconds between updates. */
const UPDATE_INTERVAL = 30_000;

/** @param {{ time: string }} props */
export function RelativeTime({ time }) {
  const rerender = useRerender();
  useEffect(() => {
    const timer = setInterval(rerender, UPDATE_INTERVAL);
    return () => clearInterval(timer);
  }, []);
  return html`<time datetime=${time} title=${formatDateTime(time)}>
    ${formatRelativeTime(time)}</time>`;
}
