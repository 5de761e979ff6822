// @ts-check
// Copies a text, and says that it did.

import { html, useEffect, useState } from '../html.js';

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
 * A button that copies a text; where the browser does not let it, the text can be marked beside it.
 * @param {{ text: string, children?: import('preact').ComponentChildren }} props
 */
export function CopyButton({ text, children }) {
  const [done, say] = useState(/** @type {boolean | null} */ (null));
  useEffect(() => {
    if (!done) return undefined;
    const timer = setTimeout(() => say(null), SAID);
    return () => clearTimeout(timer);
  }, [done]);
  return html`<button type="button" onClick=${() => copy(text).then(say)}>${done ? '✓ Copied' : children}</button>
    <span class=${done === false ? 'quiet' : 'unseen'} role="status">
      ${done ? 'Copied.' : done === false ? 'The browser does not allow it: mark the text and copy it.' : ''}
    </span>`;
}
