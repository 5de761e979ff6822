// @ts-check
// The button in the frame of every page that opens the settings.

import { t } from '../text/messages.js';
import { html, useState } from '../ui/html.js';
import { lazyComponent } from '../ui/lazy-component.js';

const SettingsDialog = lazyComponent(
  t('frame.settings.subject'), async () => (await import('./settings-dialog.js')).SettingsDialog,
);

/** The button, and the dialog that it opens. */
export function SettingsButton() {
  const [isOpen, setOpen] = useState(false);
  return html`<button type="button" class="icon" aria-label=${t('frame.settings.title')} title=${t('frame.settings.title')}
      aria-haspopup="dialog" onClick=${() => setOpen(true)}>
      <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M3 7h9m6 0h3M3 17h3m6 0h9" /><circle cx="15" cy="7" r="3" />
        <circle cx="9" cy="17" r="3" /></svg>
    </button>
    ${isOpen && html`<${SettingsDialog} onClose=${() => setOpen(false)} />`}`;
}
