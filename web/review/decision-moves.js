// @ts-check
// The moves of a decision with their values; the chosen and the best one are marked.

import { t } from 'catalogue/review.js';
import { moveText } from '../text/game-text.js';
import { html, useState } from '../ui/html.js';
import { estimateText } from './review-text.js';

/** Number of moves that are shown at first, besides the chosen and the best one. */
const SHORT = 8;

/** @typedef {import('../schema').ReviewedMove} ReviewedMove */

/** Return whether two moves of one decision are the same. @param {ReviewedMove} one @param {ReviewedMove} other */
const isSame = (one, other) => JSON.stringify(one.move) === JSON.stringify(other.move);

/** @param {{ decision: import('../schema').DecisionReview }} props */
export function DecisionMoves({ decision: { moves, chosen, best } }) {
  const [isWhole, setWhole] = useState(false);
  const sorted = [...moves].sort((one, other) => other.value - one.value);
  const isMarked = (/** @type {ReviewedMove} */ each) => isSame(each, chosen) || isSame(each, best);
  const shown = isWhole ? sorted : sorted.filter((each, index) => index < SHORT || isMarked(each));
  return html`<div class="review-moves">
    <table>
      <caption>${t('review.movesHere')}</caption>
      <thead><tr>
        <th scope="col">${t('review.move')}</th><th scope="col" class="number">${t('review.value')}</th>
      </tr></thead>
      <tbody>${shown.map((each) => html`<tr key=${JSON.stringify(each.move)} class=${isMarked(each) ? 'review-marked' : ''}>
        <th scope="row">${moveText(each.move)}${isMarked(each) && html` <${Marks} isChosen=${isSame(each, chosen)}
          isBest=${isSame(each, best)} />`}</th>
        <td class="number">${estimateText(each)}</td>
      </tr>`)}</tbody>
    </table>
    ${(isWhole || shown.length < sorted.length) && html`<p class="row"><button type="button" aria-expanded=${isWhole}
      onClick=${() => setWhole(!isWhole)}>${isWhole
        ? t('review.fewer')
        : t('review.allMoves', { count: sorted.length })}</button></p>`}
    ${best.value < sorted[0].value && html`<p class="hint">${t('review.otherDeals')}</p>`}
  </div>`;
}

/** @param {{ isChosen: boolean, isBest: boolean }} props */
const Marks = ({ isChosen, isBest }) => html`
  ${isChosen && html`<span class="review-mark ${isBest ? '' : 'review-chosen'}">${t('review.chosen')}</span> `}
  ${isBest && html`<span class="review-mark review-best">${t('review.best')}</span>`}`;
