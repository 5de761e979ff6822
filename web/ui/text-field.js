// @ts-check
// A text field with a label, a hint and an error.

import { html, useEffect, useId, useRef } from './html.js';

/**
 * @typedef {object} Props
 * @property {string} label
 * @property {string} value
 * @property {(value: string) => void} onValueChange
 * @property {string} [hint]
 * @property {string | null} [error] why the value was refused
 * @property {boolean} [multiline]
 * @property {string} [autocomplete]
 * @property {boolean} [autofocus]
 */

/** @param {Props} props */
export function TextField({
  label, value, onValueChange, hint, error, multiline = false, autocomplete = 'off', autofocus = false,
}) {
  const id = useId();
  const input = useRef(/** @type {HTMLInputElement | null} */ (null));
  useEffect(() => {
    if (autofocus) input.current?.focus();
  }, []);
  // The user corrects the value here.
  useEffect(() => {
    if (error) input.current?.focus();
  }, [error]);
  const onInput = (/** @type {InputEvent & { currentTarget: HTMLInputElement }} */ event) =>
    onValueChange(event.currentTarget.value);
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return html`<div class="field">
    <label for=${id}>${label}</label>
    ${hint && html`<p id=${`${id}-hint`} class="hint">${hint}</p>`}
    <${multiline ? 'textarea' : 'input'} id=${id} ref=${input} value=${value} autocomplete=${autocomplete}
      spellcheck=${false} aria-invalid=${error ? 'true' : undefined} aria-describedby=${describedBy || undefined}
      onInput=${onInput} />
    ${error && html`<p id=${`${id}-error`} class="refusal" role="alert">${error}</p>`}
  </div>`;
}
