// @ts-check
// The dialog that shows a code with which you sign in on another device.

import { t } from 'catalogue/account.js';
import { request } from '../net/client.js';
import { RefusalError } from '../net/errors.js';
import { announce } from '../ui/announcer.js';
import { BusyButton, useBusy } from '../ui/busy-button.js';
import { CopyButton } from '../ui/copy-button.js';
import { Dialog } from '../ui/dialog.js';
import { html, useEffect, useState } from '../ui/html.js';

/** Seconds for which a code is valid. They are counted here, because the clocks of server and browser may differ. */
const LIFETIME = 60;

/** @param {import('./account-dialog.js').StepProps} props */
export function DeviceCodeDialog({ session, onBack, onClose }) {
  const busy = useBusy();
  const [code, setCode] = useState(/** @type {{ text: string, end: number } | null} */ (null));
  const secondsLeft = useSecondsUntil(code?.end ?? null);

  async function createCode() {
    const end = performance.now() + LIFETIME * 1000;
    const { createDeviceCode: result } = await request('CreateDeviceCode');
    if (result.__typename !== 'CreateDeviceCodeAccepted') throw new RefusalError(result);
    setCode({ text: result.deviceCode, end });
    announce(t('account.codeIs', { code: [...result.deviceCode].join(' ') }));
  }

  const isValid = code !== null && secondsLeft > 0;
  useEffect(() => {
    if (code && !isValid) announce(t('account.codeExpired'));
  }, [isValid]);
  return html`<${Dialog} title=${t('account.step.deviceCode')} onClose=${onClose}>
    <p>${t('account.codeIntroduction', { name: session.player.name })}</p>
    ${isValid && html`
      <p class="device-code" aria-label=${t('account.code')}>${code.text}</p>
      <p class="row"><${CopyButton} text=${code.text}>${t('account.copyCode')}<//>
        <span class="quiet" role="timer">${t('account.codeValidFor', { seconds: secondsLeft })}</span></p>
      <p class="hint">${t('account.codeUse')}</p>`}
    ${code && !isValid && html`<p>${t('account.codeExpired')}</p>`}
    <div class="row">
      ${!isValid && html`<${BusyButton} busy=${busy} name="create" action=${createCode} primary>
        ${t(code ? 'account.showNewCode' : 'account.showCode')}<//>`}
      <button type="button" onClick=${onBack}>${t('account.back')}</button>
    </div>
  <//>`;
}

/** Return the whole seconds until a time of `performance.now()`, counted down. @param {number | null} end */
function useSecondsUntil(end) {
  const remaining = () => (end === null ? 0 : Math.max(0, Math.ceil((end - performance.now()) / 1000)));
  const [, setSeconds] = useState(0);
  useEffect(() => {
    const timer = end === null ? undefined : setInterval(() => setSeconds(remaining()), 250);
    return () => clearInterval(timer);
  }, [end]);
  return remaining();
}
