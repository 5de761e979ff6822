// @ts-check
// Client-side navigation: the current address, links within the site, and scroll restoration.

import { Store } from '../store.js';

/** Milliseconds for which a page that is opened again may grow before its scroll position is final. */
const RESTORE_TIMEOUT = 10_000;
/** Milliseconds between saves of the scroll position. */
const SAVE_INTERVAL = 200;
const USER_SCROLL_EVENTS = ['wheel', 'touchstart', 'keydown', 'pointerdown'];

/** @returns {{ path: string, searchParams: URLSearchParams, scrollTop: number }} `scrollTop` as the page was left */
const readLocation = () => ({
  path: location.pathname,
  searchParams: new URLSearchParams(location.search),
  scrollTop: history.state?.scrollTop ?? 0,
});

/** The address of the page that is shown. */
export const currentLocation = new Store(readLocation());

/** @type {ReturnType<typeof setTimeout> | undefined} */
let saveTimer;

/**
 * Go to an address of this site.
 * @param {string} address @param {{ replace?: boolean }} [options] `replace` adds no entry to the history
 */
export function navigate(address, { replace = false } = {}) {
  saveScroll();
  if (replace || new URL(address, location.href).href === location.href) history.replaceState(null, '', address);
  else history.pushState(null, '', address);
  currentLocation.set(readLocation());
}

/**
 * Change search parameters of the address; null removes one.
 * @param {Record<string, string | null>} changes
 */
export function setSearchParams(changes) {
  const searchParams = new URLSearchParams(location.search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) searchParams.delete(name);
    else searchParams.set(name, value);
  }
  const text = searchParams.toString();
  navigate(location.pathname + (text && `?${text}`), { replace: true });
}

/**
 * Restore a scroll position, and keep it while the page's parts load, until the user scrolls.
 * @param {number} scrollTop @returns {() => void} a function that stops this
 */
export function restoreScroll(scrollTop) {
  const scroll = () => scrollTo(0, scrollTop);
  scroll();
  // At the top there is nothing to keep.
  if (!scrollTop) return () => {};
  // Parts that load late may be inserted above the visible ones.
  const resizeObserver = new ResizeObserver(scroll);
  const timer = setTimeout(stop, RESTORE_TIMEOUT);
  function stop() {
    clearTimeout(timer);
    resizeObserver.disconnect();
    USER_SCROLL_EVENTS.forEach((name) => removeEventListener(name, stop));
  }
  resizeObserver.observe(document.body);
  USER_SCROLL_EVENTS.forEach((name) => addEventListener(name, stop, { passive: true }));
  return stop;
}

/** Save the scroll position in the history's current entry. */
function saveScroll() {
  cancelSave();
  const scrollTop = Math.round(scrollY);
  if (scrollTop !== (history.state?.scrollTop ?? 0)) history.replaceState({ ...history.state, scrollTop }, '');
}

function cancelSave() {
  clearTimeout(saveTimer);
  saveTimer = undefined;
}

/** Follow links within the site without loading the document again. @param {MouseEvent} event */
function onLinkClick(event) {
  const hasModifier = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  if (event.defaultPrevented || event.button || hasModifier) return;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || link.origin !== location.origin || link.target || link.hasAttribute('download')) return;
  // The browser handles anchors. Links to other parts of the server, such as the API, are marked as external.
  if (!link.getAttribute('href')?.startsWith('/') || link.rel === 'external') return;
  event.preventDefault();
  navigate(link.pathname + link.search + link.hash);
}

// The browser would restore the position before the page is rendered.
history.scrollRestoration = 'manual';
addEventListener('scroll', () => (saveTimer ??= setTimeout(saveScroll, SAVE_INTERVAL)), { passive: true });
addEventListener('pagehide', saveScroll);
addEventListener('popstate', () => {
  cancelSave();
  currentLocation.set(readLocation());
});
document.addEventListener('click', onLinkClick);
