// @ts-check
// Copies a text, and says that it did.

import { html, useEffect, useRef, useState } from './html.js';

/** Milliseconds for which the button says so. */
const SAID = 4_000;

/** @param {string} text @returns {Promise<boolean>} whether it is in the clipboard */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Not there for pages that come by plain HTTP from another machine, or not allowed.
    return false;
  }
}

/**
 * A button that copies a text; where the browser does not let it, the text is shown, marked, to be copied by hand.
 * @param {{ text: string, children?: import('preact').ComponentChildren }} props
 */
export function CopyButton({ text, children }) {
  const [done, say] = useState(/** @type {boolean | null} */ (null));
  const field = useRef(/** @type {HTMLInputElement | null} */ (null));
  useEffect(() => say(null), [text]);
  useEffect(() => {
    field.current?.select();
    if (!done) return undefined;
    const timer = setTimeout(() => say(null), SAID);
    return () => clearTimeout(timer);
  }, [done]);
  return html`<button type="button" onClick=${() => copy(text).then(say)}>${done ? '✓ Copied' : children}</button>
    <span class="unseen" role="status">${done ? 'Copied.' : ''}</span>
    ${done === false && html`<label class="copy-by-hand">The browser does not allow it. Copy this:
      <input type="text" class="link" readonly value=${text} ref=${field} /></label>`}`;
}
