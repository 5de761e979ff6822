// @ts-check
// How long ago something was, in words.

import { html, useEffect, useReducer } from '../ui/html.js';
import { once } from '../ui/lazy-component.js';

const words = once(() => new Intl.RelativeTimeFormat('en', { numeric: 'auto' }));
/** Units and how many seconds they have, the longest first. @type {[Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [['year', 31_557_600], ['month', 2_629_800], ['day', 86_400], ['hour', 3_600], ['minute', 60]];

/** @param {string} at */
function ago(at) {
  const seconds = (Date.now() - Date.parse(at)) / 1000;
  const [unit, length] = UNITS.find(([, each]) => seconds >= each) ?? [];
  // A clock that goes wrong by a little sees the future.
  return unit && length ? words().format(-Math.floor(seconds / length), unit) : 'just now';
}

/** A time as words, which go on with the clock. @param {{ at: string }} props */
export function When({ at }) {
  const [, again] = useReducer((/** @type {number} */ count) => count + 1, 0);
  useEffect(() => {
    const timer = setInterval(again, 30_000, 0);
    return () => clearInterval(timer);
  }, []);
  return html`<time datetime=${at} title=${new Date(at).toLocaleString('en-GB')}>${ago(at)}</time>`;
}
