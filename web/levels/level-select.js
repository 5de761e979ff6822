// @ts-check
// The choice of how well machine players play.

import { levelText } from '../text/option-text.js';
import { tOptional } from '../text/messages.js';
import { html, useId } from '../ui/html.js';

/** @typedef {import('../schema').MachineLevel} MachineLevel */

/**
 * A select with a description of the chosen level; nothing where there is no choice.
 * @param {{
 *   label: string, levels: readonly MachineLevel[], value: MachineLevel, onValueChange: (level: MachineLevel) => void,
 *   note?: string,
 * }} props `note` follows the description
 */
export function LevelSelect({ label, levels, value, onValueChange, note = '' }) {
  const id = useId();
  if (levels.length < 2) return null;
  const onChange = (/** @type {Event & { currentTarget: HTMLSelectElement }} */ event) =>
    onValueChange(/** @type {MachineLevel} */ (event.currentTarget.value));
  return html`<div class="field level-select">
    <label for=${id}>${label}</label>
    <select id=${id} aria-describedby=${`${id}-hint`} value=${value} onChange=${onChange}>
      ${levels.map((level) =>
        html`<option key=${level} value=${level} selected=${level === value}>${levelText(level)}</option>`)}
    </select>
    <p class="hint" id=${`${id}-hint`}>${tOptional(`levels.about.${value}`)}${note && ` ${note}`}</p>
  </div>`;
}
