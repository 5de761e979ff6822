// @ts-check
// Reviews as text: what a seat did and should have done, and points.

import { t, tOptional } from 'catalogue/review.js';
import { moveText, moveValues } from '../text/game-text.js';
import { formatInteger, formatSigned, formatSignedTenths, formatTenths } from '../text/numbers.js';

/**
 * @typedef {import('../schema').DecisionReview} DecisionReview
 * @typedef {import('../schema').GameReview} GameReview
 * @typedef {import('../schema').Move} Move
 * @typedef {import('../text/player-names.js').Names} Names
 * @typedef {object} Place where a decision is in its game
 * @property {number | null} round from 0; null before the first deal
 * @property {number | null} trick from 0; null outside of tricks
 * @property {boolean} isLead whether the move begins a trick
 */

/** The smallest loss in points that is a mistake; smaller ones, as in a game that is lost or won anyway, are only added up. */
const SMALLEST_MISTAKE = 0.5;

/** Return the number of points of a value from 0 to 1. @param {number} value */
export const toPoints = (value) => 100 * value;

/** Return a difference of values in points, with its sign; with a decimal if it is less than a point. @param {number} value */
export function pointsText(value) {
  const points = toPoints(value);
  // From here on tenths would be rounded to 1.0.
  const isSmall = Math.abs(points) < 0.95;
  const count = isSmall ? Math.abs(points) : Math.round(Math.abs(points));
  return t('review.points', { count, points: isSmall ? formatSignedTenths(points) : formatSigned(points) });
}

/** Return a value with its standard error, in points. @param {{ value: number, error: number }} estimate */
export const estimateText = ({ value, error }) =>
  t('review.estimate', { value: formatTenths(toPoints(value)), error: formatTenths(toPoints(error)) });

/** Return luck with its standard error, in points. @param {{ luck: number, error: number }} round */
export const luckText = ({ luck, error }) =>
  t('review.estimate', { value: formatSignedTenths(toPoints(luck)), error: formatTenths(toPoints(error)) });

/** Return what points are in a variant, as a sentence. @param {string} variant such as `oh-hell` */
export const scaleText = (variant) => tOptional(`review.scale.${variant}`) ?? t('review.scale');

/** Return which decisions are mistakes, as a sentence. */
export const mistakeText = () => t('review.mistake', { points: formatTenths(SMALLEST_MISTAKE) });

/** Return the decisions that were mistakes, the largest loss first. @param {GameReview} review */
export const mistakesOf = ({ decisions }) => decisions
  .filter(({ loss }) => toPoints(loss) >= SMALLEST_MISTAKE)
  .sort((one, other) => other.loss - one.loss);

/** Return a past move as a clause. @param {Move} move @param {number} seat @param {Names} names @param {boolean} isLead */
function madeText(move, seat, names, isLead) {
  const { __typename: kind = '' } = move;
  const values = { ...moveValues(move), isYou: seat === names.you, name: names.seat(seat) };
  return (isLead ? tOptional(`review.led.${kind}`, values) : null)
    ?? tOptional(`review.made.${kind}`, values)
    ?? t('review.madeMove', { ...values, move: moveText(move) });
}

/** Return a move that would have been better, as the object of a sentence. @param {Move} move */
const betterText = (move) => tOptional(`review.better.${move.__typename}`, moveValues(move)) ?? moveText(move);

/**
 * Return a mistake as a sentence.
 * @param {DecisionReview} decision @param {number} seat @param {Names} names @param {Place} place
 */
export const lossText = ({ chosen, best, loss }, seat, names, { isLead }) => t('review.lost', {
  move: madeText(chosen.move, seat, names, isLead), points: pointsText(-loss), better: betterText(best.move),
});

/** Return where a decision is in its game. @param {Place} place */
export function placeText({ round, trick }) {
  if (round === null) return '';
  const number = round + 1;
  return trick === null ? t('review.inRound', { round: number }) : t('review.inTrick', { round: number, trick: trick + 1 });
}

/** Return the number of mistakes and the sum of their losses. @param {GameReview} review */
export function summaryText(review) {
  if (!review.count) return t('review.nothing');
  const mistakes = mistakesOf(review);
  const lost = mistakes.reduce((sum, { loss }) => sum + loss, 0);
  return t('review.summary', { count: mistakes.length, total: review.count, points: pointsText(-lost) });
}

/**
 * Return the parts of a result in whole points, which add up to it as they are rounded; without a result only luck and loss.
 * @param {GameReview} review @returns {{ name: string, points: string, isTotal: boolean }[]}
 */
export function partsOf({ result, par, luck, loss, rest }) {
  const [average, dealt, lost] = [par, luck, -loss].map((value) => Math.round(toPoints(value)));
  const row = (/** @type {string} */ name, /** @type {string} */ points) => ({ name, points, isTotal: false });
  const own = [row(t('review.luck'), formatSigned(dealt)), row(t('review.loss'), formatSigned(lost))];
  if (typeof result !== 'number' || typeof rest !== 'number') return own;
  const total = Math.round(toPoints(result));
  return [
    row(t('review.par'), formatInteger(average)),
    ...own,
    row(t('review.rest'), formatSigned(total - average - dealt - lost)),
    { name: t('review.result'), points: formatInteger(total), isTotal: true },
  ];
}
