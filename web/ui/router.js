// @ts-check
// Which page is shown: by its address, as links and the browser's own buttons change it.

import { Store } from './html.js';

/** @returns {{ path: string, query: URLSearchParams, y: number }} `y` is how far down the page was when it was left */
const read = () => ({ path: location.pathname, query: new URLSearchParams(location.search), y: history.state?.y ?? 0 });

/** Where we are. */
export const place = new Store(read());

/**
 * Go to an address of this site.
 * @param {string} address @param {{ replace?: boolean }} [how] `replace` leaves no step to go back to
 */
export function go(address, { replace = false } = {}) {
  remember();
  if (replace || new URL(address, location.href).href === location.href) history.replaceState(null, '', address);
  else history.pushState(null, '', address);
  place.set(read());
}

/**
 * Change what stands after the question mark; null takes a parameter away.
 * @param {Record<string, string | null>} changes
 */
export function ask(changes) {
  const query = new URLSearchParams(location.search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) query.delete(name);
    else query.set(name, value);
  }
  const text = query.toString();
  go(location.pathname + (text && `?${text}`), { replace: true });
}

/** Milliseconds for which a page may come together under who comes back to it. */
const LANDING = 10_000;

/**
 * Be as far down the page as it says, however its parts come; for a while, unless somebody scrolls.
 * @param {number} y
 */
export function land(y) {
  const aim = () => scrollTo(0, y);
  aim();
  // Whoever begins at the top may stay there.
  if (!y) return () => {};
  // Also once it is so long: what comes late may come above what is seen.
  const growing = new ResizeObserver(aim);
  const events = ['wheel', 'touchstart', 'keydown', 'pointerdown'];
  const timer = setTimeout(stop, LANDING);
  function stop() {
    clearTimeout(timer);
    growing.disconnect();
    events.forEach((name) => removeEventListener(name, stop));
  }
  growing.observe(document.body);
  events.forEach((name) => addEventListener(name, stop, { passive: true }));
  return stop;
}

// The browser would do so before the page is there.
history.scrollRestoration = 'manual';

/** Keep how far down this page is, for who comes back to it. */
function remember() {
  clearTimeout(remembering);
  remembering = undefined;
  const y = Math.round(scrollY);
  if (y !== (history.state?.y ?? 0)) history.replaceState({ ...history.state, y }, '');
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let remembering;
addEventListener('scroll', () => (remembering ??= setTimeout(remember, 200)), { passive: true });
addEventListener('pagehide', remember);

addEventListener('popstate', () => {
  clearTimeout(remembering);
  remembering = undefined;
  place.set(read());
});

// Links within the site change the page without loading it anew.
document.addEventListener('click', (event) => {
  const elsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  if (event.defaultPrevented || event.button || elsewhere) return;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || link.origin !== location.origin || link.target || link.hasAttribute('download')) return;
  // Within the page the browser goes by itself; what the server answers in other ways, such as the API, is external.
  if (!link.getAttribute('href')?.startsWith('/') || link.rel === 'external') return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
});
