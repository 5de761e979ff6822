// @ts-check
// Who is signed in, in the frame of every page: sign in as a guest or with a token, and out again.

import { html, useStore } from '../html.js';
import { leave, session } from '../session.js';

export function Account() {
  const who = useStore(session);
  if (!who) return html`<p>Looking on</p>`;
  return html`<p>${who.player.name} <button type="button" onClick=${leave}>Sign out</button></p>`;
}
