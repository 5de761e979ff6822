// @ts-check
// The tables that are there.

import { html } from '../html.js';

export default function Lobby() {
  return html`<h1>Tables</h1>`;
}
