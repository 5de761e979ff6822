// @ts-check
// The title of the browser's tab.

import { useEffect } from '../ui/html.js';

/** Set the page's title. @param {string} text */
export function useTitle(text) {
  useEffect(() => {
    document.title = text ? `${text} · Kibitz` : 'Kibitz';
  }, [text]);
}
