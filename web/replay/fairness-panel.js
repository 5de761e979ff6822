// @ts-check
// For each shuffle whether it was what the server had committed itself to, and what it takes to check oneself.

import { html, useEffect, useState } from '../ui/html.js';
import { Card } from '../table/card.js';
import { numbered } from '../text/phrases.js';
import { checkShuffles } from './shuffle-check.js';

/**
 * @typedef {import('./shuffle-check.js').Check} Check
 * @typedef {import('../schema').GameEvent} GameEvent
 */

/** @param {{ events: readonly GameEvent[], go: (at: number) => void }} props */
export function Fairness({ events, go }) {
  const [checks, set] = useState(/** @type {Check[] | null} */ (null));
  useEffect(() => {
    let wanted = true;
    void checkShuffles(events).then((found) => wanted && set(found));
    return () => void (wanted = false);
  }, [events]);
  return html`<section class="deals" aria-label="Fair deals">
    <h2>Fair deals</h2>
    <p>Before a card is dealt, the server makes the SHA-256 of the shuffled order and of a salt public. When the cards
      are out of play it opens both, and they are checked here, in your browser.</p>
    ${checks && html`<${Verdicts} checks=${checks} go=${go} />`}
  </section>`;
}

/** What the verdicts say. @type {Record<string, string>} */
const WORDS = {
  sealed: 'Sealed still',
  right: '✓ Opened and right',
  wrong: '✗ Opened and WRONG',
  dealt: '✗ Opened, and dealt from WRONGLY',
  unchecked: 'Opened, not checked here',
};

/** What a shuffle comes to: also one that was opened rightly can have been dealt from wrongly. @param {Check} check */
const outcomeOf = ({ verdict, strange }) => (verdict !== 'wrong' && strange.length ? 'dealt' : verdict);

/** @param {Check} check */
const isWrong = (check) => ['wrong', 'dealt'].includes(outcomeOf(check));

/** @param {{ checks: Check[], go: (at: number) => void }} props */
function Verdicts({ checks, go }) {
  const wrong = checks.filter(isWrong).length;
  const unchecked = checks.some(({ verdict }) => verdict === 'unchecked');
  if (!checks.length) return html`<p class="quiet">Nothing has been shuffled.</p>`;
  return html`
    ${wrong > 0 && html`<p class="deals-wrong" role="alert">✗ ${wrong} of ${numbered(checks.length, 'shuffle')}
      ${wrong === 1 ? ' is' : ' are'} not what the server had committed itself to.</p>`}
    ${unchecked && html`<p>Browsers compute SHA-256 only on pages that came by HTTPS, which this one did not. Each
      shuffle says what to compute yourself, for example with <code>printf %s "…" | sha256sum</code>.</p>`}
    <p class="deals-summary">${summary(checks)}</p>
    <details class="deals-all" open=${wrong > 0 || unchecked}>
      <summary>Each shuffle</summary>
      <div class="scrolls" tabindex="0" role="group" aria-label="Shuffles"><table>
        <caption class="unseen">Shuffles of this game</caption>
        <thead>
          <tr>${['Shuffle', 'Committed', 'Opened', 'Check'].map((name) => html`<th scope="col">${name}</th>`)}</tr>
        </thead>
        <tbody>${checks.map((check) => html`<tr key=${check.shuffle}>
          <th scope="row">${check.shuffle + 1}</th>
          <td><${At} version=${check.committed} go=${go} /></td>
          <td>${check.opened === null ? 'Not yet' : html`<${At} version=${check.opened} go=${go} />`}</td>
          <td class="deals-${isWrong(check) ? 'wrong' : check.verdict}" data-outcome=${outcomeOf(check)}>
            ${WORDS[outcomeOf(check)]}
          </td>
        </tr>`)}</tbody>
      </table></div>
      ${checks.map((check) => html`<${Details} key=${check.shuffle} ...${check} />`)}
    </details>`;
}

/** How many shuffles came to what. @param {Check[]} checks */
function summary(checks) {
  const counts = Object.entries(WORDS).flatMap(([outcome, words]) => {
    const count = checks.filter((check) => outcomeOf(check) === outcome).length;
    const [first, ...others] = words.replace(/^[✓✗] /, '');
    return count ? `${count} ${first.toLowerCase()}${others.join('')}` : [];
  });
  return `${numbered(checks.length, 'shuffle')}: ${counts.join(', ')}.`;
}

/** @param {{ version: number, go: (at: number) => void }} props */
const At = ({ version, go }) =>
  html`<button type="button" class="plain" onClick=${() => go(version)}>Event ${version}</button>`;

/** @param {Check} check */
function Details(check) {
  const { shuffle, commitment, order, text, strange, dealt, verdict } = check;
  return html`<details class="deals-details">
    <summary>Shuffle ${shuffle + 1}</summary>
    <p>Commitment: <code>${commitment}</code></p>
    ${text === null
      ? html`<p class="quiet">Its order and its salt are sealed.</p>`
      : html`
        <p>It has to be the SHA-256 of this text:</p>
        <p class="deals-text"><code>${text}</code></p>
        ${verdict === 'wrong' && html`<p class="error">
          It is not: another order or another salt was opened than was committed to.</p>`}
        ${strange.length
          ? html`<p class="error">Cards were dealt that are not in it, or twice: ${strange.join(', ')}.</p>`
          : html`<p>${numbered(dealt, 'card')} that you may see ${dealt === 1 ? 'was' : 'were'} dealt from it: each is
            in this order, and none came twice.</p>`}
        <ul class="deals-order" aria-label="The order, the top card first">
          ${order.map((card, place) => html`<li key=${place}><${Card} card=${card} /></li>`)}
        </ul>`}
  </details>`;
}
