// @ts-check
// The verdict on each shuffle of a game, with everything needed to repeat the check by hand.

import { Card } from '../table/card.js';
import { capitalize, pluralize } from '../text/phrases.js';
import { html } from '../ui/html.js';

/**
 * @typedef {import('../schema').GameEvent} GameEvent
 * @typedef {import('verify').Report['shuffles'][number]} CheckedShuffle
 * @typedef {(reason: string) => string} ReasonText
 */

/** The texts of verdicts. @type {Record<import('verify').Verdict, string>} */
const VERDICT_TEXTS = { right: '✓ Right', committed: '✓ As committed', sealed: 'Still sealed', wrong: '✗ WRONG' };

/**
 * @param {{
 *   shuffles: readonly CheckedShuffle[], events: readonly GameEvent[], goTo?: (version: number) => void,
 *   reasonText: ReasonText,
 * }} props
 */
export function ShuffleTable({ shuffles, events, goTo, reasonText }) {
  if (!shuffles.length) return html`<p class="quiet">Nothing has been shuffled.</p>`;
  const openings = shuffles.map(({ number }) => openingOf(events, number));
  return html`
    <p class="deals-summary">${summaryText(shuffles)}</p>
    <details class="deals-all" open=${shuffles.some(({ verdict }) => verdict === 'wrong')}>
      <summary>Each shuffle</summary>
      <div class="scrolls" tabindex="0" role="group" aria-label="Shuffles"><table>
        <caption class="unseen">Shuffles of this game</caption>
        <thead><tr>${['Shuffle', 'Revealed', 'Check'].map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
        <tbody>${shuffles.map(({ number, verdict, reason }, place) => html`<tr key=${number}>
          <th scope="row">${number + 1}</th>
          <td>${openings[place] ? html`<${EventLink} version=${openings[place].version} goTo=${goTo} />` : 'Not yet'}</td>
          <td class="deals-${verdict}" data-verdict=${verdict}>${VERDICT_TEXTS[verdict]}${
            verdict === 'wrong' && `: ${reasonText(reason)}`}</td>
        </tr>`)}</tbody>
      </table></div>
      ${shuffles.map((shuffle, place) => html`<${ShuffleDetails} key=${shuffle.number} shuffle=${shuffle}
        opening=${openings[place]} reasonText=${reasonText} />`)}
    </details>`;
}

/** Return the reveal of a shuffle. @param {readonly GameEvent[]} events @param {number} number */
function openingOf(events, number) {
  const opening = events.find((event) => event.__typename === 'DeckRevealed' && event.shuffle === number);
  return opening?.__typename === 'DeckRevealed' ? opening : null;
}

/** Return the number of shuffles with each verdict as text. @param {readonly CheckedShuffle[]} shuffles */
function summaryText(shuffles) {
  const total = pluralize(shuffles.length, 'shuffle');
  if (shuffles.every(({ verdict }) => verdict === 'sealed')) return `${total}, still sealed.`;
  const counts = Object.entries(VERDICT_TEXTS).flatMap(([verdict, text]) => {
    const count = shuffles.filter((shuffle) => shuffle.verdict === verdict).length;
    return count ? `${count} ${verdict === 'wrong' ? 'wrong' : text.replace('✓ ', '').toLowerCase()}` : [];
  });
  return `${total}: ${counts.join(', ')}.`;
}

/** An event, as a button where it can be shown. @param {{ version: number, goTo?: (version: number) => void }} props */
export const EventLink = ({ version, goTo }) => (goTo
  ? html`<button type="button" class="plain" onClick=${() => goTo(version)}>Event ${version}</button>`
  : html`Event ${version}`);

/**
 * @param {{
 *   shuffle: CheckedShuffle, opening: ReturnType<typeof openingOf>, reasonText: ReasonText,
 * }} props
 */
function ShuffleDetails({ shuffle: { number, commitment, reason }, opening, reasonText }) {
  return html`<details class="deals-details">
    <summary>Shuffle ${number + 1}</summary>
    <p>${capitalize(reasonText(reason))}.</p>
    <p>Commitment: <code>${commitment}</code></p>
    ${opening && html`
      ${opening.link && html`<p>The server’s link: <code>${opening.link}</code></p>`}
      <p>The commitment has to be the SHA-256 of this text:</p>
      <p class="deals-text"><code>${[...opening.order, opening.salt].join(' ')}</code></p>
      <ul class="deals-order" aria-label="The order, the top card first">
        ${opening.order.map((card, place) => html`<li key=${place}><${Card} card=${card} /></li>`)}
      </ul>`}
  </details>`;
}
