// @ts-check
// The live region through which the pages announce messages to screen readers.

import { Store } from '../store.js';
import { t } from '../text/messages.js';
import { html, useStore } from './html.js';

/** Number of messages that stay in the region; older ones have been read out. */
const MAX_MESSAGES = 30;

const messages = new Store(/** @type {readonly { id: number, text: string }[]} */ ([]));
let lastId = 0;

/** Announce a message after the earlier ones. @param {string} text */
export function announce(text) {
  messages.set([...messages.value, { id: ++lastId, text }].slice(-MAX_MESSAGES));
}

/** The region. Every page contains it from the start, because screen readers ignore regions that are added later. */
export function Announcements() {
  return html`<div class="unseen" role="log" aria-live="polite" aria-label=${t('ui.announcements')}>
    ${useStore(messages).map(({ id, text }) => html`<p key=${id}>${text}</p>`)}
  </div>`;
}
