// @ts-check
// The address of the moment that is shown, to be given to others.

import { announce } from '../announcing.js';
import { html, useEffect, useRef, useState } from '../html.js';

/** @param {{ at: number, seat: number | null }} props */
export function Sharing({ at, seat }) {
  const address = `${location.origin}${location.pathname}?at=${at}${seat === null ? '' : `&seat=${seat}`}`;
  const [copied, say] = useState(/** @type {'' | 'copied' | 'by hand'} */ (''));
  const field = useRef(/** @type {HTMLInputElement | null} */ (null));
  useEffect(() => say(''), [address]);
  useEffect(() => field.current?.select(), [copied]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address);
      say('copied');
      announce('The link to this moment is copied.');
    } catch {
      // The clipboard is not there for pages that came by plain HTTP, or was not allowed: the reader copies it.
      say('by hand');
    }
  };
  return html`<div class="replay-sharing">
    <button type="button" onClick=${copy}>Copy link to this moment</button>
    ${copied === 'copied' && html`<span class="quiet">Copied.</span>`}
    ${copied === 'by hand' && html`<label>Copy this link
      <input type="text" readonly value=${address} ref=${field} /></label>`}
  </div>`;
}
