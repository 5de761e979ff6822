// @ts-check
// Which page is shown: by its address, as links and the browser's own buttons change it.

import { Store } from './html.js';

/** @returns {{ path: string, query: URLSearchParams }} */
const read = () => ({ path: location.pathname, query: new URLSearchParams(location.search) });

/** Where we are. */
export const place = new Store(read());

/**
 * Go to an address of this site.
 * @param {string} address @param {{ replace?: boolean }} [how] `replace` leaves no step to go back to
 */
export function go(address, { replace = false } = {}) {
  if (replace) history.replaceState(null, '', address);
  else history.pushState(null, '', address);
  place.set(read());
}

/** Change what stands after the question mark; null takes a parameter away. @param {Record<string, string | null>} changes */
export function ask(changes) {
  const query = new URLSearchParams(location.search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) query.delete(name);
    else query.set(name, value);
  }
  const text = query.toString();
  go(location.pathname + (text && `?${text}`), { replace: true });
}

addEventListener('popstate', () => place.set(read()));

// Links within the site change the page without loading it anew.
document.addEventListener('click', (event) => {
  if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || link.origin !== location.origin || link.target || link.hasAttribute('download')) return;
  // What the server answers itself, such as the API.
  if (!link.getAttribute('href')?.startsWith('/')) return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
});
