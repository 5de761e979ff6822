// @ts-check
// A dialog that shows the link to a table as a QR code, for people in the same room.

import { t } from 'catalogue/invitations.js';
import { Dialog } from '../ui/dialog.js';
import { html } from '../ui/html.js';
import { QrCode } from './qr-code.js';

/** @param {{ link: string, onClose: () => void }} props */
export function QrDialog({ link, onClose }) {
  return html`<${Dialog} title=${t('invitations.scan')} onClose=${onClose}>
    <p class="hint">${t('invitations.scanHint')}</p>
    <${QrCode} text=${link} label=${t('invitations.qrCode')} />
    <p class="qr-text">${link}</p>
  <//>`;
}
