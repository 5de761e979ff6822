// @ts-check
// Requests the review of a seat, page by page.

import { request } from '../net/client.js';

/** Maximum number of decisions in one request. */
const PAGE_SIZE = 50;

/** @typedef {import('../schema').GameReview} GameReview */

/**
 * Return the review of a seat with all its decisions. The first request for a game takes the server some seconds.
 * Throws RequestError, and the signal's reason.
 * @param {string} game @param {number} seat @param {AbortSignal} signal @returns {Promise<GameReview>}
 */
export async function loadReview(game, seat, signal) {
  /** @param {number} after @param {boolean} isWhole */
  const loadPage = async (after, isWhole) => {
    const variables = { game, seat, after, first: PAGE_SIZE, whole: isWhole };
    return (await request('Review', variables, { signal })).game.review;
  };
  const review = await loadPage(0, true);
  for (let page = review; page.decisions.length && review.decisions.length < review.count; ) {
    page = await loadPage(page.decisions.at(-1).version, false);
    review.decisions = [...review.decisions, ...page.decisions];
  }
  return review;
}
