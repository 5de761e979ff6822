// @ts-check
// The dialog that lists where you are signed in, and ends sessions.

import { t } from 'catalogue/account.js';
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
    announce(t('account.sessionEnded'));
  }

  return html`<${Dialog} title=${t('account.step.sessions')} onClose=${onClose}>
    <section ref=${ref}>
      <h3 class="unseen">${t('account.sessionList')}</h3>
      ${!sessions && html`<${LoadStatus} error=${error} subject=${t('account.sessionsSubject')} onRetry=${refetch} />`}
      <ul class="sessions">${sessions?.map((each) => html`<li key=${each.id} class="session">
        <div>
          <p class="session-name">${each.client ?? t('account.unnamedDevice')}
            ${each.isCurrent && html` <span class="sign">${t('account.thisDevice')}</span>`}</p>
          <p class="quiet">${lastUseText(each)}</p>
        </div>
        ${!each.isCurrent && html`<div><${BusyButton} busy=${busy} name=${each.id}
          label=${each.client ? t('account.signOutOn', { device: each.client }) : t('account.signOutOnUnnamed')}
          action=${() => end('EndSession', 'endSession', { session: each.id })}>${t('account.signOut')}<//></div>`}
      </li>`)}</ul>
    </section>
    <div class="row">
      ${sessions?.some(({ isCurrent }) => !isCurrent) && html`<${BusyButton}
        busy=${busy} name="others" action=${() => end('EndOtherSessions', 'endOtherSessions')}
      >${t('account.signOutElsewhere')}<//>`}
      <button type="button" onClick=${onBack}>${t('account.back')}</button>
    </div>
  <//>`;
}

/** @param {PlayerSession} session `lastUsedAt` is cut to the hour */
function lastUseText({ createdAt, lastUsedAt, isCurrent }) {
  const time = formatDateTime(createdAt);
  if (isCurrent) return t('account.signedInAt', { time });
  if (Date.now() - Date.parse(lastUsedAt) < HOUR) return t('account.signedInAtUsedNow', { time });
  return t('account.signedInAtUsed', { time, lastUse: formatRelativeTime(lastUsedAt) });
}
