// @ts-check
// Signing in, as a guest by a name or by a token, whenever somebody is asked to.

import { announce } from '../ui/announcer.js';
import { ask, Fault } from '../net/client.js';
import { html, useState, useStore } from '../ui/html.js';
import { answer, asked, enter, expired, session } from '../net/session.js';
import { Dialog } from '../ui/dialog.js';
import { Field } from '../ui/text-field.js';

/** What a token may be made of; anything else cannot be sent. */
const TOKEN = /^[\x21-\x7e]+$/;

/** The dialog, while somebody is asked. */
export function SignIn() {
  const wanted = useStore(asked);
  const former = useStore(expired) ? session.value?.player.name : undefined;
  if (!wanted) return null;
  return html`<${Dialog} title="Sign in" onClose=${() => answer(false)}>
    <p>${wanted.reason}</p>
    <${ByName} former=${former} />
    <${ByToken} open=${former !== undefined} />
  <//>`;
}

/** @param {import('../net/session.js').Session} who */
function welcome(who) {
  enter(who);
  announce(`Signed in as ${who.player.name}.`);
}

/** What a form shows while what was asked is on its way, and what was wrong. */
function useForm() {
  const [state, set] = useState({ busy: false, error: /** @type {string | null} */ (null) });
  /** @param {() => Promise<string | null>} work resolves to what is wrong */
  const submit = (work) => async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (state.busy) return;
    set({ busy: true, error: null });
    const error = await work().catch((/** @type {Error} */ fault) => fault.message);
    set({ busy: false, error });
  };
  return { ...state, submit };
}

/** @param {{ former: string | undefined }} props */
function ByName({ former }) {
  const [name, type] = useState(former ?? '');
  const { busy, error, submit } = useForm();
  const enterAs = submit(async () => {
    const { signIn } = await ask('SignIn', { name });
    if (signIn.__typename !== 'SignedIn') return signIn.message;
    welcome({ token: signIn.token, player: signIn.player, guest: true });
    return null;
  });
  const hint = former
    ? 'A guest who signs in by a name is somebody new, whatever they are called.'
    : 'What others at the table see. There is no password.';
  return html`<form onSubmit=${enterAs} novalidate>
    <${Field} label="Your name" hint=${hint} value=${name} onValue=${type} error=${error} autocomplete="nickname"
      autofocus=${!former} />
    <p><button class="main" aria-busy=${busy}>Sign in as a guest</button></p>
  </form>`;
}

/** @param {{ open: boolean }} props */
function ByToken({ open }) {
  const [token, type] = useState('');
  const { busy, error, submit } = useForm();
  const enterBy = submit(async () => {
    const pasted = token.trim().replace(/^Bearer\s+/i, '');
    if (!pasted) return 'Paste a token first.';
    if (!TOKEN.test(pasted)) return 'This is not a token: it has blanks or letters in it that no token has.';
    try {
      const { session: found } = await ask('Session', {}, { token: pasted });
      if (!found) return 'The server does not know this token.';
      welcome({ token: pasted, player: found.player, guest: false });
      return null;
    } catch (fault) {
      if (!(fault instanceof Fault && fault.code === 'UNAUTHENTICATED')) throw fault;
      return `The server does not take this token. ${fault.message}`;
    }
  });
  return html`<details class="more" open=${open}>
    <summary>I have a token</summary>
    <form onSubmit=${enterBy} novalidate>
      <${Field} long label="Token" hint="From the operator of this server, or copied when you signed out."
        value=${token} onValue=${type} error=${error} autofocus=${open} />
      <p><button aria-busy=${busy}>Sign in with the token</button></p>
    </form>
  </details>`;
}
