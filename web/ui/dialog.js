// @ts-check
// What asks for something before anything else goes on: the browser's own modal dialog.

import { html, useId, useLayoutEffect, useRef } from './html.js';

/**
 * A dialog, open as long as it is there; where the keyboard was before, it is again when it goes.
 * @param {{ title: string, onClose: () => void, children?: import('preact').ComponentChildren }} props
 */
export function Dialog({ title, onClose, children }) {
  const ref = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const name = useId();
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    return () => {
      // It goes because somebody said so already.
      ref.current = null;
      dialog?.close();
    };
  }, []);
  const closed = () => ref.current && onClose();
  return html`<dialog ref=${ref} aria-labelledby=${name} onClose=${closed}>
    <div class="dialog-top">
      <h2 id=${name}>${title}</h2>
      <button type="button" class="icon" aria-label="Close" onClick=${onClose}>
        <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M5 5l14 14M19 5L5 19" /></svg>
      </button>
    </div>
    ${children}
  </dialog>`;
}
