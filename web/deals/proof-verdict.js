// @ts-check
// The verdict on the proof of a finished game: whether the server's signed log has the game.

import { t } from 'catalogue/deals.js';
import { RequestError } from '../net/errors.js';
import { formatDateTime, formatRelativeTime } from '../text/dates.js';
import { html, useEffect, useRef, useState } from '../ui/html.js';
import { afterStart } from '../ui/lazy-component.js';
import { LogAlarmError } from '../transparency/log-alarms.js';

/**
 * @typedef {import('../transparency/game-verdict.js').GameVerdict} GameVerdict
 * @typedef {GameVerdict | { status: 'LOADING' | 'FAILED' | 'CONTRADICTED' }} ShownVerdict
 * @typedef {Omit<import('../transparency/game-file.js').GameFile, 'text'>} Loaded
 */

/** Milliseconds between two requests for a proof. The server signs its log every minute. */
const PAUSE = 20_000;
/** The number of requests for a proof while the page is open. */
const MAX_REQUESTS = 30;

/**
 * Return the verdict on a game, and a function that judges it by its records.
 * @param {string} id @param {boolean} isOver
 */
export function useGameVerdict(id, isOver) {
  const [verdict, setVerdict] = useState(/** @type {ShownVerdict} */ ({ status: 'LOADING' }));
  const [requests, setRequests] = useState(0);
  const isChecked = useRef(false);
  /** @param {Partial<Loaded> | null} [loaded] */
  async function judge(loaded = null) {
    isChecked.current ||= loaded !== null;
    const found = await verdictOn(id, loaded);
    // Once you have checked the game, a proof that comes later is compared with its records, too.
    const isIncomplete = !loaded && isChecked.current && (found.status === 'KEPT' || found.status === 'SHOWN');
    setVerdict(isIncomplete ? await verdictOn(id, {}) : found);
  }
  useEffect(() => {
    if (!isOver) return undefined;
    let isCurrent = true;
    void afterStart().then(() => (isCurrent ? judge() : undefined));
    return () => void (isCurrent = false);
  }, [id, isOver]);
  useEffect(() => {
    if (verdict.status !== 'UNPROVEN' || !isOver || requests === MAX_REQUESTS) return undefined;
    const timer = setTimeout(() => (setRequests(requests + 1), judge()), PAUSE);
    return () => clearTimeout(timer);
  }, [verdict, isOver]);
  return { verdict, judge };
}

/** @param {string} id @param {Partial<Loaded> | null} loaded @returns {Promise<ShownVerdict>} */
async function verdictOn(id, loaded) {
  /** @type {typeof import('../transparency/log-watch.js')} */
  let watch;
  try {
    watch = await import('../transparency/log-watch.js');
  } catch {
    // The server has another version of the pages.
    return { status: 'FAILED' };
  }
  try {
    return await watch.checkGame(id, loaded);
  } catch (error) {
    if (error instanceof LogAlarmError) return { status: 'CONTRADICTED' };
    if (error instanceof RequestError) return { status: 'FAILED' };
    throw error;
  }
}

/** @param {{ verdict: ShownVerdict, isWrong: boolean, onRetry: () => void }} props `isWrong` is what the check has found */
export function ProofVerdict({ verdict, isWrong, onRetry }) {
  return html`<div class="deals-log">
    <h3>${t('deals.log')}</h3>
    <${VerdictText} verdict=${verdict} isWrong=${isWrong} />
    ${verdict.status === 'FAILED' && html`<p><button type="button" onClick=${onRetry}>${t('deals.logTryAgain')}</button></p>`}
    ${'changedSince' in verdict && verdict.changedSince
      && html`<p class="warn">${t('deals.logChangedSince', { origin: verdict.changedSince })}</p>`}
    <details class="deals-all">
      <summary>${t('deals.logExplained')}</summary>
      <p>${t('deals.logProves')}</p>
      <p>${t('deals.logDoesNotProve')}</p>
    </details>
  </div>`;
}

/** @param {{ verdict: ShownVerdict, isWrong: boolean }} props */
function VerdictText({ verdict, isWrong }) {
  const { status } = verdict;
  const exception = status === 'PROVEN' && (isWrong ? 'WRONG' : verdict.changedSince ? 'NOW' : null);
  const text = exception ? t(`deals.logVerdict.PROVEN_${exception}`) : t(`deals.logVerdict.${status}`);
  if (status === 'CONTRADICTED') return html`<p class="deals-wrong"><strong>✗ ${text}</strong></p>`;
  if (!('signedAt' in verdict) || status === 'UNPROVEN') return html`<p class="quiet">${text}</p>`;
  const { signedAt, size } = verdict;
  const isRight = status === 'PROVEN' && !exception;
  const checkpoint = signedAt
    && t('deals.logCheckpoint', { count: size, time: formatDateTime(signedAt), age: formatRelativeTime(signedAt) });
  return html`<p class=${isRight ? 'deals-right' : ''}>${isRight && '✓ '}${text}</p>
    <p class="quiet">${checkpoint}</p>`;
}
