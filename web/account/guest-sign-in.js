// @ts-check
// Signing in as a guest, by a name alone.

import { t } from 'catalogue/account.js';
import { clientName } from '../net/client-name.js';
import { request } from '../net/client.js';
import { RefusalError } from '../net/errors.js';
import { renewalTime } from '../net/renewal.js';
import { startSession } from '../net/session.js';
import { announce } from '../ui/announcer.js';

/** Sign in as a guest. Throws RefusalError and RequestError. @param {string} name */
export async function signInAsGuest(name) {
  const { signIn: result } = await request('SignIn', { name, client: clientName() });
  if (result.__typename !== 'SignInAccepted') throw new RefusalError(result);
  acceptSignIn(result.token, result);
}

/**
 * Start the session of a token, and announce it.
 * @param {string} token @param {{ player: { id: string, name: string }, expiresAt: string }} issued
 */
export function acceptSignIn(token, { player, expiresAt }) {
  startSession({ token, player, renewAt: renewalTime(expiresAt) });
  announce(t('account.signedInAs', { name: player.name }));
}
