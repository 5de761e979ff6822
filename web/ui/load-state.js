// @ts-check
// What stands where an answer is to come: that it is waited for, or why there is none.

import { html, useEffect, useState, useStore } from './html.js';
import { expired, session, signedIn } from '../net/session.js';

/** Milliseconds after which somebody is told that something is waited for, and what. */
const SOON = 200;
const LONG = 6_000;

/** Waiting for something, such as 'the table'. @param {{ what: string }} props */
export function Loading({ what }) {
  const [waited, wait] = useState(/** @type {'no time' | 'a moment' | 'long'} */ ('no time'));
  useEffect(() => {
    const soon = setTimeout(() => wait('a moment'), SOON);
    const long = setTimeout(() => wait('long'), LONG);
    return () => (clearTimeout(soon), clearTimeout(long));
  }, []);
  if (waited === 'no time') return html`<p class="waiting" aria-hidden="true"> </p>`;
  if (waited === 'a moment') return html`<p class="waiting">Loading ${what}…</p>`;
  return html`<div class="waiting" role="status">
    <p>Still waiting for ${what}: the server has not answered yet. It is asked again and again.</p>
    <button type="button" onClick=${() => location.reload()}>Load the page again</button>
  </div>`;
}

/**
 * Waiting for something, or why it is not there.
 * @param {{ fault: { message: string, code?: string } | null, what: string, again?: () => void }} props
 */
export const Awaited = ({ fault, what, again }) =>
  fault ? html`<${Failed} fault=${fault} what=${what} again=${again} />` : html`<${Loading} what=${what} />`;

/**
 * Why something could not be shown.
 * @param {{ fault: { message: string, code?: string }, what: string, again?: () => void }} props
 */
export function Failed({ fault, what, again }) {
  const out = useStore(expired) || !useStore(session);
  const signing = fault.code === 'UNAUTHENTICATED' && out;
  return html`<div class="failed" role="alert">
    <p class="error">${signing ? `To see ${what}, sign in.` : `There is no showing ${what} now. ${fault.message}`}</p>
    ${signing
      ? html`<button type="button" onClick=${() => signedIn(`To see ${what}.`)}>Sign in</button>`
      : again && html`<button type="button" onClick=${again}>Try again</button>`}
  </div>`;
}
