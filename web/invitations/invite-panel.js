// @ts-check
// The panel of a waiting table in which a seated player invites others: share sheet, link and QR code.

import { t } from 'catalogue/invitations.js';
import { variantTitle, useVariants } from '../games/variants.js';
import { request } from '../net/client.js';
import { RefusalError, RequestError } from '../net/errors.js';
import { displayName } from '../text/player-names.js';
import { CopyButton } from '../ui/copy-button.js';
import { html, useEffect, useId, useReducer, useState } from '../ui/html.js';
import { lazyComponent } from '../ui/lazy-component.js';
import { LoadStatus } from '../ui/load-state.js';

const QrDialog = lazyComponent(t('invitations.qrSubject'), () => import('./qr-dialog.js').then((module) => module.QrDialog));

/**
 * Return the link that invites to a game; null until the server has given it.
 * @param {string} gameId
 */
function useInvitationLink(gameId) {
  const [link, setLink] = useState(/** @type {string | null} */ (null));
  const [error, setError] = useState(/** @type {Error | null} */ (null));
  const [retryCount, retry] = useReducer((/** @type {number} */ count) => count + 1, 0);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    setError(null);
    createCode(gameId, signal).then(
      (code) => signal.aborted || setLink(`${location.origin}/j/${code}`),
      (failure) => {
        if (signal.aborted) return;
        // Any other error is a bug of the page and belongs into the console.
        if (!(failure instanceof RefusalError || failure instanceof RequestError)) throw failure;
        setError(failure);
      },
    );
    return () => controller.abort();
  }, [gameId, retryCount]);
  return { link, error, retry: () => retry(0) };
}

/** @param {string} gameId @param {AbortSignal} signal @returns {Promise<string>} */
async function createCode(gameId, signal) {
  const { createInvitationLink: result } = await request('CreateInvitationLink', { input: { game: gameId } }, { signal });
  if (result.__typename !== 'CreateInvitationLinkAccepted') throw new RefusalError(result);
  return result.invitationLink.code;
}

/** @param {{ game: import('../schema').Game }} props a game in which the viewer has a seat */
export function InvitePanel({ game }) {
  const { link, error, retry } = useInvitationLink(game.id);
  return html`<div class="panel">
    <h3>${t('invitations.title')}</h3>
    <p class="hint">${t(game.access === 'PUBLIC' ? 'invitations.publicLink' : 'invitations.privateLink')}${' '}
      ${t('invitations.lifetime')}</p>
    ${link
      ? html`<${LinkActions} game=${game} link=${link} />`
      : html`<${LoadStatus} error=${error} subject=${t('invitations.linkSubject')} onRetry=${retry} />`}
  </div>`;
}

/** @param {{ game: import('../schema').Game, link: string }} props */
function LinkActions({ game, link }) {
  const id = useId();
  const variants = useVariants();
  const [isQrShown, setQrShown] = useState(false);
  const inviter = game.you === null ? undefined : game.seats[game.you]?.player;
  const title = variantTitle(variants, game.variant.name);
  const share = () => navigator.share({
    title: t('invitations.shareTitle', { game: title }),
    text: inviter
      ? t('invitations.shareText', { name: displayName(inviter), game: title })
      : t('invitations.shareTextAnonymous', { game: title }),
    url: link,
  }).catch(() => {
    // The user cancelled.
  });
  const onFocus = (/** @type {FocusEvent & { currentTarget: HTMLInputElement }} */ { currentTarget }) =>
    currentTarget.select();
  return html`<div class="row invite-actions">
      ${'share' in navigator && html`<button type="button" class="main" onClick=${share}>${t('invitations.share')}</button>`}
      <${CopyButton} text=${link}>${t('invitations.copy')}<//>
      <button type="button" onClick=${() => setQrShown(true)}>${t('invitations.showQr')}</button>
    </div>
    ${isQrShown && html`<${QrDialog} link=${link} onClose=${() => setQrShown(false)} />`}
    <label class="unseen" for=${id}>${t('invitations.link')}</label>
    <input id=${id} class="link" readonly value=${link} onFocus=${onFocus} />`;
}
