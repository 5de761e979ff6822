// @ts-check
// Filters that are stored in the address, and the error and "More" button of filtered data.

import { t, tOptional } from 'catalogue/charts.js';
import { variantTitle } from '../games/variants.js';
import { html, useEffect, useId, useRef, useState } from '../ui/html.js';
import { setSearchParams } from '../ui/router.js';
import { windowStart } from './time-windows.js';

/** Milliseconds after the last key before a typed date is applied. */
const TYPING_DELAY = 700;

/** The boards of statistics, with their titles. @type {[import('../schema').Board, string][]} */
export const BOARDS = [
  ['PEOPLE', t('charts.board.PEOPLE')], ['MIXED', t('charts.board.MIXED')], ['MACHINES', t('charts.board.MACHINES')],
];

/** The boards of leaderboards and profiles, which rank people; the statistics do not know which games had no guests. */
export const RANKED_BOARDS = /** @type {typeof BOARDS} */ ([BOARDS[0], ['VOUCHED', t('charts.board.VOUCHED')], BOARDS[1]]);

/** Return a board's players as text: `among people`. @param {string} board */
export const boardText = (board) => tOptional(`charts.amongBoard.${board}`) ?? board;

/**
 * A select that sets a search parameter, and removes those in `resets`.
 * @param {{ label: string, name: string, value: string, options: [string, string][], resets?: string[] }} props
 */
export function FilterSelect({ label, name, value, options, resets = [] }) {
  const id = useId();
  const isKnown = options.some(([each]) => each === value);
  return html`<div class="figure-choice">
    <label for=${id}>${label}</label>
    <select id=${id} value=${value} onChange=${(/** @type {Event} */ { currentTarget }) =>
      setSearchParams({
        ...Object.fromEntries(resets.map((each) => [each, null])),
        [name]: /** @type {HTMLSelectElement} */ (currentTarget).value || null,
      })}>
      ${!isKnown && html`<option value=${value}>${value}</option>`}
      ${options.map(([each, text]) => html`<option value=${each}>${text}</option>`)}
    </select>
  </div>`;
}

/** @param {{ variants: import('../schema').Variant[], value: string, resets?: string[] }} props */
export const VariantSelect = ({ variants, value, resets }) => html`<${FilterSelect} label=${t('charts.game')}
  name="variant" value=${value} options=${variants.map(({ name }) => [name, variantTitle(variants, name)])} resets=${resets} />`;

/** A field for a date in UTC. @param {{ label: string, name: string, value: string, isInvalid: boolean }} props */
export function DateFilter({ label, name, value, isInvalid }) {
  const id = useId();
  // The server reports an invalid date; the browser would log a warning.
  const validDay = windowStart('DAY', value) ? value : '';
  const [day, setDay] = useState(validDay);
  const timer = useRef(/** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined));
  useEffect(() => setDay(validDay), [validDay]);
  useEffect(() => () => clearTimeout(timer.current), []);
  /** @param {string} newDay */
  const applyDay = (newDay) => {
    clearTimeout(timer.current);
    if (newDay !== value) setSearchParams({ [name]: newDay || null });
  };
  /** @param {Event} event */
  const onInput = ({ currentTarget }) => {
    const { value: newDay, validity } = /** @type {HTMLInputElement} */ (currentTarget);
    // While a year is being typed, its first digits already form a valid date.
    clearTimeout(timer.current);
    if (validity.badInput) return;
    setDay(newDay);
    timer.current = setTimeout(() => applyDay(newDay), TYPING_DELAY);
  };
  return html`<div class="figure-choice">
    <label for=${id}>${label}</label>
    <input id=${id} type="date" value=${day} aria-invalid=${isInvalid ? 'true' : undefined} onInput=${onInput}
      onBlur=${() => applyDay(day)}
      onKeyDown=${(/** @type {KeyboardEvent} */ { key }) => key === 'Enter' && applyDay(day)} />
  </div>`;
}

/** Codes of errors that are not caused by the filter. */
const RETRYABLE_CODES = new Set([undefined, 'UNAVAILABLE', 'TIMEOUT', 'NOT_READY', 'INTERNAL']);

/**
 * The error of filtered data, with a button to try again unless the filter is invalid.
 * @param {{ error: { message: string, code?: string } | null, onRetry: () => void }} props
 */
export const ErrorMessage = ({ error, onRetry }) => html`<div role="alert" class="figure-wrong">
  ${error && html`<p class="error">${error.message}</p>
    ${RETRYABLE_CODES.has(error.code) && html`<button type="button" onClick=${onRetry}>${t('ui.tryAgain')}</button>`}`}
</div>`;

/**
 * A button below a table that loads more rows.
 * @param {{
 *   list: { nextCursor: string | null, isLoading: boolean, error: Error | null, loadMore: () => void },
 *   label: string,
 * }} props
 */
export function MoreButton({ list: { nextCursor, isLoading, error, loadMore }, label }) {
  const ref = useRef(/** @type {HTMLDivElement | null} */ (null));
  const wasPressed = useRef(false);
  useEffect(() => {
    if (nextCursor || !wasPressed.current) return;
    // The button disappears at the end of the list, and the focus moves to the table.
    /** @type {HTMLElement | null | undefined} */ (ref.current?.previousElementSibling)?.focus();
    wasPressed.current = false;
  }, [nextCursor]);
  return html`<div class="figure-more" ref=${ref}>
    ${error && html`<p class="error" role="alert">${error.message}</p>`}
    ${(nextCursor || error) && html`<button type="button" aria-busy=${isLoading} onClick=${() => {
      wasPressed.current = true;
      loadMore();
    }}>${error ? t('ui.tryAgain') : label}</button>`}
  </div>`;
}
