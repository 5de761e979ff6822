// @ts-check
// The dialog that signs you out on this device.

import { t } from 'catalogue/account.js';
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
    announce(t('account.signedOut'));
  }

  return html`<${Dialog} title=${t('account.signOutTitle')} onClose=${onClose}>
    <p>${t('account.signOutConsequence')}${others?.length > 0 && ` ${t('account.signedInElsewhere')}`}</p>
    ${others?.length === 0 && html`<p class="warn">${t('account.lastSession', { name: session.player.name })}</p>`}
    <div class="row">
      <${BusyButton} busy=${busy} name="sign out" action=${signOut} primary>${t('account.signOut')}<//>
      <button type="button" onClick=${onBack}>${t('account.staySignedIn')}</button>
    </div>
  <//>`;
}
