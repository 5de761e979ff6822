// @ts-check
// The dialog of the settings that this browser keeps: how cards look, and the colour scheme.

import { Card } from '../table/card.js';
import { Dialog } from '../ui/dialog.js';
import { html, useId, useStore } from '../ui/html.js';
import { deck, index, scheme } from './browser-setting.js';

/** @typedef {import('./browser-setting.js').BrowserSetting<any>} Setting */
/** @typedef {{ value: string, label: string, cards?: readonly string[] }} Choice `cards` show what it looks like */

const SUITS = ['AS', 'AH', 'AC', 'AD'];
const INDICES = ['TH', 'KS'];
const DECK_CHOICES = [
  { value: 'two', label: 'Two colours', cards: SUITS }, { value: 'four', label: 'Four colours', cards: SUITS },
];
const INDEX_CHOICES = [
  { value: 'usual', label: 'Usual', cards: INDICES }, { value: 'large', label: 'Large', cards: INDICES },
];
const SCHEME_CHOICES = [
  { value: 'system', label: 'System' }, { value: 'light', label: 'Light' }, { value: 'dark', label: 'Dark' },
];

/** @param {{ onClose: () => void }} props */
export function SettingsDialog({ onClose }) {
  const isLost = [useStore(deck.isLost), useStore(index.isLost), useStore(scheme.isLost)].includes(true);
  return html`<${Dialog} title="Settings" onClose=${onClose}>
    <${SettingChoices} setting=${deck} title="Suits" choices=${DECK_CHOICES} />
    <${SettingChoices} setting=${index} title="Rank and suit in the corner" choices=${INDEX_CHOICES} />
    <${SettingChoices} setting=${scheme} title="Colours of the pages" choices=${SCHEME_CHOICES} />
    <p class="hint" role="status">${isLost
      ? 'Your browser stores nothing for this site: your choice holds until you close or reload the page.'
      : 'Your choice holds at once, in all tabs of this browser.'}</p>
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
