// @ts-check
// Who is signed in, in all tabs of this browser.

import { Store, useStore } from '../ui/html.js';

const KEY = 'kibitz.session';

/**
 * `guest` tells who signed in by a name here: nobody else has the token.
 * @typedef {{ token: string, player: { id: string, name: string }, guest?: boolean }} Session
 */

/** Who is signed in; null for an onlooker. */
export const session = new Store(read());

/** Whether the server no longer takes the token that was kept; whoever signs in again goes on. */
export const expired = new Store(false);

/** What somebody is asked to sign in for; null while nobody is asked. */
export const asked = new Store(/** @type {{ reason: string, done: (signedIn: boolean) => void } | null} */ (null));

/** Return the token to be sent; null for an onlooker, and for whose sign-in has expired. */
export const bearer = () => (expired.value ? null : session.value?.token ?? null);

/** Return who one is to the server: null also for whose sign-in has expired. @returns {Session | null} */
export function useViewer() {
  const who = useStore(session);
  return useStore(expired) ? null : who;
}

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

/** @param {Session | null} who */
function keep(who) {
  try {
    if (who) localStorage.setItem(KEY, JSON.stringify(who));
    else localStorage.removeItem(KEY);
  } catch {
    // A browser that keeps nothing: signed in until this page is left.
  }
}

/** Be signed in. @param {Session} who */
export function enter(who) {
  keep(who);
  take(who);
}

/** Be an onlooker again; the token is forgotten. */
export function leave() {
  keep(null);
  take(null);
}

/** @param {Session | null} who */
function take(who) {
  if (who?.token !== session.value?.token) expired.set(false);
  session.set(who);
  if (who && !expired.value) answer(true);
}

/** The server said that the token is good no more. @param {string | null} token the one that it said so of */
export function expire(token) {
  // Another tab may have signed in anew meanwhile.
  if (token !== null && session.value?.token === token) expired.set(true);
}

/**
 * Resolve to whether somebody is signed in: at once, or after asking them to.
 * @param {string} reason what for, as a sentence
 * @returns {Promise<boolean>} false when they would rather not
 */
export function signedIn(reason) {
  if (bearer() !== null) return Promise.resolve(true);
  answer(false);
  return new Promise((done) => asked.set({ reason, done }));
}

/** Whoever was asked to sign in has done so, or would rather not. @param {boolean} done */
export function answer(done) {
  const waiting = asked.value;
  asked.set(null);
  waiting?.done(done);
}

// Of the other tabs.
addEventListener('storage', ({ key }) => {
  if (key === KEY || key === null) take(read());
});
