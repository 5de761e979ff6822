// @ts-check
// Who is signed in, in all tabs of this browser.

import { Store } from './html.js';

const KEY = 'kibitz.session';

/**
 * @typedef {{ token: string, player: { id: string, name: string } }} Session
 */

/** Who is signed in; null for an onlooker. @type {Store<Session | null>} */
export const session = new Store(read());

/** Whether the server no longer takes the token that was kept; whoever signs in again goes on. */
export const expired = new Store(false);

/** @returns {Session | null} */
function read() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    return typeof kept?.token === 'string' && typeof kept?.player?.id === 'string' ? kept : null;
  } catch {
    // Nothing was kept, or what was kept is not ours: an onlooker.
    return null;
  }
}

/** Be signed in. @param {Session} who */
export function enter(who) {
  localStorage.setItem(KEY, JSON.stringify(who));
  expired.set(false);
  session.set(who);
}

/** Be an onlooker again; the token is forgotten. */
export function leave() {
  localStorage.removeItem(KEY);
  expired.set(false);
  session.set(null);
}

/** The server said that the token is good no more. @param {string | null} token the one that it said so of */
export function expire(token) {
  // Another tab may have signed in anew meanwhile.
  if (token !== null && session.value?.token === token) expired.set(true);
}

// Of the other tabs.
addEventListener('storage', ({ key }) => {
  if (key !== KEY && key !== null) return;
  const now = read();
  if (now?.token !== session.value?.token) expired.set(false);
  session.set(now);
});
