// @ts-check
// Banners above every page: lost connection, expired session, outdated page, and those that other modules add.

import { connectionStatus, isOutdated } from '../net/connection.js';
import { endSession, isSessionExpired, requireSignIn, session } from '../net/session.js';
import { Store } from '../store.js';
import { t } from '../text/messages.js';
import { announce } from '../ui/announcer.js';
import { html, useEffect, useState, useStore } from '../ui/html.js';

/** Milliseconds before a lost connection is shown, so that a restart of the server goes unnoticed. */
const BANNER_DELAY = 600;

/** The banners of modules that load later. @type {Store<readonly import('preact').FunctionComponent[]>} */
export const furtherBanners = new Store(/** @type {readonly import('preact').FunctionComponent[]} */ ([]));

export function StatusBanners() {
  const isPageOutdated = useStore(isOutdated);
  const isExpired = useStore(isSessionExpired);
  const isDisconnected = useDisconnected();
  const further = useStore(furtherBanners);
  if (!isPageOutdated && !isExpired && !isDisconnected && !further.length) return null;
  return html`<section class="troubles" aria-label=${t('frame.troubles')}>
    ${isPageOutdated && html`<${OutdatedBanner} />`}
    ${isExpired && html`<${ExpiredSessionBanner} />`}
    ${isDisconnected && html`<p class="trouble">${t('frame.disconnected')}</p>`}
    ${further.map((Banner) => html`<${Banner} />`)}
  </section>`;
}

/** Return whether the connection has been lost for longer than BANNER_DELAY, and announce it. */
function useDisconnected() {
  const status = useStore(connectionStatus);
  const [isDisconnected, setDisconnected] = useState(false);
  useEffect(() => {
    if (status === 'open') {
      if (isDisconnected) announce(t('frame.connectedAgain'));
      setDisconnected(false);
      return undefined;
    }
    const timer = setTimeout(() => {
      setDisconnected(true);
      announce(t('frame.disconnectedAnnouncement'));
    }, BANNER_DELAY);
    return () => clearTimeout(timer);
  }, [status]);
  return isDisconnected;
}

function OutdatedBanner() {
  return html`<div class="trouble" role="alert">
    <p>${t('frame.outdated')}</p>
    <button type="button" onClick=${() => location.reload()}>${t('frame.loadNewVersion')}</button>
  </div>`;
}

function ExpiredSessionBanner() {
  const name = session.value?.player.name;
  return html`<div class="trouble" role="alert">
    <p>${name ? t('frame.signInExpiredOf', { name }) : t('frame.signInExpired')}</p>
    <button type="button" onClick=${() => requireSignIn(t('frame.signInAgainReason'))}>${t('frame.signInAgain')}</button>
    <button type="button" onClick=${endSession}>${t('frame.justWatch')}</button>
  </div>`;
}
