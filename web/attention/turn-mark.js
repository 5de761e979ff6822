// @ts-check
// The mark of your turn while the page is in the background: at the icon of the tab, and at that of an installed app.

import { useEffect } from '../ui/html.js';

const ICON = 'icon.svg';
const MARKED_ICON = 'icons/icon-turn.svg';

/** Mark the icons while it is your turn and the page is hidden. @param {boolean} isOwnTurn */
export function useTurnMark(isOwnTurn) {
  useEffect(() => {
    if (!isOwnTurn) return undefined;
    const update = () => setMark(document.hidden);
    update();
    document.addEventListener('visibilitychange', update);
    return () => (document.removeEventListener('visibilitychange', update), setMark(false));
  }, [isOwnTurn]);
}

/** @param {boolean} isMarked */
function setMark(isMarked) {
  const link = /** @type {HTMLLinkElement | null} */ (document.querySelector('link[rel="icon"]'));
  const isShown = link?.href.endsWith(MARKED_ICON) ?? false;
  if (!link || isShown === isMarked) return;
  link.href = isMarked ? link.href.replace(ICON, MARKED_ICON) : link.href.replace(MARKED_ICON, ICON);
  // Refused by browsers in which the site is not installed.
  const change = isMarked ? navigator.setAppBadge?.() : navigator.clearAppBadge?.();
  change?.catch(() => {});
}
