// @ts-check
// What the browser's tab says.

import { useEffect } from './html.js';

/** Title the page that is shown. @param {string} text */
export function useTitle(text) {
  useEffect(() => {
    document.title = text ? `${text} · Kibitz` : 'Kibitz';
  }, [text]);
}
