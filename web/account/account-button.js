// @ts-check
// Who is signed in, in the frame of every page; and the dialogs in which that changes.

import { ask } from '../net/client.js';
import { html, useEffect, useState, useStore } from '../ui/html.js';
import { later } from '../ui/lazy-component.js';
import { asked, enter, expired, session, signedIn } from '../net/session.js';

/** Milliseconds until the token that was kept is looked at. */
const UNHURRIED = 1_000;

const Myself = later('your account', async () => (await import('./account-dialog.js')).Myself);
const SignIn = later('the way to sign in', async () => (await import('./sign-in-dialog.js')).SignIn);

export function Account() {
  const who = useStore(session);
  const out = useStore(expired);
  const asking = useStore(asked);
  const [open, show] = useState(false);
  useEffect(() => {
    if (!who) show(false);
    // Not while the page is being loaded: what it shows is asked for first.
    const checking = who && setTimeout(check, UNHURRIED);
    return () => void (checking && clearTimeout(checking));
  }, [who?.token]);
  return html`
    ${who && !out
      ? html`<button type="button" class="me" aria-haspopup="dialog" onClick=${() => show(true)}>
          <span class="unseen">Your account: </span>${who.player.name}</button>`
      : html`<button type="button" class="me" aria-haspopup="dialog"
          onClick=${() => signedIn('To play, you need a name. Looking on needs none.')}>Sign in</button>`}
    ${who && open && html`<${Myself} who=${who} onClose=${() => show(false)} />`}
    ${asking && html`<${SignIn} />`}`;
}

/** See whether the token that was kept is still good, and whether its player is called otherwise by now. */
async function check() {
  const kept = session.value;
  try {
    const { session: found } = await ask('Session');
    const other = kept && found && found.player.name !== kept.player.name;
    if (other && session.value === kept) enter({ ...kept, player: found.player });
  } catch {
    // The line above the page tells of it: the token is good no more, or the server is away.
  }
}
