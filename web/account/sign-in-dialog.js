// @ts-check
// The dialog to sign in: as a guest by name, with a code from another device, or with a token.

import { t } from 'catalogue/account.js';
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
  return html`<${Dialog} title=${t('ui.signIn')} onClose=${() => resolveSignInPrompt(false)}>
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
  const hint = t(formerName ? 'account.guestIsNew' : 'account.nameHint');
  return html`<form onSubmit=${onSubmit} novalidate>
    <${TextField} label=${t('account.name')} hint=${hint} value=${name} onValueChange=${setName} error=${error}
      autocomplete="nickname" autofocus=${!formerName} />
    <p><button class="main" aria-busy=${isSubmitting}>${t('account.signInAsGuest')}</button></p>
  </form>`;
}

function CodeForm() {
  const [code, setCode] = useState('');
  const { isSubmitting, error, submitHandler } = useForm();
  const onSubmit = submitHandler(async () => {
    if (!code.trim()) return t('account.codeMissing');
    const { signInWithDeviceCode: result } = await request('SignInWithDeviceCode', { code, client: clientName() });
    if (result.__typename !== 'SignInWithDeviceCodeAccepted') return result.message;
    acceptSignIn(result.token, result);
    return null;
  });
  return html`<details class="more">
    <summary>${t('account.haveCode')}</summary>
    <form onSubmit=${onSubmit} novalidate>
      <${TextField} label=${t('account.code')} hint=${t('account.codeHint')} value=${code} onValueChange=${setCode}
        error=${error} />
      <p><button aria-busy=${isSubmitting}>${t('account.signInWithCode')}</button></p>
    </form>
  </details>`;
}

/** @param {{ isOpen: boolean }} props */
function TokenForm({ isOpen }) {
  const [input, setInput] = useState('');
  const { isSubmitting, error, submitHandler } = useForm();
  const onSubmit = submitHandler(async () => {
    const token = input.trim().replace(/^Bearer\s+/i, '');
    if (!token) return t('account.tokenMissing');
    if (!TOKEN.test(token)) return t('account.tokenMalformed');
    try {
      const { session: found } = await request('Session', {}, { token });
      if (!found) return t('account.tokenUnknown');
      acceptSignIn(token, found);
      return null;
    } catch (failure) {
      if (!(failure instanceof RequestError && failure.code === 'UNAUTHENTICATED')) throw failure;
      return t('account.tokenRefused', { reason: failure.message });
    }
  });
  return html`<details class="more" open=${isOpen}>
    <summary>${t('account.haveToken')}</summary>
    <form onSubmit=${onSubmit} novalidate>
      <${TextField} multiline label=${t('account.token')} hint=${t('account.tokenHint')}
        value=${input} onValueChange=${setInput} error=${error} autofocus=${isOpen} />
      <p><button aria-busy=${isSubmitting}>${t('account.signInWithToken')}</button></p>
    </form>
  </details>`;
}
