// @ts-check
// The page to set up a table: variant, options, access and machine players.

import { t } from 'catalogue/pages.js';
import { playerCountText, useVariants } from '../games/variants.js';
import { effectiveOptions, OptionFields } from '../lobby/game-options.js';
import { sendCommand } from '../net/client.js';
import { RefusalError } from '../net/errors.js';
import { requireSignIn } from '../net/session.js';
import { capitalize } from '../text/phrases.js';
import { useBusy } from '../ui/busy-button.js';
import { html, useState } from '../ui/html.js';
import { Loading } from '../ui/load-state.js';
import { useTitle } from '../frame/page-title.js';
import { navigate } from '../ui/router.js';

const ACCESSES = /** @type {const} */ (['PUBLIC', 'PRIVATE']);

/** @typedef {import('../games/variants.js').Variant} Variant */

/** @param {{ searchParams: URLSearchParams }} props */
export default function Create({ searchParams }) {
  useTitle(t('pages.newTable'));
  const variants = useVariants();
  const [variantName, setVariantName] = useState(searchParams.get('variant'));
  const variant = variants?.find(({ name }) => name === variantName) ?? variants?.[0];
  return html`<div class="narrow">
    <h1>${t('pages.newTable')}</h1>
    ${variants && variant
      ? html`<${TableForm} variants=${variants} variant=${variant} onVariantChange=${setVariantName} />`
      : html`<${Loading} subject=${t('pages.subject.games')} />`}
  </div>`;
}

/** @param {{ variants: Variant[], variant: Variant, onVariantChange: (name: string) => void }} props */
function TableForm({ variants, variant, onVariantChange }) {
  const [access, setAccess] = useState(/** @type {(typeof ACCESSES)[number]} */ ('PUBLIC'));
  const [optionsByVariant, setOptionsByVariant] = useState(/** @type {Record<string, Record<string, string>>} */ ({}));
  const busy = useBusy();
  const error = busy.errorOf('create');
  const optionError = error instanceof RefusalError ? optionErrorOf(error) : null;
  const optionValues = optionsByVariant[variant.name] ?? {};

  async function create() {
    if (!(await requireSignIn(t('pages.nameToSetUp')))) return;
    // Options without an effect keep their defaults, also if a value was entered before.
    const options = effectiveOptions(variant.options, optionValues)
      .filter(({ option, value }) => value !== option.default)
      .map(({ option, value }) => ({ name: option.name, value }));
    const { game } = await sendCommand('createGame', { variant: variant.name, access, options });
    // Back leads to the lobby, not to the form of a table that exists.
    navigate(`/games/${game.id}`, { replace: true });
  }

  const onSubmit = (/** @type {Event} */ event) => {
    event.preventDefault();
    void busy.run('create', create);
  };
  /** @param {string} name @param {string} value */
  const setOption = (name, value) =>
    setOptionsByVariant({ ...optionsByVariant, [variant.name]: { ...optionValues, [name]: value } });

  return html`<form novalidate onSubmit=${onSubmit}>
    <fieldset class="choices">
      <legend>${t('pages.game')}</legend>
      ${variants.map((each) => html`<${RadioOption} key=${each.name} group="variant" title=${each.title}
        hint=${playerCountText(each)} isChecked=${each === variant} onSelect=${() => onVariantChange(each.name)} />`)}
      <p><a href=${`/rules/${encodeURIComponent(variant.name)}`} target="_blank">
        ${t('ui.rulesOf', { game: variant.title })}<span class="unseen"> ${t('ui.inNewTab')}</span></a></p>
    </fieldset>
    <fieldset class="choices">
      <legend>${t('pages.whoCanJoin')}</legend>
      ${ACCESSES.map((each) => html`<${RadioOption} key=${each} group="access" title=${t(`pages.access.${each}`)}
        hint=${t(`pages.accessHint.${each}`)} isChecked=${each === access} onSelect=${() => setAccess(each)} />`)}
    </fieldset>
    <details class="more advanced" open=${optionError !== null}>
      <summary>${t('pages.advanced')}</summary>
      <${OptionFields} key=${variant.name} title=${variant.title} options=${variant.options} chosen=${optionValues}
        error=${optionError} onChange=${setOption} />
    </details>
    <button class="main large" aria-busy=${busy.running === 'create'}>${t('pages.setUpTheTable')}</button>
    ${error && !optionError && html`<p class="refusal" role="alert">${error.message}</p>`}
  </form>`;
}

/** Return which option was refused and why; null if the reason is another. @param {RefusalError} error */
function optionErrorOf({ refusal }) {
  if (refusal.__typename !== 'InvalidOption') return null;
  return { option: refusal.option, reason: `${capitalize(refusal.reason)}.` };
}

/** @param {{ group: string, title: string, hint: string, isChecked: boolean, onSelect: () => void }} props */
function RadioOption({ group, title, hint, isChecked, onSelect }) {
  return html`<label class="choice">
    <input type="radio" name=${group} checked=${isChecked} onChange=${onSelect} />
    <span><b>${title}</b> <span class="hint">${hint}</span></span>
  </label>`;
}
