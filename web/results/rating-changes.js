// @ts-check
// The changes of the ratings of players by a game.

import { t } from 'catalogue/results.js';
import { formatTenths } from '../text/numbers.js';
import { html } from '../ui/html.js';
import { useQuery } from '../ui/use-query.js';

/**
 * @typedef {import('../schema').RatingChange} RatingChange
 * @typedef {ReadonlyMap<string, RatingChange>} RatingChanges by the player's id
 */

/** Return the changes once the game is counted; none of them in private games. @param {import('../schema').Game} game */
export function useRatingChanges({ id, access, result }) {
  const { data } = useQuery('RatingChanges', result && access === 'PUBLIC' ? { game: id } : null);
  /** @type {RatingChange[]} */
  const changes = data?.game?.ratingChanges ?? [];
  return new Map(changes.map((change) => [change.player.id, change]));
}

/** Return a change with its sign: `+1.2`. @param {RatingChange} change */
function changeText({ before, after }) {
  const tenths = Math.round(10 * (after.mean - before.mean));
  const sign = tenths < 0 ? '−' : tenths > 0 ? '+' : '±';
  return sign + formatTenths(Math.abs(tenths) / 10);
}

/** The change of a player's rating. @param {{ change: RatingChange | undefined }} props */
export const RatingChangeMark = ({ change }) => change && html`<span class="podium-rating"><span
  aria-hidden="true">${changeText(change)}</span><span class="unseen">${
  t('results.ratingChange', { change: changeText(change) })}</span></span>`;

/** Return a change's board. Games of machines alone rate nobody. @param {RatingChange} change */
const ratedBoard = ({ board }) => /** @type {Exclude<import('../schema').Board, 'MACHINES'>} */ (board);

/** Your new rating, and its change. @param {{ change: RatingChange | undefined }} props */
export const OwnRating = ({ change }) => change && html`<strong class="own-rating">${
  t(`results.ownRating.${ratedBoard(change)}`, { rating: formatTenths(change.after.mean), change: changeText(change) })}</strong>`;
