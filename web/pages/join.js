// @ts-check
// The page of an invitation by link: the inviter, the game and its table, and a button to join.

import { t } from 'catalogue/pages.js';
import { unusualSettings } from '../invitations/unusual-settings.js';
import { playerListText } from '../lobby/game-entry.js';
import { OptionList } from '../lobby/game-options.js';
import { sendCommand } from '../net/client.js';
import { RefusalError } from '../net/errors.js';
import { requireSignIn } from '../net/session.js';
import { displayName } from '../text/player-names.js';
import { BusyButton, useBusy } from '../ui/busy-button.js';
import { html, useEffect } from '../ui/html.js';
import { LoadStatus } from '../ui/load-state.js';
import { useTitle } from '../frame/page-title.js';
import { navigate } from '../ui/router.js';
import { useQuery } from '../ui/use-query.js';
import { useViewer } from '../ui/viewer.js';

/** @typedef {import('../schema').Invitation} Invitation */

/** @param {{ parameters: string[] }} props the parameter is a code, or the token of an older link */
export default function Join({ parameters: [token] }) {
  const { data, error, refetch } = useQuery('Invitation', { token });
  /** @type {Invitation | null | undefined} */
  const invitation = data?.invitation;
  useTitle(invitation ? invitationText(invitation) : t('pages.invitation'));
  // A player with a seat is redirected to the table.
  useEffect(() => {
    if (invitation?.seated && invitation.game) navigate(`/games/${invitation.game.id}`, { replace: true });
  }, [invitation?.seated]);
  if (!data) {
    return html`<h1>${t('pages.anInvitation')}</h1>
      <${LoadStatus} error=${error} subject=${t('pages.subject.invitation')} onRetry=${refetch} />`;
  }
  if (!invitation) return html`<${InvalidInvitation} />`;
  return html`<${InvitationDetails} token=${token} invitation=${invitation} onReload=${refetch} />`;
}

/** @param {Invitation} invitation */
const invitationText = ({ inviter, variant }) =>
  t('pages.invites', { name: displayName(inviter), game: variant.title });

function InvalidInvitation() {
  return html`<div class="narrow">
    <h1>${t('pages.invalidInvitation')}</h1>
    <p>${t('pages.invalidInvitationReason')}</p>
    <p>${t('pages.invalidInvitationHelp')}</p>
    <p class="row"><a class="button main" href="/">${t('ui.goToTables')}</a>${' '}
      <a class="button" href="/new">${t('pages.newTable')}</a></p>
  </div>`;
}

/** @param {{ token: string, invitation: Invitation, onReload: () => void }} props */
function InvitationDetails({ token, invitation, onReload }) {
  const viewer = useViewer();
  const busy = useBusy();
  const { variant, inviter, players, maxPlayers } = invitation;
  const freeSeats = maxPlayers - players.length;
  const settings = unusualSettings(invitation.options, variant.options);
  const isAsUsual = settings.length < invitation.options.length;

  async function join() {
    const reason = t('pages.nameToJoin', { game: variant.title, name: displayName(inviter) });
    if (!(await requireSignIn(reason))) return;
    try {
      const { game } = await sendCommand('acceptInvitationLink', { token });
      navigate(`/games/${game.id}`, { replace: true });
    } catch (error) {
      // The refusal means that the invitation has changed; a player with a seat is redirected after the reload.
      onReload();
      if (!(error instanceof RefusalError && error.code === 'ALREADY_SEATED')) throw error;
    }
  }

  return html`<div class="narrow">
    <h1>${invitationText(invitation)}</h1>
    ${variant.summary && html`<p>${variant.summary}</p>`}
    <div class="panel">
      <p>${t('pages.atTable', { players: playerListText(players) })} ${
        t('pages.freeSeats', { count: freeSeats, total: maxPlayers })}</p>
      <p><a href=${`/rules/${encodeURIComponent(variant.name)}`}>${t('ui.rulesOf', { game: variant.title })}</a></p>
      <${OptionList} settings=${settings} options=${variant.options} />
      ${isAsUsual && html`<p class="hint">${t('pages.restAsUsual')}</p>`}
      ${freeSeats > 0
        ? html`<p class="row"><${BusyButton} busy=${busy} name="join" action=${join} primary>
            ${viewer ? t('pages.joinAs', { name: viewer.player.name }) : t('pages.join')}<//></p>`
        : html`<p>${t('pages.noFreeSeat')}</p>
          <p class="row"><button type="button" onClick=${onReload}>${t('pages.lookAgain')}</button>
            ${invitation.game
              && html`<a class="button" href=${`/games/${invitation.game.id}`}>${t('pages.watchTable')}</a>`}</p>`}
    </div>
    <p><a href="/">${t('pages.seeOtherTables')}</a></p>
  </div>`;
}
