// @ts-check
// The name of this browser, for the list of sessions.

import { t } from '../text/messages.js';

const BROWSERS = [
  ['Edg/', 'Edge'], ['OPR/', 'Opera'], ['Firefox/', 'Firefox'], ['Chrome/', 'Chrome'], ['Safari/', 'Safari'],
];
const SYSTEMS = [
  ['Android', 'Android'], ['iPhone', 'iPhone'], ['iPad', 'iPad'], ['CrOS', 'ChromeOS'], ['Windows', 'Windows'],
  ['Mac OS', 'macOS'], ['Linux', 'Linux'],
];

/** @param {string[][]} names @param {string} other */
const find = (names, other) => names.find(([mark]) => navigator.userAgent.includes(mark))?.[1] ?? other;

/** Return a name such as `Firefox on Linux`. */
export const clientName = () => t('net.clientName', {
  browser: find(BROWSERS, t('net.otherBrowser')), system: find(SYSTEMS, t('net.otherSystem')),
});
