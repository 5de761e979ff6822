// @ts-check
// What was played in the public games of a variant: charts with the numbers behind them, by what is chosen.

import { announce } from '../ui/announcer.js';
import { ask, Fault } from '../net/client.js';
import { CopyButton } from '../ui/copy-button.js';
import { BOARDS, Choice, Day, VariantChoice, Wrong } from '../charts/filters.js';
import { Question } from '../charts/statistics-panel.js';
import { QUESTIONS } from '../charts/statistics-lists.js';
import { whole } from '../text/numbers.js';
import '../charts/stylesheets.js';
import { html, useEffect, useReducer, useRef, useState } from '../ui/html.js';
import { titleOf, useVariants } from '../games/variants.js';
import { Loading } from '../ui/load-state.js';
import { useTitle } from '../ui/page-title.js';
import { useViewer } from '../net/session.js';

/** As many rows as a list of the server may have. */
const ROWS = 5_000;

/** Codes of faults that the days may have led to. */
const WRONG_DAYS = ['INVALID_RANGE', 'TOO_MANY_BUCKETS', 'BAD_USER_INPUT'];

/** @type {[string, string][]} */
const BUCKETS = [
  ['', 'All in one'],
  ['HOUR', 'By the hour'],
  ['DAY', 'By day'],
  ['WEEK', 'By week'],
  ['MONTH', 'By month'],
  ['SEASON', 'By season'],
  ['YEAR', 'By year'],
];
/** @type {[string, string][]} */
const WHOSE = [['', 'Everybody'], ['people', 'People'], ['machines', 'Machines']];

/**
 * @typedef {import('../charts/statistics-lists.js').Row} Row
 * @typedef {{ lists: Record<string, Row[]>, long: string[], asked: ReturnType<typeof askedBy> }} Found
 * @typedef {{ found: Found | null, fault: Error | null, busy: boolean, again: () => void }} Answer
 */

/** @param {{ query: URLSearchParams }} props */
export default function StatisticsPage({ query }) {
  useTitle('Statistics');
  const variants = useVariants();
  const variant = query.get('variant') ?? variants?.[0]?.name;
  if (!variants || !variant) return html`<h1>Statistics</h1><${Loading} what="the statistics" />`;
  return html`<h1>Statistics</h1><${Of} query=${query} variants=${variants} variant=${variant} />`;
}

/** @param {{ query: URLSearchParams, variants: import('../schema').Variant[], variant: string }} props */
function Of({ query, variants, variant }) {
  const asked = askedBy(query, variant);
  const { found, fault, busy, again } = useStatistics(asked);
  return html`
    <${Filter} query=${query} variants=${variants} variant=${variant} fault=${fault} />
    <${Wrong} fault=${fault ?? tooLong(found)} again=${again} />
    <div aria-busy=${busy}>
      ${found
        ? html`<${Answers} found=${found} title=${titleOf(variants, found.asked.variant)} />`
        : !fault && html`<${Loading} what="the statistics" />`}
    </div>`;
}

/**
 * Return what the address asks for; what makes no sense there is for the server to refuse.
 * @param {URLSearchParams} query @param {string} variant
 */
function askedBy(query, variant) {
  const [seats, machine] = [query.get('seats'), query.get('machine')];
  return {
    variant,
    bucket: query.get('bucket'),
    since: query.get('since'),
    until: query.get('until'),
    board: query.get('board'),
    seats: seats === null ? null : /^\d+$/.test(seats) ? Number(seats) : seats,
    machine: machine === null ? null : { people: false, machines: true }[machine] ?? machine,
    rows: ROWS,
  };
}

/**
 * Ask all questions that the stretches of time allow.
 * @param {ReturnType<typeof askedBy>} asked @returns {Answer}
 */
function useStatistics(asked) {
  const [state, set] = useState(/** @type {Omit<Answer, 'again'>} */ ({ found: null, fault: null, busy: true }));
  const [turn, again] = useReducer((/** @type {number} */ count) => count + 1, 0);
  const first = useRef(true);
  const key = JSON.stringify(asked);
  const asker = useViewer()?.token;
  useEffect(() => {
    const stop = new AbortController();
    set(({ found, fault }) => ({ found, fault, busy: true }));
    answers(asked, stop.signal).then(
      (found) => {
        if (stop.signal.aborted) return;
        set({ found, fault: null, busy: false });
        if (!first.current) announce('The statistics show what you chose.');
        first.current = false;
      },
      (fault) => stop.signal.aborted || set({ found: null, fault, busy: false }),
    );
    return () => stop.abort();
  }, [key, turn, asker]);
  return { ...state, again: () => again(0) };
}

/** @param {ReturnType<typeof askedBy>} asked @param {AbortSignal} signal @returns {Promise<Found>} */
async function answers(asked, signal) {
  const questions = QUESTIONS.filter(({ list }) => asked.bucket !== 'HOUR' || list === 'activity');
  /** @type {Record<string, Row[]>} */
  const lists = {};
  /** @type {string[]} */
  const long = [];
  await Promise.all(
    questions.map(async ({ list, title }) => {
      try {
        const { statistics } = await ask(`Statistics${list[0].toUpperCase()}${list.slice(1)}`, asked, { signal });
        lists[list] = statistics[list];
      } catch (error) {
        // One list that is too long does not take away the others.
        if (!(error instanceof Fault && error.code === 'TOO_MANY_ROWS')) throw error;
        long.push(title);
      }
    }),
  );
  return { lists, long, asked };
}

/** @param {Found | null} found */
function tooLong(found) {
  if (!found?.long.length) return null;
  const lists = `Left out for having more than ${whole(ROWS)} rows: ${found.long.join(', ')}.`;
  return new Fault(`${lists} Choose a shorter time, or longer stretches of it.`, 'TOO_MANY_ROWS');
}

/**
 * @param {{
 *   query: URLSearchParams, variants: import('../schema').Variant[], variant: string, fault: Error | null,
 * }} props
 */
function Filter({ query, variants, variant, fault }) {
  const played = variants.find(({ name }) => name === variant);
  /** @type {[string, string][]} */
  const sizes = [['', 'Any number']];
  for (let size = played?.leastSeats ?? 1; size <= (played?.mostSeats ?? 0); size++) {
    sizes.push([String(size), `${size} players`]);
  }
  const wrong = fault instanceof Fault && WRONG_DAYS.includes(fault.code ?? '');
  /** @param {string} name */
  const given = (name) => query.get(name) ?? '';
  return html`<div class="figure-filter" role="group" aria-label="What is shown">
      <${VariantChoice} variants=${variants} value=${variant} resets=${['seats']} />
      <${Choice} label="Time" name="bucket" value=${given('bucket')} options=${BUCKETS} />
      <${Day} label="From" name="since" value=${given('since')} wrong=${wrong} />
      <${Day} label="Before" name="until" value=${given('until')} wrong=${wrong} />
      <${Choice} label="Who played" name="board" value=${given('board')} options=${[['', 'All games'], ...BOARDS]} />
      <${Choice} label="At the table" name="seats" value=${given('seats')} options=${sizes} />
      <${Choice} label="Whose doings" name="machine" value=${given('machine')} options=${WHOSE} />
      <div class="row"><${CopyButton} text=${location.href}>Copy link<//></div>
    </div>
    <p class="quiet">Public games alone are counted, on the day of their end. Days begin in UTC.</p>`;
}

/** @param {{ found: Found, title: string }} props */
function Answers({ found: { lists, asked }, title }) {
  const found = QUESTIONS.filter(({ list }) => lists[list]?.length);
  // What has no chart comes last.
  const there = asked.bucket
    ? [...found.filter(({ course }) => course !== 'none'), ...found.filter(({ course }) => course === 'none')]
    : found;
  const missing = QUESTIONS.filter(({ list }) => lists[list] && !lists[list].length);
  const played = there.some(({ list }) => list !== 'activity');
  return html`
    ${!played && asked.bucket !== 'HOUR' && html`<p>No game of ${title} that fits was played to its end.</p>`}
    ${!there.length && asked.bucket === 'HOUR' && html`<p>Nothing happened in games of ${title}.</p>`}
    <div class="figure-grid">
      ${there.map((question) => html`<${Question} key=${question.list} question=${question}
        rows=${lists[question.list]} bucket=${asked.bucket} />`)}
    </div>
    ${asked.bucket === 'HOUR' && html`<p class="quiet">By the hour only activity is counted.</p>`}
    ${played && missing.length > 0 &&
    html`<p class="quiet">Without numbers here: ${missing.map(({ title: of }) => of.toLowerCase()).join(', ')}.</p>`}`;
}
