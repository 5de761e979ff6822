// @ts-check
// Renews the session's token when half of its time has passed, so that a player who comes back stays the same player.

import { clientName } from './client-name.js';
import { request } from './client.js';
import { RequestError } from './errors.js';
import { isSessionExpired, session, startSession } from './session.js';

/** The shortest and the longest time in milliseconds until the next check. Longer timers overflow. */
const [MIN_DELAY, MAX_DELAY] = [60_000, 3_600_000];

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** Keep the session alive while the page is open. */
export function startRenewals() {
  session.subscribe(() => schedule(MIN_DELAY));
  schedule(0);
}

/** Return the time at which a token is renewed, in milliseconds since 1970. @param {string} expiresAt */
export const renewalTime = (expiresAt) => (Date.now() + Date.parse(expiresAt)) / 2;

/** @param {number} minDelay */
function schedule(minDelay) {
  clearTimeout(timer);
  const renewAt = session.value?.renewAt;
  if (!renewAt) return;
  timer = setTimeout(renewSafely, Math.max(minDelay, Math.min(renewAt - Date.now(), MAX_DELAY)));
}

async function renewSafely() {
  try {
    // Browsers have locks over HTTPS and on localhost. Without one, two tabs may renew the token, which does no harm.
    if (navigator.locks) await navigator.locks.request('kibitz.renewal', renewIfDue);
    else await renewIfDue();
  } catch (error) {
    // It is tried again; a rejected token is reported by the status banners.
    if (!(error instanceof RequestError)) throw error;
  }
  schedule(MIN_DELAY);
}

async function renewIfDue() {
  const current = session.value;
  if (!current?.renewAt || current.renewAt > Date.now() || isSessionExpired.value) return;
  const { renewToken: result } = await request('RenewToken', { client: clientName() });
  // Another tab may have renewed the token, or signed out.
  if (session.value?.token !== current.token) return;
  startSession(result.__typename === 'RenewTokenAccepted'
    ? { ...session.value, token: result.token, renewAt: renewalTime(result.expiresAt) }
    : { ...session.value, renewAt: null });
}
