// @ts-check
// Where the keyboard goes on when what had it goes away.

import { useLayoutEffect, useRef } from './html.js';

/** Be at a heading, which is no stop of the keyboard otherwise. @param {Element | null | undefined} heading */
function focusAt(heading) {
  if (!(heading instanceof HTMLElement) || (document.activeElement && document.activeElement !== document.body)) return;
  heading.setAttribute('tabindex', '-1');
  heading.focus({ preventScroll: true });
}

/**
 * Return a ref for what has a heading: there the keyboard is when the button below it that had it is gone, and at
 * the page's when all of it is.
 */
export function useKeptFocus() {
  const ref = useRef(/** @type {HTMLElement | null} */ (null));
  // Ends before the box goes, so that it can be seen whether the keyboard goes with it.
  useLayoutEffect(() => {
    const box = ref.current;
    if (!box) return undefined;
    /** @type {EventTarget | null} */
    let last = null;
    const remember = (/** @type {FocusEvent} */ { target }) => void (last = target);
    const observer = new MutationObserver(() => {
      if (!(last instanceof Element) || last.isConnected) return;
      last = null;
      focusAt(box.querySelector('h2, h3'));
    });
    box.addEventListener('focusin', remember);
    observer.observe(box, { childList: true, subtree: true });
    return () => {
      observer.disconnect();
      box.removeEventListener('focusin', remember);
      if (box.contains(document.activeElement)) setTimeout(() => focusAt(document.querySelector('main h1')));
    };
  }, []);
  return ref;
}
