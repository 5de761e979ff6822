// @ts-check
// The name of this browser, for the list of sessions.

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
export const clientName = () => `${find(BROWSERS, 'Browser')} on ${find(SYSTEMS, 'another system')}`;
