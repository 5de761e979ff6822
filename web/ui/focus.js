// @ts-check
// Focus management for elements that disappear while they have the focus.

import { useLayoutEffect, useRef } from './html.js';

/** Focus a heading, unless another element has the focus. @param {Element | null | undefined} heading */
function focusHeading(heading) {
  if (!(heading instanceof HTMLElement) || (document.activeElement && document.activeElement !== document.body)) return;
  heading.setAttribute('tabindex', '-1');
  heading.focus({ preventScroll: true });
}

/**
 * Return a ref for a container with a heading. When a focused element in it is removed, the heading gets the focus;
 * when the container itself is removed, the page's heading does.
 */
export function useFocusFallback() {
  const ref = useRef(/** @type {HTMLElement | null} */ (null));
  // A layout effect is cleaned up before the container is removed, while the focus can still be read.
  useLayoutEffect(() => {
    const container = ref.current;
    if (!container) return undefined;
    /** @type {EventTarget | null} */
    let lastFocused = null;
    const onFocusIn = (/** @type {FocusEvent} */ { target }) => void (lastFocused = target);
    const observer = new MutationObserver(() => {
      if (!(lastFocused instanceof Element) || lastFocused.isConnected) return;
      lastFocused = null;
      focusHeading(container.querySelector('h2, h3'));
    });
    container.addEventListener('focusin', onFocusIn);
    observer.observe(container, { childList: true, subtree: true });
    return () => {
      observer.disconnect();
      container.removeEventListener('focusin', onFocusIn);
      if (container.contains(document.activeElement)) setTimeout(() => focusHeading(document.querySelector('main h1')));
    };
  }, []);
  return ref;
}
