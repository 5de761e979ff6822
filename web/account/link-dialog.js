// @ts-check
// The dialog that links a guest to an account of the server's identity provider.

import { request } from '../net/client.js';
import { startSession } from '../net/session.js';
import { announce } from '../ui/announcer.js';
import { Dialog } from '../ui/dialog.js';
import { html, useState } from '../ui/html.js';
import { TextField } from '../ui/text-field.js';
import { useForm } from './use-form.js';

/** @param {import('./account-dialog.js').StepProps} props */
export function LinkDialog({ session, onBack, onClose }) {
  const [input, setInput] = useState('');
  const { isSubmitting, error, submitHandler } = useForm();
  const onSubmit = submitHandler(async () => {
    const providerToken = input.trim();
    if (!providerToken) return 'Paste a token first.';
    const { linkAccount: result } = await request('LinkAccount', { providerToken });
    if (result.__typename !== 'LinkAccountAccepted') return result.message;
    onClose();
    startSession({ token: providerToken, player: result.player });
    announce('Your account is linked.');
    return null;
  });
  return html`<${Dialog} title="Link an account" onClose=${onClose}>
    <p>From then on you sign in with your account of the identity provider, as ${session.player.name}, with your games
      and ratings. You are signed out everywhere else. You cannot take this back.</p>
    <form onSubmit=${onSubmit} novalidate>
      <${TextField} multiline label="Token of the account" value=${input} onValueChange=${setInput} error=${error}
        hint="An access token of your identity provider for this server, which you have not used here yet." />
      <p class="row">
        <button class="main" aria-busy=${isSubmitting}>Link the account</button>
        <button type="button" onClick=${onBack}>Back</button>
      </p>
    </form>
  <//>`;
}
