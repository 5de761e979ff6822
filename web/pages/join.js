// @ts-check
// The page of an invitation by link: the inviter, the game and its table, and a button to join.

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
  useTitle(invitation ? invitationText(invitation) : 'Invitation');
  // A player with a seat is redirected to the table.
  useEffect(() => {
    if (invitation?.seated && invitation.game) navigate(`/games/${invitation.game.id}`, { replace: true });
  }, [invitation?.seated]);
  if (!data) {
    return html`<h1>An invitation</h1>
      <${LoadStatus} error=${error} subject="the invitation" onRetry=${refetch} />`;
  }
  if (!invitation) return html`<${InvalidInvitation} />`;
  return html`<${InvitationDetails} token=${token} invitation=${invitation} onReload=${refetch} />`;
}

/** @param {Invitation} invitation */
const invitationText = ({ inviter, variant }) => `${displayName(inviter)} invites you to play ${variant.title}`;

function InvalidInvitation() {
  return html`<div class="narrow">
    <h1>This invitation is no longer valid</h1>
    <p>The game may have started, the player who invited you may have left the table, or a part of the link is missing.</p>
    <p>Ask for a new link, find a table that is open to everyone, or start your own.</p>
    <p class="row"><a class="button main" href="/">Go to the tables</a> <a class="button" href="/new">New table</a></p>
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
    if (!(await requireSignIn(`To play ${variant.title} with ${displayName(inviter)}, you need a name.`))) return;
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
      <p>At the table: ${playerListText(players)}. ${freeSeats
        ? `${freeSeats} of ${maxPlayers} seats ${freeSeats === 1 ? 'is' : 'are'} free.`
        : `All ${maxPlayers} seats are taken.`}</p>
      <p><a href=${`/rules/${encodeURIComponent(variant.name)}`}>Rules of ${variant.title}</a></p>
      <${OptionList} settings=${settings} options=${variant.options} />
      ${isAsUsual && html`<p class="hint">Everything else is played as usual.</p>`}
      ${freeSeats > 0
        ? html`<p class="row"><${BusyButton} busy=${busy} name="join" action=${join} primary>
            ${viewer ? `Join as ${viewer.player.name}` : 'Join'}<//></p>`
        : html`<p>No seat is free now. One may become free before the game starts.</p>
          <p class="row"><button type="button" onClick=${onReload}>Look again</button>
            ${invitation.game
              && html`<a class="button" href=${`/games/${invitation.game.id}`}>Watch the table</a>`}</p>`}
    </div>
    <p><a href="/">See the other tables</a></p>
  </div>`;
}
