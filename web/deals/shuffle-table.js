// @ts-check
// The verdict on each shuffle of a game, with everything needed to repeat the check by hand.

import { t, tParts } from 'catalogue/deals.js';
import { Card } from '../table/card.js';
import { capitalize } from '../text/phrases.js';
import { html } from '../ui/html.js';

/**
 * @typedef {import('../schema').GameEvent} GameEvent
 * @typedef {import('verify').Report['shuffles'][number]} CheckedShuffle
 * @typedef {(reason: string) => string} ReasonText
 */

/** @type {import('verify').Verdict[]} */
const VERDICTS = ['right', 'committed', 'sealed', 'wrong'];

/**
 * @param {{
 *   shuffles: readonly CheckedShuffle[], events: readonly GameEvent[], goTo?: (version: number) => void,
 *   reasonText: ReasonText,
 * }} props
 */
export function ShuffleTable({ shuffles, events, goTo, reasonText }) {
  if (!shuffles.length) return html`<p class="quiet">${t('deals.nothingShuffled')}</p>`;
  const openings = shuffles.map(({ number }) => openingOf(events, number));
  return html`
    <p class="deals-summary">${summaryText(shuffles)}</p>
    <details class="deals-all" open=${shuffles.some(({ verdict }) => verdict === 'wrong')}>
      <summary>${t('deals.eachShuffle')}</summary>
      <div class="scrolls" tabindex="0" role="group" aria-label=${t('deals.shuffles')}><table>
        <caption class="unseen">${t('deals.shufflesOfGame')}</caption>
        <thead><tr>${[t('deals.shuffle'), t('deals.revealed'), t('deals.check')]
          .map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
        <tbody>${shuffles.map(({ number, verdict, reason }, place) => html`<tr key=${number}>
          <th scope="row">${number + 1}</th>
          <td>${openings[place] ? html`<${EventLink} version=${openings[place].version} goTo=${goTo} />` : t('deals.notYet')}</td>
          <td class="deals-${verdict}" data-verdict=${verdict}>${verdict === 'wrong'
            ? t('deals.wrongBecause', { reason: reasonText(reason) })
            : t(`deals.verdict.${verdict}`)}</td>
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
  if (shuffles.every(({ verdict }) => verdict === 'sealed')) return t('deals.allSealed', { count: shuffles.length });
  const verdicts = VERDICTS.flatMap((verdict) => {
    const count = shuffles.filter((shuffle) => shuffle.verdict === verdict).length;
    return count ? t(`deals.count.${verdict}`, { count }) : [];
  });
  return t('deals.shuffleCounts', { verdicts: verdicts.join(', '), count: shuffles.length });
}

/** An event, as a button where it can be shown. @param {{ version: number, goTo?: (version: number) => void }} props */
export function EventLink({ version, goTo }) {
  const text = t('deals.event', { event: String(version) });
  return goTo ? html`<button type="button" class="plain" onClick=${() => goTo(version)}>${text}</button>` : html`${text}`;
}

/**
 * @param {{
 *   shuffle: CheckedShuffle, opening: ReturnType<typeof openingOf>, reasonText: ReasonText,
 * }} props
 */
function ShuffleDetails({ shuffle: { number, commitment, reason }, opening, reasonText }) {
  return html`<details class="deals-details">
    <summary>${t('deals.shuffleNumber', { number: number + 1 })}</summary>
    <p>${capitalize(reasonText(reason))}.</p>
    <p>${tParts('deals.commitment', { commitment: html`<code>${commitment}</code>` })}</p>
    ${opening && html`
      ${opening.link && html`<p>${tParts('deals.serverLink', { link: html`<code>${opening.link}</code>` })}</p>`}
      <p>${t('deals.commitmentOf')}</p>
      <p class="deals-text"><code>${[...opening.order, opening.salt].join(' ')}</code></p>
      <ul class="deals-order" aria-label=${t('deals.orderOfCards')}>
        ${opening.order.map((card, place) => html`<li key=${place}><${Card} card=${card} /></li>`)}
      </ul>`}
  </details>`;
}
