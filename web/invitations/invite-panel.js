// @ts-check
// The panel of a waiting table in which a seated player invites others: share sheet, link and QR code.

import { variantTitle, useVariants } from '../games/variants.js';
import { request } from '../net/client.js';
import { RefusalError, RequestError } from '../net/errors.js';
import { displayName } from '../text/player-names.js';
import { CopyButton } from '../ui/copy-button.js';
import { html, useEffect, useId, useReducer, useState } from '../ui/html.js';
import { lazyComponent } from '../ui/lazy-component.js';
import { LoadStatus } from '../ui/load-state.js';

const QrDialog = lazyComponent('the QR code', () => import('./qr-dialog.js').then((module) => module.QrDialog));

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
    <h3>Invite players</h3>
    <p class="hint">${game.access === 'PUBLIC'
      ? 'Anyone who has this link can take a free seat.'
      : 'Anyone who has this link can take a free seat, so give it only to people you want at the table.'}${' '}
      It works until the game starts or you leave.</p>
    ${link
      ? html`<${LinkActions} game=${game} link=${link} />`
      : html`<${LoadStatus} error=${error} subject="the link" onRetry=${retry} />`}
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
    title: `${title} on Kibitz`, text: `${inviter ? displayName(inviter) : 'A player'} invites you to play ${title}.`, url: link,
  }).catch(() => {
    // The user cancelled.
  });
  const onFocus = (/** @type {FocusEvent & { currentTarget: HTMLInputElement }} */ { currentTarget }) =>
    currentTarget.select();
  return html`<div class="row invite-actions">
      ${'share' in navigator && html`<button type="button" class="main" onClick=${share}>Invite…</button>`}
      <${CopyButton} text=${link}>Copy the link<//>
      <button type="button" onClick=${() => setQrShown(true)}>Show a QR code</button>
    </div>
    ${isQrShown && html`<${QrDialog} link=${link} onClose=${() => setQrShown(false)} />`}
    <label class="unseen" for=${id}>Link to the table</label>
    <input id=${id} class="link" readonly value=${link} onFocus=${onFocus} />`;
}
