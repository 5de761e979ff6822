// @ts-check
// The dialog of your account: rename, and the steps that lead to other dialogs.

import { t } from 'catalogue/account.js';
import { request } from '../net/client.js';
import { startSession } from '../net/session.js';
import { Dialog } from '../ui/dialog.js';
import { html, useState } from '../ui/html.js';
import { TextField } from '../ui/text-field.js';
import { useForm } from './use-form.js';
import { useQuery } from '../ui/use-query.js';
import { DeviceCodeDialog } from './device-code-dialog.js';
import { EraseDialog } from './erase-dialog.js';
import { LinkDialog } from './link-dialog.js';
import { SessionsDialog } from './sessions-dialog.js';
import { SignOutDialog } from './sign-out-dialog.js';

/** @typedef {import('../net/session.js').Session} Session */
/** @typedef {{ session: Session, onBack: () => void, onClose: () => void }} StepProps */

/** The dialogs behind the buttons. */
const STEPS = {
  deviceCode: DeviceCodeDialog,
  sessions: SessionsDialog,
  link: LinkDialog,
  signOut: SignOutDialog,
  erase: EraseDialog,
};

/** @param {{ session: Session, onClose: () => void }} props */
export function AccountDialog({ session, onClose }) {
  const [step, setStep] = useState(/** @type {keyof typeof STEPS | null} */ (null));
  const { data } = useQuery('Session', {});
  const mayLink = data?.session?.mayLink ?? false;
  if (step) {
    return html`<${STEPS[step]} key=${step} session=${session} onBack=${() => setStep(null)} onClose=${onClose} />`;
  }
  const stepButton = (/** @type {keyof typeof STEPS} */ name, isBad = false) =>
    html`<button type="button" class=${isBad ? 'bad' : undefined} onClick=${() => setStep(name)}>${
      t('account.opens', { step: t(`account.step.${name}`) })}</button>`;
  return html`<${Dialog} key="overview" title=${t('account.title')} onClose=${onClose}>
    <${Rename} session=${session} />
    <p><a href=${`/players/${session.player.id}`} onClick=${onClose}>${t('account.record')}</a></p>
    <p class="row">
      ${stepButton('deviceCode')}
      ${stepButton('sessions')}
      ${mayLink && stepButton('link')}
    </p>
    <p class="row">
      ${stepButton('signOut')}
      ${stepButton('erase', true)}
    </p>
  <//>`;
}

/** @param {{ session: Session }} props */
function Rename({ session }) {
  const [name, setName] = useState(session.player.name);
  const [isRenamed, setRenamed] = useState(false);
  const { isSubmitting, error, submitHandler } = useForm();
  const onSubmit = submitHandler(async () => {
    setRenamed(false);
    const { rename: result } = await request('Rename', { name });
    if (result.__typename !== 'RenameAccepted') return result.message;
    startSession({ ...session, player: result.player });
    setName(result.player.name);
    setRenamed(true);
    return null;
  });
  return html`<form novalidate onSubmit=${onSubmit}>
    <${TextField} label=${t('account.name')} value=${name} onValueChange=${setName} autocomplete="nickname" error=${error} />
    <p class="row">
      <button aria-busy=${isSubmitting}>${t('account.rename')}</button>
      <span role="status" class="quiet">
        ${isRenamed ? t('account.renamed', { name: session.player.name }) : ''}
      </span>
    </p>
  </form>`;
}
