// @ts-check
// The form to look for a game: which one, with how many players, and how soon machine players may join.

import { t } from 'catalogue/seeks.js';
import { NumberSelect } from '../lobby/number-select.js';
import { request } from '../net/client.js';
import { RefusalError } from '../net/errors.js';
import { requireSignIn } from '../net/session.js';
import { announce } from '../ui/announcer.js';
import { useBusy } from '../ui/busy-button.js';
import { html, useId, useState } from '../ui/html.js';

/** @typedef {import('../games/variants.js').Variant} Variant */

/** The seconds after which machine players may join; empty for never. */
const MACHINE_WAITS = /** @type {const} */ (['10', '30', '60', '300', '']);
/** The distances of ratings; empty for any. */
const RATING_RANGES = /** @type {const} */ (['', '2', '4', '8']);

/** @param {string} value */
const numberOrNull = (value) => (value ? Number(value) : null);

/** @param {{ variants: readonly Variant[], variantName: string | undefined, onClose: () => void }} props */
export function SeekForm({ variants, variantName, onClose }) {
  const [chosenName, setChosenName] = useState(variantName);
  const [players, setPlayers] = useState({ least: 0, most: Infinity });
  const [machinesAfter, setMachinesAfter] = useState('30');
  const [ratingRange, setRatingRange] = useState('');
  const busy = useBusy();
  const error = busy.errorOf('seek');
  const variant = variants.find(({ name }) => name === chosenName) ?? variants[0];
  const { minPlayers, maxPlayers } = variant;
  const least = Math.min(Math.max(players.least, minPlayers), maxPlayers);
  const most = Math.min(Math.max(players.most, least), maxPlayers);

  async function seek() {
    if (!(await requireSignIn(t('seeks.nameNeeded')))) return;
    const input = {
      variant: variant.name, minPlayers: least, maxPlayers: most, ratingRange: numberOrNull(ratingRange),
      machinesAfter: variant.machinePlayer ? numberOrNull(machinesAfter) : null,
    };
    const { seek: result } = await request('Seek', { input });
    if (!('seek' in result)) throw new RefusalError(result);
    announce(t('seeks.started', { game: variant.title }));
    onClose();
  }

  const onSubmit = (/** @type {Event} */ event) => {
    event.preventDefault();
    void busy.run('seek', seek);
  };
  return html`<form class="panel" novalidate onSubmit=${onSubmit}>
    <${ChoiceField} label=${t('seeks.game')} value=${variant.name} onValueChange=${setChosenName}
      choices=${variants.map(({ name, title }) => [name, title])} />
    ${minPlayers < maxPlayers && html`<div class="row">
      <${NumberSelect} label=${t('seeks.minPlayers')} min=${minPlayers} max=${maxPlayers} value=${least}
        onValueChange=${(/** @type {number} */ value) => setPlayers({ least: value, most: Math.max(most, value) })} />
      <${NumberSelect} label=${t('seeks.maxPlayers')} min=${least} max=${maxPlayers} value=${most}
        onValueChange=${(/** @type {number} */ value) => setPlayers({ least, most: value })} />
    </div>`}
    ${variant.machinePlayer && html`<${ChoiceField} label=${t('seeks.machines')} value=${machinesAfter}
      onValueChange=${setMachinesAfter}
      choices=${MACHINE_WAITS.map((seconds) => [seconds, t(`seeks.machinesAfter.${seconds || 'never'}`)])} />`}
    <${ChoiceField} label=${t('seeks.opponents')} value=${ratingRange} onValueChange=${setRatingRange}
      choices=${RATING_RANGES.map((range) => [range, t(`seeks.ratingRange.${range || 'any'}`)])}
      hint=${t('seeks.opponentsHint')} />
    <div class="row">
      <button class="main" aria-busy=${busy.running === 'seek'}>${t('seeks.look')}</button>
      <button type="button" onClick=${onClose}>${t('ui.close')}</button>
    </div>
    ${error && html`<p class="refusal" role="alert">${error.message}</p>`}
  </form>`;
}

/**
 * @param {{
 *   label: string, value: string, choices: readonly (readonly string[])[], hint?: string,
 *   onValueChange: (value: string) => void,
 * }} props `choices` are values with their texts
 */
function ChoiceField({ label, value, choices, hint, onValueChange }) {
  const id = useId();
  const onChange = (/** @type {Event & { currentTarget: HTMLSelectElement }} */ event) =>
    onValueChange(event.currentTarget.value);
  return html`<div class="field">
    <label for=${id}>${label}</label>
    ${hint && html`<p class="hint" id=${`${id}-hint`}>${hint}</p>`}
    <select id=${id} aria-describedby=${hint && `${id}-hint`} value=${value} onChange=${onChange}>
      ${choices.map(([each, text]) => html`<option key=${each} value=${each} selected=${each === value}>${text}</option>`)}
    </select>
  </div>`;
}
