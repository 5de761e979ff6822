// @ts-check
// The link by which others come to a table.

import { ask, Refused } from '../net/client.js';
import { CopyButton } from '../ui/copy-button.js';
import { html, useId, useState } from '../ui/html.js';
import { once } from '../ui/lazy-component.js';
import { Doing } from '../ui/busy-button.js';

const until = once(() => new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' }));

/** @param {import('./waiting-room.js').Room} props */
export function Inviting({ game, busy, free }) {
  const [made, make] = useState(/** @type {{ token: string, expiresAt: string } | null} */ (null));
  if (!free) return null;
  const open = game.access === 'PUBLIC';
  const link = open ? `${location.origin}/games/${game.id}` : made && `${location.origin}/join/${made.token}`;

  async function invite() {
    const { createInvitationLink: answer } = await ask('CreateInvitationLink', { input: { game: game.id } });
    if (answer.__typename !== 'InvitationLink') throw new Refused(answer);
    make(answer);
  }

  return html`<div class="panel">
    <h3>Invite by link</h3>
    <p class="hint">${open
      ? 'Whoever has it sees the table, and can take a seat.'
      : 'Whoever has it can take a seat, as long as one is free and you sit here. Give it only to whom you mean.'}</p>
    ${link
      ? html`<${Link} link=${link} />`
      : html`<div class="row"><${Doing} busy=${busy} name="invite" work=${invite}>Make a link<//></div>`}
    ${made && !open && html`<p class="hint">It is good until ${until().format(new Date(made.expiresAt))}.</p>`}
  </div>`;
}

/** @param {{ link: string }} props */
function Link({ link }) {
  const id = useId();
  const share = () => navigator.share({ title: 'Kibitz', text: 'Come and play:', url: link }).catch(() => {
    // Somebody thought better of it.
  });
  const mark = (/** @type {FocusEvent & { currentTarget: HTMLInputElement }} */ event) => event.currentTarget.select();
  return html`<label class="unseen" for=${id}>Link to the table</label>
    <input id=${id} class="link" readonly value=${link} onFocus=${mark} />
    <p class="row">
      <${CopyButton} text=${link}>Copy the link<//>
      ${'share' in navigator && html`<button type="button" onClick=${share}>Share…</button>`}
    </p>`;
}
