// @ts-check
// The dialog that links a guest to an account of the server's identity provider.

import { t } from 'catalogue/account.js';
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
    if (!providerToken) return t('account.tokenMissing');
    const { linkAccount: result } = await request('LinkAccount', { providerToken });
    if (result.__typename !== 'LinkAccountAccepted') return result.message;
    onClose();
    startSession({ token: providerToken, player: result.player });
    announce(t('account.linked'));
    return null;
  });
  return html`<${Dialog} title=${t('account.step.link')} onClose=${onClose}>
    <p>${t('account.linkConsequences', { name: session.player.name })}</p>
    <form onSubmit=${onSubmit} novalidate>
      <${TextField} multiline label=${t('account.linkToken')} hint=${t('account.linkTokenHint')} value=${input}
        onValueChange=${setInput} error=${error} />
      <p class="row">
        <button class="main" aria-busy=${isSubmitting}>${t('account.linkNow')}</button>
        <button type="button" onClick=${onBack}>${t('account.back')}</button>
      </p>
    </form>
  <//>`;
}
