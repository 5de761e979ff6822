// @ts-check
// What a screen reader is to say: one polite region for the whole page, which tells everything in order.

import { html, Store, useStore } from './html.js';

/** How many texts stay in the region; those before have been read out. */
const KEPT = 30;

const said = new Store(/** @type {readonly { id: number, text: string }[]} */ ([]));
let count = 0;

/** Have a text read out, after those before it. @param {string} text */
export function announce(text) {
  said.set([...said.value, { id: ++count, text }].slice(-KEPT));
}

/** The region; it is on every page, since regions that come later are not listened to. */
export function Announcements() {
  return html`<div class="unseen" role="log" aria-live="polite" aria-label="What happens">
    ${useStore(said).map(({ id, text }) => html`<p key=${id}>${text}</p>`)}
  </div>`;
}
