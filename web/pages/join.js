// @ts-check
// Where an invitation by link leads: who invites to which game, and how to come.

import { useAnswer } from '../ui/use-query.js';
import { command, Refused } from '../net/client.js';
import { html, useEffect } from '../ui/html.js';
import { Doing, useBusy } from '../ui/busy-button.js';
import { Settings } from '../lobby/game-options.js';
import { namesOf } from '../lobby/game-entry.js';
import { titleOf, useVariants } from '../games/variants.js';
import { go } from '../ui/router.js';
import { signedIn, useViewer } from '../net/session.js';
import { Awaited } from '../ui/load-state.js';
import { useTitle } from '../ui/page-title.js';

/** @param {{ parameters: string[] }} props */
export default function Join({ parameters: [token] }) {
  useTitle('Invitation');
  const { data, fault, again } = useAnswer('Invitation', { token });
  const invitation = data?.invitation;
  // Who sits there already goes on to the table; there is nothing to come back to here.
  useEffect(() => {
    if (invitation?.seated) go(`/games/${invitation.game}`, { replace: true });
  }, [invitation?.seated]);
  if (!data) {
    return html`<h1>An invitation</h1>
      <${Awaited} fault=${fault} what="the invitation" again=${again} />`;
  }
  if (!invitation) return html`<${NoMore} />`;
  return html`<${Invited} token=${token} invitation=${invitation} again=${again} />`;
}

function NoMore() {
  return html`<div class="narrow">
    <h1>This invitation is good no more</h1>
    <p>The game has started, the link has expired or is not whole, or whoever gave it to you has left the table.</p>
    <p>Ask for another one, or find a table that is open to all.</p>
    <p><a class="button main" href="/">Go to the tables</a></p>
  </div>`;
}

/** @param {{ token: string, invitation: import('../schema').Invitation, again: () => void }} props */
function Invited({ token, invitation, again }) {
  const variants = useVariants();
  const who = useViewer();
  const busy = useBusy();
  const variant = variants?.find(({ name }) => name === invitation.variant);
  const title = titleOf(variants, invitation.variant);
  const free = invitation.seats - invitation.players.length;

  async function join() {
    if (!(await signedIn(`To play ${title} with ${invitation.inviter.name}, you need a name.`))) return;
    try {
      await command('acceptInvitation', { token });
    } catch (error) {
      if (!(error instanceof Refused && error.code === 'ALREADY_SEATED')) {
        // What has changed meanwhile is to be seen here.
        again();
        throw error;
      }
    }
    go(`/games/${invitation.game}`, { replace: true });
  }

  return html`<div class="narrow">
    <h1>${invitation.inviter.name} invites you to play ${title}</h1>
    <div class="panel">
      <p>At the table: ${namesOf(invitation.players)}. ${free
        ? `${free} of ${invitation.seats} seats ${free === 1 ? 'is' : 'are'} free.`
        : `All ${invitation.seats} seats are taken.`}</p>
      <${Settings} settings=${invitation.options} options=${variant?.options} />
      ${free > 0
        ? html`<${Doing} busy=${busy} name="join" work=${join} main>${who ? `Join as ${who.player.name}` : 'Join'}<//>`
        : html`<p>There is no seat for you now; one may come free before the game starts.</p>
          <p class="row"><button type="button" onClick=${again}>Look again</button>
            ${invitation.access === 'PUBLIC'
              && html`<a class="button" href=${`/games/${invitation.game}`}>Watch the table</a>`}</p>`}
    </div>
    <p><a href="/">See the other tables</a></p>
  </div>`;
}
