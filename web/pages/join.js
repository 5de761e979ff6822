// @ts-check
// The page of an invitation link: the inviter, the game, and a button to join.

import { useVariants, variantTitle } from '../games/variants.js';
import { playerListText } from '../lobby/game-entry.js';
import { OptionList } from '../lobby/game-options.js';
import { sendCommand } from '../net/client.js';
import { RefusalError } from '../net/errors.js';
import { requireSignIn } from '../net/session.js';
import { BusyButton, useBusy } from '../ui/busy-button.js';
import { html, useEffect } from '../ui/html.js';
import { LoadStatus } from '../ui/load-state.js';
import { useTitle } from '../frame/page-title.js';
import { navigate } from '../ui/router.js';
import { useQuery } from '../ui/use-query.js';
import { useViewer } from '../ui/viewer.js';

/** @param {{ parameters: string[] }} props */
export default function Join({ parameters: [token] }) {
  useTitle('Invitation');
  const { data, error, refetch } = useQuery('Invitation', { token });
  const invitation = data?.invitation;
  // A player with a seat is redirected to the table.
  useEffect(() => {
    if (invitation?.seated && invitation.game) navigate(`/games/${invitation.game.id}`, { replace: true });
  }, [invitation?.seated]);
  if (!data) {
    return html`<h1>An invitation</h1>
      <${LoadStatus} error=${error} subject="the invitation" onRetry=${refetch} />`;
  }
  if (!invitation) return html`<${InvalidInvitationLink} />`;
  return html`<${InvitationDetails} token=${token} invitation=${invitation} onReload=${refetch} />`;
}

function InvalidInvitationLink() {
  return html`<div class="narrow">
    <h1>This invitation is good no more</h1>
    <p>The game has started, the link has expired or is not whole, or whoever gave it to you has left the table.</p>
    <p>Ask for another one, or find a table that is open to all.</p>
    <p><a class="button main" href="/">Go to the tables</a></p>
  </div>`;
}

/** @param {{ token: string, invitation: import('../schema').Invitation, onReload: () => void }} props */
function InvitationDetails({ token, invitation, onReload }) {
  const variants = useVariants();
  const viewer = useViewer();
  const busy = useBusy();
  const variant = variants?.find(({ name }) => name === invitation.variant.name);
  const title = variantTitle(variants, invitation.variant.name);
  const freeSeats = invitation.maxPlayers - invitation.players.length;

  async function join() {
    if (!(await requireSignIn(`To play ${title} with ${invitation.inviter.name}, you need a name.`))) return;
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
    <h1>${invitation.inviter.name} invites you to play ${title}</h1>
    <div class="panel">
      <p>At the table: ${playerListText(invitation.players)}. ${freeSeats
        ? `${freeSeats} of ${invitation.maxPlayers} seats ${freeSeats === 1 ? 'is' : 'are'} free.`
        : `All ${invitation.maxPlayers} seats are taken.`}</p>
      <p><a href=${`/rules/${encodeURIComponent(invitation.variant.name)}`}>Rules of ${title}</a></p>
      <${OptionList} settings=${invitation.options} options=${variant?.options} />
      ${freeSeats > 0
        ? html`<${BusyButton} busy=${busy} name="join" action=${join} primary>
            ${viewer ? `Join as ${viewer.player.name}` : 'Join'}<//>`
        : html`<p>There is no seat for you now; one may come free before the game starts.</p>
          <p class="row"><button type="button" onClick=${onReload}>Look again</button>
            ${invitation.game
              && html`<a class="button" href=${`/games/${invitation.game.id}`}>Watch the table</a>`}</p>`}
    </div>
    <p><a href="/">See the other tables</a></p>
  </div>`;
}
