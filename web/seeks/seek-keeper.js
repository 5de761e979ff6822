// @ts-check
// Keeps your search alive while you wait at a table that formed for it.

import { t } from 'catalogue/seeks.js';
import { announce } from '../ui/announcer.js';
import { useEffect } from '../ui/html.js';
import { navigate } from '../ui/router.js';
import { useOwnSeeks } from './own-seeks.js';

/** Goes back to the lobby when the table breaks up; shows nothing. @param {{ isClosed: boolean }} props */
export function SeekKeeper({ isClosed }) {
  const isSeeking = (useOwnSeeks()?.length ?? 0) > 0;
  useEffect(() => {
    if (!isClosed || !isSeeking) return;
    announce(t('seeks.tableBrokeUp'));
    navigate('/', { replace: true });
  }, [isClosed, isSeeking]);
  return null;
}
