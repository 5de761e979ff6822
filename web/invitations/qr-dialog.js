// @ts-check
// A dialog that shows the link to a table as a QR code, for people in the same room.

import { Dialog } from '../ui/dialog.js';
import { html } from '../ui/html.js';
import { QrCode } from './qr-code.js';

/** @param {{ link: string, onClose: () => void }} props */
export function QrDialog({ link, onClose }) {
  return html`<${Dialog} title="Scan to join" onClose=${onClose}>
    <p class="hint">Point the camera of another phone at this code. It opens the invitation.</p>
    <${QrCode} text=${link} label="QR code of the link to the table" />
    <p class="qr-text">${link}</p>
  <//>`;
}
