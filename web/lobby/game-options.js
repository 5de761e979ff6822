// @ts-check
// The options of a game: fields to choose them, and a list to read.

import { t } from 'catalogue/lobby.js';
import {
  hasEffect, isClockOption, isCommonOption, optionHint, optionLabel, optionValueText, settingTexts,
} from '../text/option-text.js';
import { html, useEffect, useId, useRef } from '../ui/html.js';

/** @typedef {import('../schema').VariantOption} Option */
/** @typedef {{ option: string, reason: string }} OptionError why an option was refused */

/**
 * Return the options of a new table that have an effect, with their chosen or default values.
 * @param {readonly Option[]} options @param {Record<string, string>} chosen
 */
export function effectiveOptions(options, chosen) {
  const values = Object.fromEntries(options.map(({ name, default: usual }) => [name, chosen[name] ?? usual]));
  return options.filter(({ name }) => hasEffect(name, values)).map((option) => ({ option, value: values[option.name] }));
}

/**
 * The fields of a new table's options: first those of its variant alone, and last those of the clock, as a group.
 * @param {{
 *   title: string, options: readonly Option[], chosen: Record<string, string>, error: OptionError | null,
 *   onChange: (name: string, value: string) => void,
 * }} props
 */
export function OptionFields({ title, options, chosen, error, onChange }) {
  const fields = effectiveOptions(options, chosen).map(({ option, value }) => ({
    isClock: isClockOption(option.name),
    isCommon: isCommonOption(option.name),
    field: html`<${OptionField} key=${option.name} option=${option} value=${value}
      error=${error?.option === option.name ? error.reason : null}
      onValueChange=${(/** @type {string} */ each) => onChange(option.name, each)} />`,
  }));
  const clock = fields.filter(({ isClock }) => isClock);
  const others = fields.filter(({ isClock }) => !isClock).sort((one, other) => Number(one.isCommon) - Number(other.isCommon));
  return html`<fieldset>
      <legend>${t('lobby.optionsOf', { game: title })}</legend>
      ${others.map(({ field }) => field)}
      ${!others.length && html`<p class="hint">${t('lobby.noOptions')}</p>`}
    </fieldset>
    ${clock.length > 0 && html`<fieldset>
      <legend>${t('lobby.clockOptions')}</legend>
      ${clock.map(({ field }) => field)}
    </fieldset>`}`;
}

/**
 * A field for one option: a select, or a number field if the values are too many to list.
 * @param {{ option: Option, value: string, error: string | null, onValueChange: (value: string) => void }} props
 */
function OptionField({ option, value, error, onValueChange }) {
  const id = useId();
  const ref = useRef(/** @type {HTMLElement | null} */ (null));
  // The user corrects the value here.
  useEffect(() => {
    if (error) ref.current?.focus();
  }, [error]);
  const onChange = (/** @type {Event & { currentTarget: HTMLInputElement | HTMLSelectElement }} */ event) =>
    onValueChange(event.currentTarget.value);
  const field = {
    id, ref, value, 'aria-invalid': error ? 'true' : undefined,
    'aria-describedby': `${id}-hint${error ? ` ${id}-error` : ''}`,
  };
  const isNumber = option.default !== '' && Number.isFinite(Number(option.default));
  return html`<div class="field">
    <label for=${id}>${optionLabel(option.name)}</label>
    <p class="hint" id=${`${id}-hint`}>${optionHint(option.name, option.description)}</p>
    ${option.values.length
      ? html`<select ...${field} onChange=${onChange}>
          ${option.values.map((each) => html`<option key=${each} value=${each} selected=${each === value}>
            ${choiceText(option, each)}</option>`)}
        </select>`
      : html`<input ...${field} type=${isNumber ? 'number' : 'text'} onInput=${onChange} />`}
    ${error && html`<p id=${`${id}-error`} class="refusal" role="alert">${error}</p>`}
  </div>`;
}

/** @param {Option} option @param {string} value */
function choiceText({ name, default: usual }, value) {
  const text = optionValueText(name, value);
  return value === usual ? t('lobby.usualValue', { value: text }) : text;
}

/**
 * The options of a table, with their descriptions.
 * @param {{ settings: readonly { name: string, value: string }[], options: readonly Option[] | undefined }} props
 */
export function OptionList({ settings, options }) {
  return html`<dl class="settings">
    ${settingTexts(settings).map(({ name, label, text }) => {
      const option = name === 'clock' ? undefined : options?.find((each) => each.name === name);
      return html`<div key=${name}>
        <dt>${label}</dt>
        <dd>${text}${option && html`<span class="hint"> ${optionHint(name, option.description)}</span>`}</dd>
      </div>`;
    })}
  </dl>`;
}
