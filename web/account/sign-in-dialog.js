// @ts-check
// The dialog to sign in: as a guest by name, with a code from another device, or with a token.

import { clientName } from '../net/client-name.js';
import { request } from '../net/client.js';
import { RequestError } from '../net/errors.js';
import { isSessionExpired, resolveSignInPrompt, session, signInPrompt } from '../net/session.js';
import { Dialog } from '../ui/dialog.js';
import { html, useState, useStore } from '../ui/html.js';
import { TextField } from '../ui/text-field.js';
import { acceptSignIn, signInAsGuest } from './guest-sign-in.js';
import { useForm } from './use-form.js';

/** The characters that can be sent in a header. */
const TOKEN = /^[\x21-\x7e]+$/;

/** The dialog, while there is a request to sign in. */
export function SignInDialog() {
  const prompt = useStore(signInPrompt);
  const formerName = useStore(isSessionExpired) ? session.value?.player.name : undefined;
  if (!prompt) return null;
  return html`<${Dialog} title="Sign in" onClose=${() => resolveSignInPrompt(false)}>
    <p>${prompt.reason}</p>
    <${GuestForm} formerName=${formerName} />
    <${CodeForm} />
    <${TokenForm} isOpen=${formerName !== undefined} />
  <//>`;
}

/** @param {{ formerName: string | undefined }} props */
function GuestForm({ formerName }) {
  const [name, setName] = useState(formerName ?? '');
  const { isSubmitting, error, submitHandler } = useForm();
  const onSubmit = submitHandler(async () => {
    await signInAsGuest(name);
    return null;
  });
  const hint = formerName
    ? 'A guest who signs in by a name is somebody new, whatever they are called.'
    : 'What others at the table see. There is no password.';
  return html`<form onSubmit=${onSubmit} novalidate>
    <${TextField} label="Your name" hint=${hint} value=${name} onValueChange=${setName} error=${error}
      autocomplete="nickname" autofocus=${!formerName} />
    <p><button class="main" aria-busy=${isSubmitting}>Sign in as a guest</button></p>
  </form>`;
}

function CodeForm() {
  const [code, setCode] = useState('');
  const { isSubmitting, error, submitHandler } = useForm();
  const onSubmit = submitHandler(async () => {
    if (!code.trim()) return 'Enter the code first.';
    const { signInWithDeviceCode: result } = await request('SignInWithDeviceCode', { code, client: clientName() });
    if (result.__typename !== 'SignInWithDeviceCodeAccepted') return result.message;
    acceptSignIn(result.token, result);
    return null;
  });
  return html`<details class="more">
    <summary>I am signed in on another device</summary>
    <form onSubmit=${onSubmit} novalidate>
      <${TextField} label="Code" value=${code} onValueChange=${setCode} error=${error}
        hint="On the other device, press your name, then “Use on another device”." />
      <p><button aria-busy=${isSubmitting}>Sign in with the code</button></p>
    </form>
  </details>`;
}

/** @param {{ isOpen: boolean }} props */
function TokenForm({ isOpen }) {
  const [input, setInput] = useState('');
  const { isSubmitting, error, submitHandler } = useForm();
  const onSubmit = submitHandler(async () => {
    const token = input.trim().replace(/^Bearer\s+/i, '');
    if (!token) return 'Paste a token first.';
    if (!TOKEN.test(token)) return 'This is not a token: it has blanks or letters in it that no token has.';
    try {
      const { session: found } = await request('Session', {}, { token });
      if (!found) return 'The server does not know this token.';
      acceptSignIn(token, found);
      return null;
    } catch (failure) {
      if (!(failure instanceof RequestError && failure.code === 'UNAUTHENTICATED')) throw failure;
      return `The server does not take this token. ${failure.message}`;
    }
  });
  return html`<details class="more" open=${isOpen}>
    <summary>I have a token</summary>
    <form onSubmit=${onSubmit} novalidate>
      <${TextField} multiline label="Token" hint="From the operator of this server, or from your identity provider."
        value=${input} onValueChange=${setInput} error=${error} autofocus=${isOpen} />
      <p><button aria-busy=${isSubmitting}>Sign in with the token</button></p>
    </form>
  </details>`;
}
