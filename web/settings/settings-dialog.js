// @ts-check
// The dialog of the settings that this browser keeps: how cards look, and the colour scheme.

import { t } from 'catalogue/settings.js';
import { Card } from '../table/card.js';
import { Dialog } from '../ui/dialog.js';
import { html, useId, useStore } from '../ui/html.js';
import { deck, index, scheme } from './browser-setting.js';

/** @typedef {import('./browser-setting.js').BrowserSetting<any>} Setting */
/** @typedef {{ value: string, label: string, cards?: readonly string[] }} Choice `cards` show what it looks like */

const SUITS = ['AS', 'AH', 'AC', 'AD'];
const INDICES = ['TH', 'KS'];
const DECK_CHOICES = [
  { value: 'two', label: t('settings.deck.two'), cards: SUITS },
  { value: 'four', label: t('settings.deck.four'), cards: SUITS },
];
const INDEX_CHOICES = [
  { value: 'usual', label: t('settings.index.usual'), cards: INDICES },
  { value: 'large', label: t('settings.index.large'), cards: INDICES },
];
const SCHEME_CHOICES = [
  { value: 'system', label: t('settings.scheme.system') },
  { value: 'light', label: t('settings.scheme.light') },
  { value: 'dark', label: t('settings.scheme.dark') },
];

/** @param {{ onClose: () => void }} props */
export function SettingsDialog({ onClose }) {
  const isLost = [useStore(deck.isLost), useStore(index.isLost), useStore(scheme.isLost)].includes(true);
  return html`<${Dialog} title=${t('frame.settings.title')} onClose=${onClose}>
    <${SettingChoices} setting=${deck} title=${t('settings.deck')} choices=${DECK_CHOICES} />
    <${SettingChoices} setting=${index} title=${t('settings.index')} choices=${INDEX_CHOICES} />
    <${SettingChoices} setting=${scheme} title=${t('settings.scheme')} choices=${SCHEME_CHOICES} />
    <p class="hint" role="status">${t(isLost ? 'settings.lost' : 'settings.kept')}</p>
  <//>`;
}

/** The choices of a setting, each with a preview. @param {{ setting: Setting, title: string, choices: Choice[] }} props */
function SettingChoices({ setting, title, choices }) {
  const chosen = useStore(setting.chosen);
  const group = useId();
  return html`<fieldset class="setting">
    <legend>${title}</legend>
    ${choices.map(({ value, label, cards }) => html`<label key=${value} class="setting-choice">
      <span class="setting-label"><input type="radio" name=${group} value=${value} checked=${value === chosen}
        onChange=${() => setting.choose(value)} /> ${label}</span>
      ${cards && html`<span class="setting-cards" aria-hidden="true" ...${{ [`data-${setting.name}`]: value }}
        >${cards.map((card) => html`<${Card} key=${card} card=${card} />`)}</span>`}
    </label>`)}
  </fieldset>`;
}
