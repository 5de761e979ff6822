// @ts-check
// The session of the signed-in player, shared by all tabs of this browser.

import { Store } from '../store.js';

const STORAGE_KEY = 'kibitz.session';

/**
 * @typedef {object} Session
 * @property {string} token
 * @property {{ id: string, name: string }} player
 * @property {number | null} [renewAt] the time at which the token is renewed, in milliseconds since 1970; null if it
 * cannot be renewed, and undefined until its expiry is known
 */

/** The session; null for a spectator. */
export const session = new Store(readStoredSession());

/** True while the server rejects the session's token; signing in again resumes the session. */
export const isSessionExpired = new Store(false);

/** The open request to sign in, with its reason; null if there is none. */
export const signInPrompt = new Store(
  /** @type {{ reason: string, resolve: (signedIn: boolean) => void } | null} */ (null),
);

/** Return the token to send; null for a spectator and for an expired session. */
export const bearerToken = () => (isSessionExpired.value ? null : session.value?.token ?? null);

/** @returns {Session | null} */
function readStoredSession() {
  try {
    const stored = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? 'null');
    return typeof stored?.token === 'string' && typeof stored?.player?.id === 'string' ? stored : null;
  } catch {
    // No storage, or a value that another program wrote.
    return null;
  }
}

/** @param {Session | null} newSession */
function storeSession(newSession) {
  try {
    if (newSession) localStorage.setItem(STORAGE_KEY, JSON.stringify(newSession));
    else localStorage.removeItem(STORAGE_KEY);
  } catch {
    // Without storage the session ends when the page is closed.
  }
}

/** Start a session, or replace the player of the current one. @param {Session} newSession */
export function startSession(newSession) {
  storeSession(newSession);
  applySession(newSession);
}

/** Sign out: forget the token and continue as a spectator. */
export function endSession() {
  storeSession(null);
  applySession(null);
}

/** @param {Session | null} newSession */
function applySession(newSession) {
  if (newSession?.token !== session.value?.token) isSessionExpired.set(false);
  session.set(newSession);
  if (newSession && !isSessionExpired.value) resolveSignInPrompt(true);
}

/** Mark the session as expired, after the server rejected its token. @param {string | null} token the rejected token */
export function markSessionExpired(token) {
  // Another tab may have signed in with a new token in the meantime.
  if (token !== null && session.value?.token === token) isSessionExpired.set(true);
}

/**
 * Resolve to true if the user is signed in; otherwise ask them to sign in first.
 * @param {string} reason a sentence that the dialog shows
 * @returns {Promise<boolean>} false if they cancel
 */
export function requireSignIn(reason) {
  if (bearerToken() !== null) return Promise.resolve(true);
  resolveSignInPrompt(false);
  return new Promise((resolve) => signInPrompt.set({ reason, resolve }));
}

/** Close the request to sign in. @param {boolean} signedIn */
export function resolveSignInPrompt(signedIn) {
  const prompt = signInPrompt.value;
  signInPrompt.set(null);
  prompt?.resolve(signedIn);
}

// Another tab signed in or out.
addEventListener('storage', ({ key }) => {
  if (key === STORAGE_KEY || key === null) applySession(readStoredSession());
});
