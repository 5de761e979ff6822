// @ts-check
// The page of statistics: charts and tables about the public games of a variant, chosen by filters.

import { t } from 'catalogue/pages.js';
import { AsOfNote } from '../charts/as-of-note.js';
import { ErrorMessage } from '../charts/filters.js';
import { pointsDeviations } from '../charts/statistics/aggregation.js';
import { StatisticsFilter } from '../charts/statistics/statistics-filter.js';
import { STATISTICS_LISTS } from '../charts/statistics/statistics-lists.js';
import { StatisticsPanel } from '../charts/statistics/statistics-panel.js';
import '../charts/stylesheets.js';
import { useVariants, variantTitle } from '../games/variants.js';
import { request } from '../net/client.js';
import { RequestError } from '../net/errors.js';
import { announce } from '../ui/announcer.js';
import { html, useEffect, useReducer, useRef, useState } from '../ui/html.js';
import { Loading } from '../ui/load-state.js';
import { useTitle } from '../frame/page-title.js';
import { useViewerId } from '../ui/viewer.js';

/** The server's largest list. */
const MAX_ROWS = 5_000;

/**
 * @typedef {import('../charts/statistics/list-parts.js').Row} Row
 * @typedef {import('../schema').Variant} Variant
 * @typedef {ReturnType<typeof parseVariables>} Variables
 * @typedef {object} Statistics
 * @property {Variables} variables
 * @property {Record<string, Row[]>} rowsByList
 * @property {import('../schema').AsOf | null} asOf
 * @property {string[]} omittedTitles of the lists with more than MAX_ROWS rows
 * @typedef {{ statistics: Statistics | null, error: Error | null, isLoading: boolean }} StatisticsState
 */

/** @param {{ searchParams: URLSearchParams }} props */
export default function StatisticsPage({ searchParams }) {
  useTitle(t('pages.statistics'));
  const variants = useVariants();
  const variant = searchParams.get('variant') ?? variants?.[0]?.name;
  if (!variants || !variant) {
    return html`<h1>${t('pages.statistics')}</h1><${Loading} subject=${t('pages.subject.statistics')} />`;
  }
  return html`<h1>${t('pages.statistics')}</h1>
    <${VariantStatistics} searchParams=${searchParams} variants=${variants} variant=${variant} />`;
}

/** @param {{ searchParams: URLSearchParams, variants: Variant[], variant: string }} props */
function VariantStatistics({ searchParams, variants, variant }) {
  const variables = parseVariables(searchParams, variant);
  const { statistics, error, isLoading, reload } = useStatistics(variables);
  return html`
    <${StatisticsFilter} searchParams=${searchParams} variants=${variants} variant=${variant} error=${error} />
    <${ErrorMessage} error=${error ?? omissionError(statistics)} onRetry=${reload} />
    <div aria-busy=${isLoading}>
      ${statistics
        ? html`<${StatisticsPanels} statistics=${statistics}
            title=${variantTitle(variants, statistics.variables.variant)} />`
        : !error && html`<${Loading} subject=${t('pages.subject.statistics')} />`}
    </div>
    <p class="quiet">${t('pages.countedGames')}</p>`;
}

/**
 * Return the variables in the address. Invalid values are kept, so that the server reports them.
 * @param {URLSearchParams} searchParams @param {string} variant
 */
function parseVariables(searchParams, variant) {
  const [seats, machine] = [searchParams.get('seats'), searchParams.get('machine')];
  return {
    variant,
    bucket: searchParams.get('bucket'),
    since: searchParams.get('since'),
    until: searchParams.get('until'),
    board: searchParams.get('board'),
    playerCount: seats === null ? null : /^\d+$/.test(seats) ? Number(seats) : seats,
    machine: machine === null ? null : { people: false, machines: true }[machine] ?? machine,
    rows: MAX_ROWS,
  };
}

/**
 * Fetch the statistics, and again when the variables or the viewer change.
 * @param {Variables} variables
 */
function useStatistics(variables) {
  const [state, setState] = useState(/** @type {StatisticsState} */ ({
    statistics: null, error: null, isLoading: true,
  }));
  const [attempt, reload] = useReducer((/** @type {number} */ count) => count + 1, 0);
  const isFirstLoad = useRef(true);
  const key = JSON.stringify(variables);
  const viewerId = useViewerId();
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    setState((former) => ({ ...former, isLoading: true }));
    fetchStatistics(variables, signal).then(
      (statistics) => {
        if (signal.aborted) return;
        setState({ statistics, error: null, isLoading: false });
        if (!isFirstLoad.current) announce(t('pages.statisticsUpdated'));
        isFirstLoad.current = false;
      },
      (error) => signal.aborted || setState({ statistics: null, error, isLoading: false }),
    );
    return () => controller.abort();
  }, [key, attempt, viewerId]);
  return { ...state, reload: () => reload(0) };
}

/**
 * Fetch each list with a request of its own; by the hour there is only the activity.
 * @param {Variables} variables @param {AbortSignal} signal @returns {Promise<Statistics>}
 */
async function fetchStatistics(variables, signal) {
  const lists = STATISTICS_LISTS.filter(({ name }) => variables.bucket !== 'HOUR' || name === 'activity');
  /** @type {Record<string, Row[]>} */
  const rowsByList = {};
  /** @type {import('../schema').AsOf | null} */
  let asOf = null;
  /** @type {string[]} */
  const omittedTitles = [];
  await Promise.all(
    lists.map(async ({ name, title }) => {
      try {
        const { statistics } = await request(`Statistics${name[0].toUpperCase()}${name.slice(1)}`, variables, { signal });
        rowsByList[name] = statistics[name];
        asOf = statistics.asOf ?? asOf;
      } catch (error) {
        // The other lists are shown without a list that is too long.
        if (!(error instanceof RequestError && error.code === 'TOO_MANY_ROWS')) throw error;
        omittedTitles.push(title);
      }
    }),
  );
  return { variables, rowsByList, asOf, omittedTitles };
}

/** @param {Statistics | null} statistics */
function omissionError(statistics) {
  if (!statistics?.omittedTitles.length) return null;
  const text = t('pages.omittedLists', { count: MAX_ROWS, lists: statistics.omittedTitles.join(', ') });
  return new RequestError(text, 'TOO_MANY_ROWS');
}

/** @param {{ statistics: Statistics, title: string }} props */
function StatisticsPanels({ statistics: { rowsByList, asOf, variables: { bucket } }, title }) {
  const nonEmptyLists = STATISTICS_LISTS.filter(({ name }) => rowsByList[name]?.length);
  const emptyLists = STATISTICS_LISTS.filter(({ name }) => rowsByList[name]?.length === 0);
  // Over time, lists without a chart come last.
  const hasChart = (/** @type {import('../charts/statistics/list-parts.js').StatisticsList} */ { timeline }) =>
    !bucket || timeline !== 'none';
  const lists = [...nonEmptyLists.filter(hasChart), ...nonEmptyLists.filter((list) => !hasChart(list))];
  const hasGames = lists.some(({ name }) => name !== 'activity');
  const isHourly = bucket === 'HOUR';
  const deviations = pointsDeviations(rowsByList.pointsAndPlayerCount ?? []);
  return html`
    <${AsOfNote} asOf=${asOf} />
    ${!hasGames && !isHourly && html`<p>${t('pages.noFinishedGames', { game: title })}</p>`}
    ${!lists.length && isHourly && html`<p>${t('pages.noActivity', { game: title })}</p>`}
    <div class="figure-grid">
      ${lists.map((list) => html`<${StatisticsPanel} key=${list.name} list=${list}
        rows=${rowsByList[list.name]} bucket=${bucket} deviations=${deviations} />`)}
    </div>
    ${isHourly && html`<p class="quiet">${t('pages.onlyActivity')}</p>`}
    ${hasGames && html`<details class="figure-explained">
      <summary>${t('pages.readingCharts')}</summary>
      <p>${t('pages.intervals')}</p>
      <p>${t('pages.intervalSource')}</p>
    </details>`}
    ${hasGames && emptyLists.length > 0 && html`<p class="quiet">
      ${t('pages.emptyLists', { lists: emptyLists.map((list) => list.title).join(', ') })}</p>`}`;
}
