// @ts-check
// Placeholders for content that is loading or could not be loaded.

import { isSessionExpired, requireSignIn, session } from '../net/session.js';
import { t } from '../text/messages.js';
import { html, useEffect, useState, useStore } from './html.js';

/** Milliseconds before "Loading …" appears, so that it does not flash. */
const TEXT_DELAY = 200;
/** Milliseconds before a button to reload the page appears. */
const RELOAD_DELAY = 6_000;

/** A placeholder for content that is loading. @param {{ subject: string }} props `subject` such as 'the table' */
export function Loading({ subject }) {
  const [phase, setPhase] = useState(/** @type {'blank' | 'text' | 'long'} */ ('blank'));
  useEffect(() => {
    const textTimer = setTimeout(() => setPhase('text'), TEXT_DELAY);
    const reloadTimer = setTimeout(() => setPhase('long'), RELOAD_DELAY);
    return () => (clearTimeout(textTimer), clearTimeout(reloadTimer));
  }, []);
  if (phase === 'blank') return html`<p class="waiting" aria-hidden="true"> </p>`;
  if (phase === 'text') return html`<p class="waiting">${t('ui.loading', { subject })}</p>`;
  return html`<div class="waiting" role="status">
    <p>${t('ui.stillWaiting', { subject })}</p>
    <button type="button" onClick=${() => location.reload()}>${t('ui.reloadPage')}</button>
  </div>`;
}

/**
 * `Loading`, or `LoadError` if there is an error.
 * @param {{ error: { message: string, code?: string } | null, subject: string, onRetry?: () => void }} props
 */
export const LoadStatus = ({ error, subject, onRetry }) => (error
  ? html`<${LoadError} error=${error} subject=${subject} onRetry=${onRetry} />`
  : html`<${Loading} subject=${subject} />`);

/**
 * The error of content that could not be loaded, with a button to try again or to sign in.
 * @param {{ error: { message: string, code?: string }, subject: string, onRetry?: () => void }} props
 */
export function LoadError({ error, subject, onRetry }) {
  const isSignedOut = useStore(isSessionExpired) || !useStore(session);
  const needsSignIn = error.code === 'UNAUTHENTICATED' && isSignedOut;
  return html`<div class="failed" role="alert">
    <p class="error">
      ${needsSignIn ? t('ui.signInToSee', { subject }) : t('ui.notLoaded', { subject, reason: error.message })}</p>
    ${needsSignIn
      ? html`<button type="button" onClick=${() => requireSignIn(t('ui.signInToSee', { subject }))}>${t('ui.signIn')}</button>`
      : onRetry && html`<button type="button" onClick=${onRetry}>${t('ui.tryAgain')}</button>`}
  </div>`;
}
