// @ts-check
// The dialog that lists where you are signed in, and ends sessions.

import { request } from '../net/client.js';
import { RefusalError } from '../net/errors.js';
import { formatDateTime, formatRelativeTime } from '../text/dates.js';
import { announce } from '../ui/announcer.js';
import { BusyButton, useBusy } from '../ui/busy-button.js';
import { Dialog } from '../ui/dialog.js';
import { useFocusFallback } from '../ui/focus.js';
import { html, useState } from '../ui/html.js';
import { LoadStatus } from '../ui/load-state.js';
import { useQuery } from '../ui/use-query.js';

/** @typedef {import('../schema').PlayerSession} PlayerSession */

/** Milliseconds of an hour. */
const HOUR = 3_600_000;

/** @param {import('./account-dialog.js').StepProps} props */
export function SessionsDialog({ onBack, onClose }) {
  const { data, error, refetch } = useQuery('Sessions', {});
  const [changed, setChanged] = useState(/** @type {PlayerSession[] | null} */ (null));
  const busy = useBusy();
  const ref = useFocusFallback();
  /** @type {PlayerSession[] | undefined} */
  const sessions = changed ?? data?.me?.sessions;

  /** @param {string} operation @param {string} mutation @param {object} [variables] */
  async function end(operation, mutation, variables = {}) {
    const { [mutation]: result } = await request(operation, { ...variables });
    if (!result.sessions) throw new RefusalError(result);
    setChanged(result.sessions);
    announce('Signed out there.');
  }

  return html`<${Dialog} title="Where you are signed in" onClose=${onClose}>
    <section ref=${ref}>
      <h3 class="unseen">Sessions</h3>
      ${!sessions && html`<${LoadStatus} error=${error} subject="your sessions" onRetry=${refetch} />`}
      <ul class="sessions">${sessions?.map((each) => html`<li key=${each.id} class="session">
        <div>
          <p class="session-name">${each.client ?? 'A device without a name'}
            ${each.isCurrent && html` <span class="sign">This device</span>`}</p>
          <p class="quiet">Signed in ${formatDateTime(each.createdAt)}${!each.isCurrent
            && `, last used ${lastUseText(each.lastUsedAt)}`}</p>
        </div>
        ${!each.isCurrent && html`<div><${BusyButton} busy=${busy} name=${each.id}
          label=${`Sign out on ${each.client ?? 'the device without a name'}`}
          action=${() => end('EndSession', 'endSession', { session: each.id })}>Sign out<//></div>`}
      </li>`)}</ul>
    </section>
    <div class="row">
      ${sessions?.some(({ isCurrent }) => !isCurrent) && html`<${BusyButton}
        busy=${busy} name="others" action=${() => end('EndOtherSessions', 'endOtherSessions')}
      >Sign out everywhere else<//>`}
      <button type="button" onClick=${onBack}>Back</button>
    </div>
  <//>`;
}

/** @param {string} lastUsedAt cut to the hour */
const lastUseText = (lastUsedAt) =>
  (Date.now() - Date.parse(lastUsedAt) < HOUR ? 'within the hour' : formatRelativeTime(lastUsedAt));
