// @ts-check
// The server's time, without the browser's clock, which can be wrong and can be changed at any moment.

/** The lead of the server's time over `performance.now()`, in milliseconds. */
let lead = -Infinity;

/**
 * Note a time that the server had reached before its message arrived. The message that took the shortest way gives the
 * best lead, and after a sleep, in which `performance.now()` can stand still, a later message raises it again.
 * @param {string | null} time
 */
export function noteServerTime(time) {
  const milliseconds = Date.parse(time ?? '');
  if (!Number.isNaN(milliseconds)) lead = Math.max(lead, milliseconds - performance.now());
}

/** Return the server's time in milliseconds, up to two seconds late; −Infinity before its first message. */
export const serverNow = () => lead + performance.now();
