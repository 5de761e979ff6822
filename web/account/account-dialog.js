// @ts-check
// The dialog of your account: rename, copy the token, sign out, erase.

import { request } from '../net/client.js';
import { endSession, startSession } from '../net/session.js';
import { announce } from '../ui/announcer.js';
import { BusyButton, useBusy } from '../ui/busy-button.js';
import { CopyButton } from '../ui/copy-button.js';
import { Dialog } from '../ui/dialog.js';
import { html, useState } from '../ui/html.js';
import { TextField } from '../ui/text-field.js';
import { useQuery } from '../ui/use-query.js';

/** @typedef {import('../net/session.js').Session} Session */

/** @param {{ session: Session, onClose: () => void }} props */
export function AccountDialog({ session, onClose }) {
  const [step, setStep] = useState(/** @type {'overview' | 'sign out' | 'erase'} */ ('overview'));
  const onCancel = () => setStep('overview');
  if (step === 'sign out') return html`<${SignOut} session=${session} onCancel=${onCancel} onClose=${onClose} />`;
  if (step === 'erase') return html`<${Erase} session=${session} onCancel=${onCancel} onClose=${onClose} />`;
  return html`<${Dialog} title="Your account" onClose=${onClose}>
    <${Rename} session=${session} />
    <p><a href=${`/players/${session.player.id}`} onClick=${onClose}>Your record and ratings</a></p>
    <${Token} session=${session} />
    <p class="row">
      <button type="button" onClick=${() => setStep('sign out')}>Sign out…</button>
      <button type="button" class="bad" onClick=${() => setStep('erase')}>Erase me…</button>
    </p>
  <//>`;
}

/** @param {{ session: Session }} props */
function Rename({ session }) {
  const [name, setName] = useState(session.player.name);
  const [error, setError] = useState(/** @type {string | null} */ (null));
  const [isRenamed, setRenamed] = useState(false);
  const busy = useBusy();

  async function rename() {
    const { rename: result } = await request('Rename', { name });
    if (result.__typename !== 'RenameAccepted') return setError(result.message);
    startSession({ ...session, player: result.player });
    setName(result.player.name);
    setRenamed(true);
  }

  const onSubmit = (/** @type {Event} */ event) => {
    event.preventDefault();
    setError(null);
    setRenamed(false);
    void busy.run('rename', rename);
  };

  return html`<form novalidate onSubmit=${onSubmit}>
    <${TextField} label="Your name" value=${name} onValueChange=${setName} autocomplete="nickname"
      error=${error ?? busy.errorOf('rename')?.message} />
    <p class="row">
      <button aria-busy=${busy.running === 'rename'}>Rename</button>
      <span role="status" class="quiet">
        ${isRenamed ? `You are called ${session.player.name} now, also in games that are over.` : ''}
      </span>
    </p>
  </form>`;
}

/** @param {{ session: Session }} props */
function Token({ session }) {
  const { data } = useQuery('Session', {});
  const expiry = data?.session && new Date(data.session.expiresAt).toLocaleDateString('en-GB', { dateStyle: 'long' });
  return html`<div class="field">
    <h3>Your token</h3>
    <p class="hint">Whoever has it is you: keep it to yourself.
      ${' '}With it you can sign in on another device${expiry && `, until ${expiry}`}.</p>
    <p class="row"><${CopyButton} text=${session.token}>Copy my token<//></p>
  </div>`;
}

/** @typedef {{ session: Session, onCancel: () => void, onClose: () => void }} StepProps */

/** @param {StepProps} props */
function SignOut({ session, onCancel, onClose }) {
  const { name } = session.player;
  const signOut = () => (onClose(), endSession(), announce('Signed out.'));
  return html`<${Dialog} title="Sign out?" onClose=${onClose}>
    <p>This browser forgets your token. ${session.guest === false
      ? 'You can sign in with it again, or with another of yours.'
      : `It is the only key to being ${name}: without it nobody can go on as ${name}, at no table.`}</p>
    <p class="row"><${CopyButton} text=${session.token}>Copy my token first<//></p>
    <p class="row">
      <button type="button" class="main" onClick=${signOut}>Sign out</button>
      <button type="button" onClick=${onCancel}>Stay signed in</button>
    </p>
  <//>`;
}

/** @param {StepProps} props */
function Erase({ onCancel, onClose }) {
  const busy = useBusy();
  const { data } = useQuery('OwnGames', { order: 'NEWEST', first: 50 });
  const openGames = (data?.me?.games?.nodes ?? []).filter((/** @type {any} */ { stage }) =>
    ['WAITING_FOR_PLAYERS', 'PLAYING'].includes(stage));

  async function erase() {
    await request('EraseMe');
    onClose();
    endSession();
    announce('You have been erased.');
  }

  return html`<${Dialog} title="Erase you for good?" onClose=${onClose}>
    <p>Your name is forgotten, here and in all games that you have played: you are an erased player there from now on.
      What you did at the tables stays. Your token is good no more. This cannot be undone.</p>
    ${openGames.length > 0 && html`<p class="warn">You still have a seat at
      ${openGames.length === 1 ? ' a table that is ' : ` ${openGames.length} tables that are `}
      not finished. You leave tables that have not started. In games that are played the machine takes over your
      seat.</p>`}
    <div class="row">
      <${BusyButton} busy=${busy} name="erase" action=${erase}>Erase me for good<//>
      <button type="button" onClick=${onCancel}>Keep me</button>
    </div>
  <//>`;
}
