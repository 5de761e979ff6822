// @ts-check
// The dialog that erases you.

import { t } from 'catalogue/account.js';
import { request } from '../net/client.js';
import { endSession } from '../net/session.js';
import { announce } from '../ui/announcer.js';
import { BusyButton, useBusy } from '../ui/busy-button.js';
import { Dialog } from '../ui/dialog.js';
import { html } from '../ui/html.js';
import { useQuery } from '../ui/use-query.js';

/** @param {import('./account-dialog.js').StepProps} props */
export function EraseDialog({ onBack, onClose }) {
  const busy = useBusy();
  const { data } = useQuery('OwnGames', { first: 50 });
  const openGames = (data?.me?.games?.nodes ?? []).filter((/** @type {any} */ { stage }) =>
    ['WAITING_FOR_PLAYERS', 'WAITING_FOR_SEEDS', 'PLAYING'].includes(stage));

  async function erase() {
    await request('EraseMe');
    onClose();
    endSession();
    announce(t('account.erased'));
  }

  return html`<${Dialog} title=${t('account.eraseTitle')} onClose=${onClose}>
    <p>${t('account.eraseConsequences')}</p>
    ${openGames.length > 0 && html`<p class="warn">${t('account.eraseOpenGames', { count: openGames.length })}</p>`}
    <div class="row">
      <${BusyButton} busy=${busy} name="erase" action=${erase}>${t('account.eraseForGood')}<//>
      <button type="button" onClick=${onBack}>${t('account.keep')}</button>
    </div>
  <//>`;
}
