// @ts-check
// What somebody does with themselves: another name, the token, signing out, being erased.

import { announce } from '../ui/announcer.js';
import { useAnswer } from '../ui/use-query.js';
import { ask } from '../net/client.js';
import { CopyButton } from '../ui/copy-button.js';
import { html, useState } from '../ui/html.js';
import { enter, leave } from '../net/session.js';
import { Doing, useBusy } from '../ui/busy-button.js';
import { Dialog } from '../ui/dialog.js';
import { Field } from '../ui/text-field.js';

/** @typedef {import('../net/session.js').Session} Session */

/** @param {{ who: Session, onClose: () => void }} props */
export function Myself({ who, onClose }) {
  const [step, go] = useState(/** @type {'all' | 'out' | 'erase'} */ ('all'));
  const back = () => go('all');
  if (step === 'out') return html`<${SignOut} who=${who} back=${back} onClose=${onClose} />`;
  if (step === 'erase') return html`<${Erase} who=${who} back=${back} onClose=${onClose} />`;
  return html`<${Dialog} title="Your account" onClose=${onClose}>
    <${Rename} who=${who} />
    <p><a href=${`/players/${who.player.id}`} onClick=${onClose}>Your record and ratings</a></p>
    <${Token} who=${who} />
    <p class="row">
      <button type="button" onClick=${() => go('out')}>Sign out…</button>
      <button type="button" class="bad" onClick=${() => go('erase')}>Erase me…</button>
    </p>
  <//>`;
}

/** @param {{ who: Session }} props */
function Rename({ who }) {
  const [name, type] = useState(who.player.name);
  const [error, refuse] = useState(/** @type {string | null} */ (null));
  const [done, say] = useState(false);
  const busy = useBusy();

  async function rename() {
    const { rename: result } = await ask('Rename', { name });
    if (result.__typename !== 'Renamed') return refuse(result.message);
    enter({ ...who, player: result.player });
    type(result.player.name);
    say(true);
  }

  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    refuse(null);
    say(false);
    void busy.run('rename', rename);
  };

  return html`<form novalidate onSubmit=${submit}>
    <${Field} label="Your name" value=${name} onValue=${type} autocomplete="nickname"
      error=${error ?? busy.failed('rename')?.message} />
    <p class="row">
      <button aria-busy=${busy.doing === 'rename'}>Rename</button>
      <span role="status" class="quiet">
        ${done ? `You are called ${who.player.name} now, also in games that are over.` : ''}
      </span>
    </p>
  </form>`;
}

/** @param {{ who: Session }} props */
function Token({ who }) {
  const { data } = useAnswer('Session', {});
  const until = data?.session && new Date(data.session.expiresAt).toLocaleDateString('en-GB', { dateStyle: 'long' });
  return html`<div class="field">
    <h3>Your token</h3>
    <p class="hint">Whoever has it is you: keep it to yourself.
      ${' '}With it you can sign in on another device${until && `, until ${until}`}.</p>
    <p class="row"><${CopyButton} text=${who.token}>Copy my token<//></p>
  </div>`;
}

/** @typedef {{ who: Session, back: () => void, onClose: () => void }} Step */

/** @param {Step} props */
function SignOut({ who, back, onClose }) {
  const name = who.player.name;
  const out = () => (onClose(), leave(), announce('Signed out.'));
  return html`<${Dialog} title="Sign out?" onClose=${onClose}>
    <p>This browser forgets your token. ${who.guest === false
      ? 'You can sign in with it again, or with another of yours.'
      : `It is the only key to being ${name}: without it nobody can go on as ${name}, at no table.`}</p>
    <p class="row"><${CopyButton} text=${who.token}>Copy my token first<//></p>
    <p class="row">
      <button type="button" class="main" onClick=${out}>Sign out</button>
      <button type="button" onClick=${back}>Stay signed in</button>
    </p>
  <//>`;
}

/** @param {Step} props */
function Erase({ who, back, onClose }) {
  const busy = useBusy();
  const { data } = useAnswer('Games', { filter: 'SEATED', order: 'NEWEST', first: 50 });
  const open = (data?.games.edges ?? []).filter((/** @type {any} */ { node }) =>
    ['WAITING_FOR_PLAYERS', 'PLAYING'].includes(node.stage)
    && node.players.some((/** @type {any} */ { id }) => id === who.player.id));
  return html`<${Dialog} title="Erase you for good?" onClose=${onClose}>
    <p>Your name is forgotten, here and in all games that you have played: you are an erased player there from now on.
      What you did at the tables stays. Your token is good no more. This cannot be undone.</p>
    ${open.length > 0 && html`<p class="warn">You still have a seat at
      ${open.length === 1 ? ' a table that is ' : ` ${open.length} tables that are `}
      not finished. You leave tables that have not started. In games that are played the machine takes over your
      seat.</p>`}
    <div class="row">
      <${Doing} busy=${busy} name="erase" work=${async () => {
        await ask('EraseMe');
        onClose();
        leave();
        announce('You have been erased.');
      }}>Erase me for good<//>
      <button type="button" onClick=${back}>Keep me</button>
    </div>
  <//>`;
}
