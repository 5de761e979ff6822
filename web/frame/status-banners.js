// @ts-check
// What is wrong between this page and the server, said on every page: the line, the sign-in, the version.

import { announce } from '../ui/announcer.js';
import { connection, outdated } from '../net/client.js';
import { html, useEffect, useState, useStore } from '../ui/html.js';
import { expired, leave, session, signedIn } from '../net/session.js';

/** Milliseconds without a line before anybody is told; a restart of the server is no news to somebody who thinks. */
const PATIENCE = 600;

export function Trouble() {
  const stale = useStore(outdated);
  const out = useStore(expired);
  const lost = useLost();
  if (!stale && !out && !lost) return null;
  return html`<section class="troubles" aria-label="Connection and sign-in">
    ${stale && html`<${Outdated} />`}
    ${out && html`<${SignedOut} />`}
    ${lost && html`<p class="trouble">The connection is lost. Trying again; nothing that was confirmed is lost.</p>`}
  </section>`;
}

function useLost() {
  const state = useStore(connection);
  const [lost, say] = useState(false);
  useEffect(() => {
    if (state === 'open') {
      if (lost) announce('Connected again.');
      say(false);
      return undefined;
    }
    const timer = setTimeout(() => (say(true), announce('The connection is lost; trying again.')), PATIENCE);
    return () => clearTimeout(timer);
  }, [state]);
  return lost;
}

function Outdated() {
  return html`<div class="trouble" role="alert">
    <p>The server has a newer version of this page.</p>
    <button type="button" onClick=${() => location.reload()}>Load it</button>
  </div>`;
}

function SignedOut() {
  const who = session.value?.player.name;
  return html`<div class="trouble" role="alert">
    <p>Your sign-in${who ? ` as ${who}` : ''} has expired. You are looking on until you sign in again.</p>
    <button type="button" onClick=${() => signedIn('Go on where you were.')}>Sign in again</button>
    <button type="button" onClick=${leave}>Just look on</button>
  </div>`;
}
