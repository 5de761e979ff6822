// @ts-check
// Buttons whose actions run one at a time, with a busy state and an error message.

import { tOptional } from '../text/messages.js';
import { RefusalError, RequestError } from '../net/errors.js';
import { html, useEffect, useId, useRef, useState } from './html.js';

/** No action is running and none has failed. */
const IDLE = { running: '', failed: '', error: /** @type {RefusalError | RequestError | null} */ (null) };

/**
 * Run actions by name, one at a time, and keep the error of the last one.
 * `run(name, action)` resolves to whether the action succeeded; it does nothing while another action runs.
 */
export function useBusy() {
  const [state, setState] = useState(IDLE);
  const isRunning = useRef(false);
  const isMounted = useRef(true);
  useEffect(() => () => void (isMounted.current = false), []);

  /** @param {string} name @param {() => Promise<unknown>} action @returns {Promise<boolean>} */
  async function run(name, action) {
    if (isRunning.current) return false;
    isRunning.current = true;
    setState({ ...IDLE, running: name });
    let failure = null;
    try {
      await action();
    } catch (error) {
      // Any other error is a bug of the page and belongs into the console.
      if (!(error instanceof RefusalError || error instanceof RequestError)) throw error;
      failure = error;
    } finally {
      isRunning.current = false;
      if (isMounted.current) setState(failure ? { running: '', failed: name, error: failure } : IDLE);
    }
    return failure === null;
  }

  return {
    run,
    /** The name of the running action; empty if there is none. */
    running: state.running,
    /** The name of the last action if it failed, else empty. */
    failed: state.failed,
    /** @param {string} name */
    errorOf: (name) => (state.failed === name ? state.error : null),
  };
}

/** @typedef {ReturnType<typeof useBusy>} Busy */

/**
 * @typedef {object} Props
 * @property {Busy} busy
 * @property {string} name of the action
 * @property {() => Promise<unknown>} action
 * @property {boolean} [primary]
 * @property {string} [label] the accessible name, where the visible text is ambiguous
 * @property {string | null} [disabledReason] shown beside the button, which stays focusable
 * @property {import('preact').ComponentChildren} [children]
 */

/** A button that runs an action and shows its error. @param {Props} props */
export function BusyButton({ busy, name, action, primary = false, label, disabledReason, children }) {
  const id = useId();
  const error = busy.errorOf(name);
  return html`
    <button type="button" class=${primary ? 'main' : undefined} aria-label=${label} aria-busy=${busy.running === name}
      aria-disabled=${disabledReason ? 'true' : undefined} aria-describedby=${disabledReason ? id : undefined}
      onClick=${() => disabledReason || busy.run(name, action)}>${children}</button>
    ${disabledReason && html`<p id=${id} class="hint">${disabledReason}</p>`}
    ${error && html`<p class="refusal" role="alert">${tOptional(`text.refusal.${error.code}`) ?? error.message}</p>`}`;
}
