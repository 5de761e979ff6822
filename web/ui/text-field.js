// @ts-check
// A field of a form, with what it is for and why it was refused.

import { html, useEffect, useId, useRef } from './html.js';

/**
 * @typedef {object} Props
 * @property {string} label
 * @property {string} value
 * @property {(value: string) => void} onValue
 * @property {string} [hint]
 * @property {string | null} [error] why what is in it was refused
 * @property {boolean} [long] whether it has several lines
 * @property {string} [autocomplete]
 * @property {boolean} [autofocus]
 */

/** @param {Props} props */
export function Field({ label, value, onValue, hint, error, long = false, autocomplete = 'off', autofocus = false }) {
  const id = useId();
  const input = useRef(/** @type {HTMLInputElement | null} */ (null));
  useEffect(() => {
    if (autofocus) input.current?.focus();
  }, []);
  // Whoever was refused goes on here.
  useEffect(() => {
    if (error) input.current?.focus();
  }, [error]);
  const type = (/** @type {InputEvent & { currentTarget: HTMLInputElement }} */ event) =>
    onValue(event.currentTarget.value);
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return html`<div class="field">
    <label for=${id}>${label}</label>
    ${hint && html`<p id=${`${id}-hint`} class="hint">${hint}</p>`}
    <${long ? 'textarea' : 'input'} id=${id} ref=${input} value=${value} autocomplete=${autocomplete}
      spellcheck=${false} aria-invalid=${error ? 'true' : undefined} aria-describedby=${described || undefined}
      onInput=${type} />
    ${error && html`<p id=${`${id}-error`} class="refusal" role="alert">${error}</p>`}
  </div>`;
}
