// @ts-check
// A review on screen: the sum, the mistakes, the moves at the shown moment, and the luck of the rounds.

import { t } from 'catalogue/review.js';
import { html, useState } from '../ui/html.js';
import { DecisionMoves } from './decision-moves.js';
import { lossText, luckText, mistakesOf, mistakeText, partsOf, placeText, scaleText, summaryText } from './review-text.js';

/** Number of mistakes that are listed at first. */
const SHORT = 6;

/**
 * @typedef {import('../schema').DecisionReview} DecisionReview
 * @typedef {import('../schema').GameReview} GameReview
 * @typedef {import('../text/player-names.js').Names} Names
 * @typedef {(version: number) => import('./review-text.js').Place} FindPlace returns where the decision at a version is
 */

/**
 * @param {{
 *   review: GameReview, variant: string, seat: number, names: Names, version: number, findPlace: FindPlace,
 *   goTo: (version: number) => void,
 * }} props
 */
export function ReviewResult({ review, variant, seat, names, version, findPlace, goTo }) {
  const mistakes = mistakesOf(review);
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? mistakes : mistakes.slice(0, SHORT);
  const here = review.decisions.find((each) => each.version === version);
  return html`<div class="review-result">
    <p class="review-summary">${summaryText(review)}</p>
    <p class="hint">${scaleText(variant)} ${mistakeText()}</p>
    ${shown.length > 0 && html`<ol class="review-mistakes" aria-label=${t('review.mistakes')}>${shown.map((each) => html`
      <li key=${each.version}>
        <button type="button" class="plain" aria-current=${each === here ? 'true' : undefined}
          onClick=${() => goTo(each.version)}>${lossText(each, seat, names, findPlace(each.version))}</button>
        <span class="review-place">${placeText(findPlace(each.version))}${each === mistakes[0] && mistakes.length > 1
          && html` <span class="review-mark">${t('review.largest')}</span>`}</span>
        ${each === here && html`<${DecisionMoves} decision=${each} />`}
      </li>`)}</ol>`}
    ${mistakes.length > SHORT && html`<p class="row"><button type="button" aria-expanded=${isWhole}
      onClick=${() => setWhole(!isWhole)}>${isWhole
        ? t('review.fewer')
        : t('review.allMistakes', { count: mistakes.length })}</button></p>`}
    ${here && !shown.includes(here) && html`<${DecisionMoves} key=${here.version} decision=${here} />`}
    <${ResultParts} review=${review} />
    ${review.rounds.length > 0 && html`<${RoundLuck} review=${review} goTo=${goTo} />`}
  </div>`;
}

/** @param {{ review: GameReview }} props */
const ResultParts = ({ review }) => html`
  <table class="review-parts">
    <caption>${t(typeof review.result === 'number' ? 'review.parts' : 'review.partsWithoutResult')}</caption>
    <tbody>${partsOf(review).map(({ name, points, isTotal }) => html`<tr key=${name} class=${isTotal ? 'review-total' : ''}>
      <th scope="row">${name}</th><td class="number">${points}</td></tr>`)}</tbody>
  </table>
  ${typeof review.result !== 'number' && html`<p class="hint">${t('review.noResult')}</p>`}`;

/** @param {{ review: GameReview, goTo: (version: number) => void }} props */
const RoundLuck = ({ review, goTo }) => html`<details>
  <summary>${t('review.luckByRound')}</summary>
  <table class="review-rounds">
    <caption class="unseen">${t('review.luckByRound')}</caption>
    <thead><tr><th scope="col">${t('review.deal')}</th><th scope="col" class="number">${t('review.luckOfDeal')}</th></tr></thead>
    <tbody>${review.rounds.map((each) => html`<tr key=${each.version}>
      <th scope="row"><button type="button" class="plain" onClick=${() => goTo(each.version)}>
        ${t('review.inRound', { round: each.round + 1 })}</button></th>
      <td class="number">${luckText(each)}</td>
    </tr>`)}</tbody>
  </table>
</details>`;
