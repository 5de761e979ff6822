// @ts-check
// What is chosen stands in the address: so a link shows what one sees.

import { html, useEffect, useId, useRef, useState } from '../ui/html.js';
import { titleOf } from '../games/variants.js';
import { ask as change } from '../ui/router.js';
import { beginning } from './time-windows.js';

/** Milliseconds after which a day that is being typed counts. */
const TYPED = 700;

/** @type {[import('../schema').Board, string][]} */
export const BOARDS = [['PEOPLE', 'People among themselves'], ['MIXED', 'With machines at the table']];

/** Boards of leaderboards and profiles: statistics do not tell games without guests apart. */
export const RANKED_BOARDS = /** @type {typeof BOARDS} */ ([
  BOARDS[0], ['VOUCHED', 'People with accounts, no guests'], BOARDS[1],
]);

const AMONG = { PEOPLE: 'among people', VOUCHED: 'among people with accounts', MIXED: 'with machines at the table' };

/** Who plays on a board, in words. @param {string} board */
export const amongWords = (board) => AMONG[/** @type {import('../schema').Board} */ (board)] ?? board;

/**
 * A choice of one; `resets` are other parts of the address that mean nothing any more.
 * @param {{ label: string, name: string, value: string, options: [string, string][], resets?: string[] }} props
 */
export function Choice({ label, name, value, options, resets = [] }) {
  const id = useId();
  const known = options.some(([each]) => each === value);
  return html`<div class="figure-choice">
    <label for=${id}>${label}</label>
    <select id=${id} value=${value} onChange=${(/** @type {Event} */ { currentTarget }) =>
      change({
        ...Object.fromEntries(resets.map((each) => [each, null])),
        [name]: /** @type {HTMLSelectElement} */ (currentTarget).value || null,
      })}>
      ${!known && html`<option value=${value}>${value}</option>`}
      ${options.map(([each, text]) => html`<option value=${each}>${text}</option>`)}
    </select>
  </div>`;
}

/** Which game. @param {{ variants: import('../schema').Variant[], value: string, resets?: string[] }} props */
export const VariantChoice = ({ variants, value, resets }) => html`<${Choice} label="Game" name="variant" value=${value}
  options=${variants.map(({ name }) => [name, titleOf(variants, name)])} resets=${resets} />`;

/** A day of UTC, or none. @param {{ label: string, name: string, value: string, wrong: boolean }} props */
export function Day({ label, name, value, wrong }) {
  const id = useId();
  // What is no day the server tells; the field would only complain of it.
  const shown = beginning('DAY', value) ? value : '';
  const [typed, type] = useState(shown);
  const waiting = useRef(/** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined));
  useEffect(() => type(shown), [shown]);
  useEffect(() => () => clearTimeout(waiting.current), []);
  /** @param {string} day */
  const take = (day) => {
    clearTimeout(waiting.current);
    if (day !== value) change({ [name]: day || null });
  };
  /** @param {Event} event */
  const input = ({ currentTarget }) => {
    const { value: day, validity } = /** @type {HTMLInputElement} */ (currentTarget);
    // While somebody types, a year is first one of the Romans'.
    clearTimeout(waiting.current);
    if (validity.badInput) return;
    type(day);
    waiting.current = setTimeout(() => take(day), TYPED);
  };
  return html`<div class="figure-choice">
    <label for=${id}>${label}</label>
    <input id=${id} type="date" value=${typed} aria-invalid=${wrong ? 'true' : undefined} onInput=${input}
      onBlur=${() => take(typed)}
      onKeyDown=${(/** @type {KeyboardEvent} */ { key }) => key === 'Enter' && take(typed)} />
  </div>`;
}

/** What has nothing to do with what was chosen, and may be over by now. */
const PASSING = new Set([undefined, 'UNAVAILABLE', 'TIMEOUT', 'NOT_READY', 'INTERNAL']);

/**
 * What was wrong with what was chosen, or why there is no answer to it.
 * @param {{ fault: { message: string, code?: string } | null, again: () => void }} props
 */
export const Wrong = ({ fault, again }) => html`<div role="alert" class="figure-wrong">
  ${fault && html`<p class="error">${fault.message}</p>
    ${PASSING.has(fault.code) && html`<button type="button" onClick=${again}>Try again</button>`}`}
</div>`;

/**
 * What more there is of a list, behind the table that it lengthens.
 * @param {{
 *   list: { next: string | null, busy: boolean, fault: Error | null, more: () => void }, what: string,
 * }} props
 */
export function More({ list: { next, busy, fault, more }, what }) {
  const place = useRef(/** @type {HTMLDivElement | null} */ (null));
  const pressed = useRef(false);
  useEffect(() => {
    if (next || !pressed.current) return;
    // The button goes away; the keyboard goes on in the table that it has lengthened.
    /** @type {HTMLElement | null | undefined} */ (place.current?.previousElementSibling)?.focus();
    pressed.current = false;
  }, [next]);
  return html`<div class="figure-more" ref=${place}>
    ${fault && html`<p class="error" role="alert">${fault.message}</p>`}
    ${(next || fault) && html`<button type="button" aria-busy=${busy} onClick=${() => {
      pressed.current = true;
      if (!busy) more();
    }}>${fault ? 'Try again' : `More ${what}`}</button>`}
  </div>`;
}
