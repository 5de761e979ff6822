// @ts-check
// Banners above every page: lost connection, expired session, outdated page.

import { connectionStatus, isOutdated } from '../net/connection.js';
import { endSession, isSessionExpired, requireSignIn, session } from '../net/session.js';
import { announce } from '../ui/announcer.js';
import { html, useEffect, useState, useStore } from '../ui/html.js';

/** Milliseconds before a lost connection is shown, so that a restart of the server goes unnoticed. */
const BANNER_DELAY = 600;

export function StatusBanners() {
  const isPageOutdated = useStore(isOutdated);
  const isExpired = useStore(isSessionExpired);
  const isDisconnected = useDisconnected();
  if (!isPageOutdated && !isExpired && !isDisconnected) return null;
  return html`<section class="troubles" aria-label="Connection and sign-in">
    ${isPageOutdated && html`<${OutdatedBanner} />`}
    ${isExpired && html`<${ExpiredSessionBanner} />`}
    ${isDisconnected
      && html`<p class="trouble">The connection is lost. Trying again; nothing that was confirmed is lost.</p>`}
  </section>`;
}

/** Return whether the connection has been lost for longer than BANNER_DELAY, and announce it. */
function useDisconnected() {
  const status = useStore(connectionStatus);
  const [isDisconnected, setDisconnected] = useState(false);
  useEffect(() => {
    if (status === 'open') {
      if (isDisconnected) announce('Connected again.');
      setDisconnected(false);
      return undefined;
    }
    const timer = setTimeout(() => {
      setDisconnected(true);
      announce('The connection is lost; trying again.');
    }, BANNER_DELAY);
    return () => clearTimeout(timer);
  }, [status]);
  return isDisconnected;
}

function OutdatedBanner() {
  return html`<div class="trouble" role="alert">
    <p>The server has a newer version of this page.</p>
    <button type="button" onClick=${() => location.reload()}>Load it</button>
  </div>`;
}

function ExpiredSessionBanner() {
  const name = session.value?.player.name;
  return html`<div class="trouble" role="alert">
    <p>Your sign-in${name ? ` as ${name}` : ''} has expired. You are looking on until you sign in again.</p>
    <button type="button" onClick=${() => requireSignIn('Go on where you were.')}>Sign in again</button>
    <button type="button" onClick=${endSession}>Just look on</button>
  </div>`;
}
