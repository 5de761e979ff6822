// @ts-check
// What was pressed and is being carried out: one thing at a time, and what came of it.

import { Fault, Refused } from '../net/client.js';
import { html, useEffect, useId, useRef, useState } from './html.js';

/**
 * Return what is being done and why the last thing was not; `run(name, work)` does one thing, and nothing else
 * meanwhile. It resolves to whether it was done.
 */
export function useBusy() {
  const [state, set] = useState({ doing: '', at: '', failed: /** @type {Error | null} */ (null) });
  const going = useRef(false);
  const here = useRef(true);
  useEffect(() => () => void (here.current = false), []);

  /** @param {string} name @param {() => Promise<unknown>} work @returns {Promise<boolean>} */
  async function run(name, work) {
    if (going.current) return false;
    going.current = true;
    set({ doing: name, at: '', failed: null });
    let failed = null;
    try {
      await work();
    } catch (error) {
      // Anything else is a fault of the page, for the console to tell.
      if (!(error instanceof Refused || error instanceof Fault)) throw error;
      failed = error;
    } finally {
      going.current = false;
      if (here.current) set({ doing: '', at: failed ? name : '', failed });
    }
    return failed === null;
  }

  return {
    run,
    doing: state.doing,
    /** The last thing, if it was not done. */
    at: state.at,
    /** @param {string} name */
    failed: (name) => (state.at === name ? state.failed : null),
    forget: () => set({ doing: '', at: '', failed: null }),
  };
}

/** @typedef {ReturnType<typeof useBusy>} Busy */

/**
 * @typedef {object} Props
 * @property {Busy} busy
 * @property {string} name
 * @property {() => Promise<unknown>} work
 * @property {boolean} [main]
 * @property {string} [label] its whole name, where what is on it does not say enough
 * @property {string | null} [unable] why it cannot be done now; the button says so, and stays where it is
 * @property {import('preact').ComponentChildren} [children]
 */

/** A button that shows that it is being carried out, and why it was not. @param {Props} props */
export function Doing({ busy, name, work, main = false, label, unable, children }) {
  const id = useId();
  const failed = busy.failed(name);
  return html`
    <button type="button" class=${main ? 'main' : undefined} aria-label=${label} aria-busy=${busy.doing === name}
      aria-disabled=${unable ? 'true' : undefined} aria-describedby=${unable ? id : undefined}
      onClick=${() => unable || busy.run(name, work)}>${children}</button>
    ${unable && html`<p id=${id} class="hint">${unable}</p>`}
    ${failed && html`<p class="refusal" role="alert">${failed.message}</p>`}`;
}
