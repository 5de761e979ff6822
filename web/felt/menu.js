// @ts-check
// A menu of buttons and links behind one button.

import { html, useEffect, useRef, useState } from '../ui/html.js';

/** @param {{ label: string, children?: import('preact').ComponentChildren }} props */
export function Menu({ label, children }) {
  const [isOpen, setOpen] = useState(false);
  const ref = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    if (!isOpen) return undefined;
    // A dialog that a button of the menu has opened belongs to the menu.
    const onPointerDown = (/** @type {Event} */ { target }) => {
      if (target instanceof Node && !ref.current?.contains(target)) setOpen(false);
    };
    const onKeyDown = (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== 'Escape' || document.querySelector('dialog[open]')) return;
      setOpen(false);
      ref.current?.querySelector('button')?.focus({ preventScroll: true });
    };
    addEventListener('pointerdown', onPointerDown);
    addEventListener('keydown', onKeyDown);
    return () => {
      removeEventListener('pointerdown', onPointerDown);
      removeEventListener('keydown', onKeyDown);
    };
  }, [isOpen]);
  return html`<div class="menu" ref=${ref}>
    <button type="button" class="icon" aria-label=${label} aria-expanded=${isOpen} title=${label} onClick=${() => setOpen(!isOpen)}>
      <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M4 6h16M4 12h16M4 18h16" /></svg>
    </button>
    ${isOpen && html`<div class="menu-items">${children}</div>`}
  </div>`;
}
