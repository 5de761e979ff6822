// @ts-check
// The dialog that erases you.

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
    announce('You have been erased.');
  }

  return html`<${Dialog} title="Erase you for good?" onClose=${onClose}>
    <p>Your name is forgotten, here and in all games that you have played: you are an erased player there from now on.
      What you did at the tables stays. You are signed out everywhere. This cannot be undone.</p>
    ${openGames.length > 0 && html`<p class="warn">You still have a seat at
      ${openGames.length === 1 ? ' a table that is ' : ` ${openGames.length} tables that are `}
      not finished. You leave tables that have not started. In games that are played the machine takes over your
      seat.</p>`}
    <div class="row">
      <${BusyButton} busy=${busy} name="erase" action=${erase}>Erase me for good<//>
      <button type="button" onClick=${onBack}>Keep me</button>
    </div>
  <//>`;
}
