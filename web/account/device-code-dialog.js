// @ts-check
// The dialog that shows a code with which you sign in on another device.

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
    announce(`The code is ${[...result.deviceCode].join(' ')}.`);
  }

  const isValid = code !== null && secondsLeft > 0;
  useEffect(() => {
    if (code && !isValid) announce('The code has expired.');
  }, [isValid]);
  return html`<${Dialog} title="Use on another device" onClose=${onClose}>
    <p>Sign in as ${session.player.name} on a device of yours with a code. It works once, within a minute. Whoever has
      it can sign in as you: show it to nobody else.</p>
    ${isValid && html`
      <p class="device-code" aria-label="Code">${code.text}</p>
      <p class="row"><${CopyButton} text=${code.text}>Copy the code<//>
        <span class="quiet" role="timer">Valid for ${secondsLeft} s</span></p>
      <p class="hint">On the other device, press “Sign in”, then “I am signed in on another device”.</p>`}
    ${code && !isValid && html`<p>The code has expired.</p>`}
    <div class="row">
      ${!isValid && html`<${BusyButton} busy=${busy} name="create" action=${createCode} primary>
        ${code ? 'Show a new code' : 'Show a code'}<//>`}
      <button type="button" onClick=${onBack}>Back</button>
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
