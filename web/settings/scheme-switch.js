// @ts-check
// The button that switches the colour scheme: as the system, light or dark.

import { t } from '../text/messages.js';
import { html, useStore } from '../ui/html.js';
import { scheme } from './browser-setting.js';

/** The icon of each scheme. @type {Record<import('./browser-setting.js').Scheme, any>} */
const ICONS = {
  system: html`<circle cx="12" cy="12" r="9" />
    <path d="M12 3a9 9 0 0 1 0 18z" fill="currentColor" />`,
  light: html`<circle cx="12" cy="12" r="4.5" />
    <path d="M12 1v4m0 14v4M1 12h4m14 0h4M4.2 4.2l2.9 2.9m9.8 9.8 2.9 2.9m0-15.6-2.9 2.9m-9.8 9.8-2.9 2.9" />`,
  dark: html`<path d="M20.5 14.5A9 9 0 0 1 9.5 3.5a9 9 0 1 0 11 11z" />`,
};

/** A button that switches to the next scheme. */
export function SchemeSwitch() {
  const chosen = useStore(scheme.chosen);
  const { values } = scheme;
  const label = t(`frame.settings.switchScheme.${chosen}`);
  return html`<button type="button" class="icon" aria-label=${label} title=${label}
    onClick=${() => scheme.choose(values[(values.indexOf(chosen) + 1) % values.length])}>
    <svg viewBox="0 0 24 24" aria-hidden="true">${ICONS[chosen]}</svg>
  </button>`;
}
