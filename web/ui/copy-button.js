// @ts-check
// A button that copies a text to the clipboard.

import { t } from '../text/messages.js';
import { html, useEffect, useRef, useState } from './html.js';

/** Milliseconds for which the button confirms the copy. */
const CONFIRMATION_TIME = 4_000;

/** @param {string} text @returns {Promise<boolean>} whether the text was copied */
async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // The browser forbids it, or has no clipboard because the page was loaded over plain HTTP.
    return false;
  }
}

/**
 * A button that copies a text. Where the browser forbids that, the text appears in a field, selected.
 * @param {{ text: string, children?: import('preact').ComponentChildren }} props
 */
export function CopyButton({ text, children }) {
  const [copied, setCopied] = useState(/** @type {boolean | null} */ (null));
  const input = useRef(/** @type {HTMLInputElement | null} */ (null));
  useEffect(() => setCopied(null), [text]);
  useEffect(() => {
    input.current?.select();
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(null), CONFIRMATION_TIME);
    return () => clearTimeout(timer);
  }, [copied]);
  return html`<button type="button" onClick=${() => copyText(text).then(setCopied)}>
      ${copied ? t('ui.copiedButton') : children}</button>
    <span class="unseen" role="status">${copied ? t('ui.copied') : ''}</span>
    ${copied === false && html`<label class="copy-by-hand">${t('ui.copyByHand')}
      <input type="text" class="link" readonly value=${text} ref=${input} /></label>`}`;
}
