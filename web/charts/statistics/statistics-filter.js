// @ts-check
// The filters of the statistics: the game, and the others behind a summary that names those in use.

import { t, tParts } from 'catalogue/charts.js';
import { RequestError } from '../../net/errors.js';
import { formatDay } from '../../text/dates.js';
import { CopyButton } from '../../ui/copy-button.js';
import { html, useEffect, useState } from '../../ui/html.js';
import { BOARDS, DateFilter, FilterSelect, VariantSelect } from '../filters.js';
import { windowStart } from '../time-windows.js';

/** Codes of errors that an invalid date can cause. */
const DATE_ERROR_CODES = ['INVALID_RANGE', 'TOO_MANY_BUCKETS', 'BAD_USER_INPUT'];

/** The screens on which the filters are open at first. */
const WIDE_SCREEN = '(min-width: 48rem)';

/** The periods by which lists can be divided. @type {[string, string][]} */
const BUCKETS = [
  ['', t('charts.bucket.ALL')],
  ['HOUR', t('charts.bucket.HOUR')],
  ['DAY', t('charts.bucket.DAY')],
  ['WEEK', t('charts.bucket.WEEK')],
  ['MONTH', t('charts.bucket.MONTH')],
  ['SEASON', t('charts.bucket.SEASON')],
  ['YEAR', t('charts.bucket.YEAR')],
];
/** The kinds of players whose moves can be counted. @type {[string, string][]} */
const PLAYER_KINDS = [
  ['', t('charts.allPlayers')], ['people', t('charts.people')], ['machines', t('charts.machines')],
];

/** @typedef {import('../../schema').Variant} Variant */

/** @param {{ searchParams: URLSearchParams, variants: Variant[], variant: string, error: Error | null }} props */
export function StatisticsFilter({ searchParams, variants, variant, error }) {
  const hasInvalidDate = error instanceof RequestError && DATE_ERROR_CODES.includes(error.code ?? '');
  const [isOpen, setOpen] = useState(() => matchMedia(WIDE_SCREEN).matches);
  // The field of an invalid date is marked, so it must be visible.
  useEffect(() => hasInvalidDate ? setOpen(true) : undefined, [hasInvalidDate]);
  /** @param {string} name */
  const valueOf = (name) => searchParams.get(name) ?? '';
  const tableSizes = tableSizeOptions(variants.find(({ name }) => name === variant));
  const active = [
    optionText(BUCKETS, valueOf('bucket')),
    valueOf('since') && t('charts.sinceDay', { day: dayText(valueOf('since')) }),
    valueOf('until') && t('charts.untilDay', { day: dayText(valueOf('until')) }),
    optionText(BOARDS, valueOf('board')),
    optionText(tableSizes, valueOf('seats')),
    optionText(PLAYER_KINDS, valueOf('machine')),
  ].filter(Boolean);
  return html`<div class="figure-filter" role="group" aria-label=${t('charts.filters')}>
    <${VariantSelect} variants=${variants} value=${variant} resets=${['seats']} />
    <details class="figure-filters" open=${isOpen} onToggle=${(/** @type {Event} */ { currentTarget }) =>
      setOpen(/** @type {HTMLDetailsElement} */ (currentTarget).open)}>
      <summary>${active.length > 0
        ? tParts('charts.activeFilters', { filters: html`<span class="figure-active">${active.join(', ')}</span>` })
        : t('charts.filters')}</summary>
      <div class="figure-filter">
        <${FilterSelect} label=${t('charts.time')} name="bucket" value=${valueOf('bucket')} options=${BUCKETS} />
        <${DateFilter} label=${t('charts.since')} name="since" value=${valueOf('since')} isInvalid=${hasInvalidDate} />
        <${DateFilter} label=${t('charts.until')} name="until" value=${valueOf('until')} isInvalid=${hasInvalidDate} />
        <${FilterSelect} label=${t('charts.whoPlayed')} name="board" value=${valueOf('board')}
          options=${[['', t('charts.allGames')], ...BOARDS]} />
        <${FilterSelect} label=${t('charts.tableSize')} name="seats" value=${valueOf('seats')} options=${tableSizes} />
        <${FilterSelect} label=${t('charts.playerKind')} name="machine" value=${valueOf('machine')} options=${PLAYER_KINDS} />
        <div class="row"><${CopyButton} text=${location.href}>${t('ui.copyLink')}<//></div>
      </div>
    </details>
  </div>`;
}

/** @param {Variant | undefined} variant @returns {[string, string][]} */
function tableSizeOptions(variant) {
  /** @type {[string, string][]} */
  const sizes = [['', t('charts.anyTableSize')]];
  for (let size = variant?.minPlayers ?? 1; size <= (variant?.maxPlayers ?? 0); size++) {
    sizes.push([String(size), t('charts.playerCount', { count: size })]);
  }
  return sizes;
}

/** Return the text of a chosen option; an unknown value as it is. @param {[string, string][]} options @param {string} value */
const optionText = (options, value) => value && (options.find(([each]) => each === value)?.[1] ?? value);

/** Return a day as text; an invalid one as it is. @param {string} day */
function dayText(day) {
  const at = windowStart('DAY', day);
  return at ? formatDay(at) : day;
}
