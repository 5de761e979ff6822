// @ts-check
// A modal dialog.

import { t } from '../text/messages.js';
import { html, useId, useLayoutEffect, useRef } from './html.js';

/**
 * A modal dialog, open while it is rendered. Closing it returns the focus to the former element.
 * @param {{ title: string, onClose: () => void, children?: import('preact').ComponentChildren }} props
 */
export function Dialog({ title, onClose, children }) {
  const ref = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const titleId = useId();
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    return () => {
      // The parent has removed the dialog, so that it needs no `onClose`.
      ref.current = null;
      dialog?.close();
    };
  }, []);
  const onNativeClose = () => ref.current && onClose();
  return html`<dialog ref=${ref} aria-labelledby=${titleId} onClose=${onNativeClose}>
    <div class="dialog-top">
      <h2 id=${titleId}>${title}</h2>
      <button type="button" class="icon" aria-label=${t('ui.close')} onClick=${onClose}>
        <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M5 5l14 14M19 5L5 19" /></svg>
      </button>
    </div>
    ${children}
  </dialog>`;
}
