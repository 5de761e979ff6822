// @ts-check
// The link that invites others to a table.

import { request } from '../net/client.js';
import { RefusalError } from '../net/errors.js';
import { lazyValue } from '../text/lazy-value.js';
import { BusyButton } from '../ui/busy-button.js';
import { CopyButton } from '../ui/copy-button.js';
import { html, useId, useState } from '../ui/html.js';

const expiryFormat = lazyValue(() => new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' }));

/** @param {import('./waiting-room.js').WaitingTable} props */
export function InvitationLink({ game, busy, freeSeats }) {
  const [invitation, setInvitation] = useState(/** @type {{ token: string, expiresAt: string } | null} */ (null));
  if (!freeSeats) return null;
  const isPublic = game.access === 'PUBLIC';
  const link = isPublic
    ? `${location.origin}/games/${game.id}`
    : invitation && `${location.origin}/join/${invitation.token}`;

  async function createLink() {
    const { createInvitationLink: result } = await request('CreateInvitationLink', { input: { game: game.id } });
    if (result.__typename !== 'CreateInvitationLinkAccepted') throw new RefusalError(result);
    setInvitation(result.invitationLink);
  }

  return html`<div class="panel">
    <h3>Invite by link</h3>
    <p class="hint">${isPublic
      ? 'Whoever has it sees the table, and can take a seat.'
      : 'Whoever has it can take a seat, as long as one is free and you sit here. Give it only to whom you mean.'}</p>
    ${link
      ? html`<${Link} link=${link} />`
      : html`<div class="row"><${BusyButton} busy=${busy} name="invite" action=${createLink}>Make a link<//></div>`}
    ${invitation && !isPublic && html`<p class="hint">
      It is good until ${expiryFormat().format(new Date(invitation.expiresAt))}.</p>`}
  </div>`;
}

/** @param {{ link: string }} props */
function Link({ link }) {
  const id = useId();
  const share = () => navigator.share({ title: 'Kibitz', text: 'Come and play:', url: link }).catch(() => {
    // The user cancelled.
  });
  const onFocus = (/** @type {FocusEvent & { currentTarget: HTMLInputElement }} */ { currentTarget }) =>
    currentTarget.select();
  return html`<label class="unseen" for=${id}>Link to the table</label>
    <input id=${id} class="link" readonly value=${link} onFocus=${onFocus} />
    <p class="row">
      <${CopyButton} text=${link}>Copy the link<//>
      ${'share' in navigator && html`<button type="button" onClick=${share}>Share…</button>`}
    </p>`;
}
