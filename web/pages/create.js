// @ts-check
// Sets up a table: which game, how it is played, who may come.

import { announce } from '../ui/announcer.js';
import { command, Refused } from '../net/client.js';
import { html, useState } from '../ui/html.js';
import { useBusy } from '../ui/busy-button.js';
import { Count } from '../lobby/number-select.js';
import { OptionField } from '../lobby/game-options.js';
import { playersOf, useVariants } from '../games/variants.js';
import { go } from '../ui/router.js';
import { signedIn } from '../net/session.js';
import { Loading } from '../ui/load-state.js';
import { useTitle } from '../ui/page-title.js';

const ACCESS = /** @type {const} */ ({
  PUBLIC: ['Public', 'It stands among the open tables: anyone may watch, and join while a seat is free.'],
  PRIVATE: ['Private', 'Only who is invited, or has a link from you, finds it. It counts for no leaderboard.'],
});

const ACCESSES = /** @type {(keyof typeof ACCESS)[]} */ (Object.keys(ACCESS));

/** @typedef {import('../games/variants.js').Variant} Variant */

/** @param {{ query: URLSearchParams }} props */
export default function Create({ query }) {
  useTitle('New table');
  const variants = useVariants();
  const [chosen, choose] = useState(query.get('variant'));
  const variant = variants?.find(({ name }) => name === chosen) ?? variants?.[0];
  return html`<div class="narrow">
    <h1>New table</h1>
    ${variants && variant
      ? html`<${Form} variants=${variants} variant=${variant} play=${choose} />`
      : html`<${Loading} what="the games that can be played" />`}
  </div>`;
}

/** @param {{ variants: Variant[], variant: Variant, play: (name: string) => void }} props */
function Form({ variants, variant, play }) {
  const [access, admit] = useState(/** @type {keyof typeof ACCESS} */ ('PUBLIC'));
  const [options, set] = useState(/** @type {Record<string, Record<string, string>>} */ ({}));
  const [machines, fill] = useState(0);
  const busy = useBusy();
  const failed = busy.failed('create');
  const values = options[variant.name] ?? {};
  const count = Math.min(machines, variant.mostSeats - 1);

  async function create() {
    if (!(await signedIn('To set up a table, you need a name.'))) return;
    const given = Object.entries(values).map(([name, value]) => ({ name, value }));
    const { game } = await command('createGame', { variant: variant.name, access, options: given });
    try {
      if (count && variant.machinePlayer) await command('fillSeats', { game: game.id, count });
    } catch (error) {
      // The table is there, and there it can be done again.
      if (!(error instanceof Refused)) throw error;
      announce(error.message);
    }
    go(`/games/${game.id}`);
  }

  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    void busy.run('create', create);
  };
  /** @param {string} name @param {string} value */
  const choose = (name, value) => set({ ...options, [variant.name]: { ...values, [name]: value } });

  return html`<form novalidate onSubmit=${submit}>
    <fieldset class="choices">
      <legend>Game</legend>
      ${variants.map((each) => html`<${Choice} key=${each.name} group="variant" title=${each.title}
        hint=${playersOf(each)} checked=${each === variant} onChoose=${() => play(each.name)} />`)}
    </fieldset>
    <fieldset key=${variant.name}>
      <legend>How ${variant.title} is played</legend>
      ${variant.options.map((option) => html`<${OptionField} key=${option.name} option=${option}
        value=${values[option.name] ?? option.default}
        onValue=${(/** @type {string} */ value) => choose(option.name, value)} />`)}
      ${!variant.options.length && html`<p class="hint">There is only one way.</p>`}
    </fieldset>
    <fieldset class="choices">
      <legend>Who may come</legend>
      ${ACCESSES.map((each) => html`<${Choice} key=${each} group="access" title=${ACCESS[each][0]}
        hint=${ACCESS[each][1]} checked=${each === access} onChoose=${() => admit(each)} />`)}
    </fieldset>
    ${variant.machinePlayer && html`<${Count} label="Machine players" least=${0} most=${variant.mostSeats - 1}
      value=${count} onValue=${fill}
      hint="They take a seat at once. More can be added at the table until the game starts." />`}
    <button class="main large" aria-busy=${busy.doing === 'create'}>Set up the table</button>
    ${failed && html`<p class="refusal" role="alert">${failed.message}</p>`}
  </form>`;
}

/** @param {{ group: string, title: string, hint: string, checked: boolean, onChoose: () => void }} props */
function Choice({ group, title, hint, checked, onChoose }) {
  return html`<label class="choice">
    <input type="radio" name=${group} checked=${checked} onChange=${onChoose} />
    <span><b>${title}</b> <span class="hint">${hint}</span></span>
  </label>`;
}
