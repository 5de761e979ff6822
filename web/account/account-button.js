// @ts-check
// The button in the frame of every page that signs in or opens the account dialog.

import { request } from '../net/client.js';
import { renewalTime } from '../net/renewal.js';
import { isSessionExpired, requireSignIn, session, signInPrompt, startSession } from '../net/session.js';
import { t } from '../text/messages.js';
import { Avatar } from '../ui/avatar.js';
import { html, useEffect, useState, useStore } from '../ui/html.js';
import { lazyComponent } from '../ui/lazy-component.js';

/** Milliseconds before the stored token is checked: the page's own requests come first. */
const CHECK_DELAY = 1_000;

const AccountDialog = lazyComponent(
  t('frame.account.subject'), async () => (await import('./account-dialog.js')).AccountDialog,
);
const SignInDialog = lazyComponent(
  t('frame.account.signInSubject'), async () => (await import('./sign-in-dialog.js')).SignInDialog,
);

/** The button, and the dialogs it opens. */
export function AccountButton() {
  const current = useStore(session);
  const isExpired = useStore(isSessionExpired);
  const prompt = useStore(signInPrompt);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (!current) setOpen(false);
  }, [!current]);
  useEffect(() => {
    const timer = current && setTimeout(checkSession, CHECK_DELAY);
    return () => void (timer && clearTimeout(timer));
  }, []);
  return html`
    ${current && !isExpired
      ? html`<button type="button" class="me me-known" aria-haspopup="dialog"
          aria-label=${t('frame.account.accountOf', { name: current.player.name })} onClick=${() => setOpen(true)}>
          <${Avatar} id=${current.player.id} size="1.6rem" />
          <span class="me-name">${current.player.name}</span></button>`
      : html`<button type="button" class="me" aria-haspopup="dialog"
          onClick=${() => requireSignIn(t('frame.account.signInReason'))}>${t('ui.signIn')}</button>`}
    ${current && isOpen && html`<${AccountDialog} session=${current} onClose=${() => setOpen(false)} />`}
    ${prompt && html`<${SignInDialog} />`}`;
}

/** Check whether the stored token is still valid, and note its expiry and the player's name. */
async function checkSession() {
  const stored = session.value;
  try {
    const { session: found } = await request('Session');
    if (!stored || !found || session.value !== stored) return;
    const isRenamed = found.player.name !== stored.player.name;
    if (!isRenamed && stored.renewAt !== undefined) return;
    const { renewAt = renewalTime(found.expiresAt) } = stored;
    startSession({ ...stored, player: found.player, renewAt });
  } catch {
    // The status banners report an expired session and a lost connection.
  }
}
