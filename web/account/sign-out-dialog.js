// @ts-check
// The dialog that signs you out on this device.

import { request } from '../net/client.js';
import { RequestError } from '../net/errors.js';
import { endSession } from '../net/session.js';
import { announce } from '../ui/announcer.js';
import { BusyButton, useBusy } from '../ui/busy-button.js';
import { Dialog } from '../ui/dialog.js';
import { html } from '../ui/html.js';
import { useQuery } from '../ui/use-query.js';

/** @param {import('./account-dialog.js').StepProps} props */
export function SignOutDialog({ session, onBack, onClose }) {
  const busy = useBusy();
  const { data } = useQuery('Sessions', {});
  const others = data?.me?.sessions?.filter((/** @type {import('../schema').PlayerSession} */ each) => !each.isCurrent);

  async function signOut() {
    try {
      await request('SignOut');
    } catch (error) {
      // A session that has already ended needs no end.
      if (!(error instanceof RequestError && error.code === 'UNAUTHENTICATED')) throw error;
    }
    onClose();
    endSession();
    announce('Signed out.');
  }

  return html`<${Dialog} title="Sign out?" onClose=${onClose}>
    <p>This signs you out on this device.${others?.length > 0 && ' You stay signed in elsewhere.'}</p>
    ${others?.length === 0 && html`<p class="warn">You are signed in nowhere else. If ${session.player.name} is a guest,
      nobody can go on as ${session.player.name} then, at no table. To stay the same player, sign in on another device
      first.</p>`}
    <div class="row">
      <${BusyButton} busy=${busy} name="sign out" action=${signOut} primary>Sign out<//>
      <button type="button" onClick=${onBack}>Stay signed in</button>
    </div>
  <//>`;
}
