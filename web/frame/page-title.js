// @ts-check
// The title of the browser's tab.

import { t } from '../text/messages.js';
import { useEffect } from '../ui/html.js';

/** Set the page's title. @param {string} text */
export function useTitle(text) {
  useEffect(() => {
    document.title = text ? t('frame.pageTitle', { page: text }) : t('frame.brand');
  }, [text]);
}
