// @ts-check
// The panel that reviews the play of a seat in a game that is over: on request only, because it takes the server a while.

import { t, tOptional } from 'catalogue/review.js';
import { RequestError } from '../net/errors.js';
import { announce } from '../ui/announcer.js';
import { html, useEffect, useRef, useState } from '../ui/html.js';
import { loadReview } from './load-review.js';
import { ReviewResult } from './review-result.js';
import { summaryText } from './review-text.js';

/** Codes of errors that asking again does not change. */
const FINAL_CODES = new Set(['NO_REVIEWS', 'GAME_IN_PROGRESS']);

/**
 * @typedef {import('../schema').GameReview} GameReview
 * @typedef {import('./review-result.js').FindPlace} FindPlace
 */

/**
 * @param {{
 *   game: import('../schema').Game, names: import('../text/player-names.js').Names, version: number, findPlace: FindPlace,
 *   goTo: (version: number) => void,
 * }} props
 */
export function ReviewPanel({ game, names, version, findPlace, goTo }) {
  const [seat, setSeat] = useState(game.you ?? 0);
  const { review, error, isRunning, start, cancel } = useReview(game.id, seat, names);
  const isFinal = error !== null && FINAL_CODES.has(error.code ?? '');
  return html`<section class="panel review" aria-label=${t('review.title')}>
    <h2>${t('review.title')}</h2>
    <p class="row">
      <label class="replay-seat">${t('review.player')}
        <select value=${String(seat)} onChange=${(/** @type {any} */ { target }) => setSeat(Number(target.value))}>
          ${game.seats.map(({ index }) => html`<option value=${String(index)}>${names.seat(index)}</option>`)}
        </select>
      </label>
      <button type="button" aria-disabled=${Boolean(review) || isFinal ? 'true' : undefined}
        onClick=${() => (isRunning ? cancel() : review || isFinal || start())}>${
          isRunning ? t('ui.cancel') : review ? t('review.done') : error && !isFinal ? t('ui.tryAgain') : t('review.start')
        }</button>
    </p>
    ${isRunning && html`<p class="waiting">${t('review.running')}</p>`}
    ${error && html`<p class="error" role="alert">${tOptional(`review.failed.${error.code}`) ?? error.message}</p>`}
    ${review && html`<${ReviewResult} key=${seat} review=${review} variant=${game.variant.name} seat=${seat} names=${names}
      version=${version} findPlace=${findPlace} goTo=${goTo} />`}
  </section>`;
}

/**
 * Return the review of a seat, null before it is there, and functions to request it and to stop waiting for it.
 * @param {string} game @param {number} seat @param {import('../text/player-names.js').Names} names
 */
function useReview(game, seat, names) {
  const [reviews, setReviews] = useState(/** @type {Readonly<Record<number, GameReview>>} */ ({}));
  const [error, setError] = useState(/** @type {RequestError | null} */ (null));
  const [isRunning, setRunning] = useState(false);
  const controller = useRef(/** @type {AbortController | null} */ (null));
  const cancel = () => (controller.current?.abort(), setRunning(false));
  useEffect(() => () => (cancel(), setError(null)), [seat]);

  async function start() {
    const { signal } = (controller.current = new AbortController());
    setError(null);
    setRunning(true);
    announce(t('review.running'));
    try {
      const review = await loadReview(game, seat, signal);
      if (signal.aborted) return;
      setReviews((known) => ({ ...known, [seat]: review }));
      announce(t('review.announced', { name: names.seat(seat), summary: summaryText(review) }));
    } catch (failure) {
      // What cancels has already updated the state.
      if (signal.aborted) return;
      if (!(failure instanceof RequestError)) throw failure;
      setError(failure);
    }
    setRunning(false);
  }

  return { review: reviews[seat] ?? null, error, isRunning, start, cancel };
}
