// @ts-check
// The panel that shows the check of each shuffle, with everything needed to repeat it by hand.

import { Card } from '../table/card.js';
import { pluralize } from '../text/phrases.js';
import { html, useEffect, useState } from '../ui/html.js';
import { checkShuffles } from './shuffle-check.js';

/**
 * @typedef {import('./shuffle-check.js').ShuffleCheck} ShuffleCheck
 * @typedef {import('../schema').GameEvent} GameEvent
 */

/** @param {{ events: readonly GameEvent[], goTo: (version: number) => void }} props */
export function FairnessPanel({ events, goTo }) {
  const [checks, setChecks] = useState(/** @type {ShuffleCheck[] | null} */ (null));
  useEffect(() => {
    let isCurrent = true;
    void checkShuffles(events).then((results) => isCurrent && setChecks(results));
    return () => void (isCurrent = false);
  }, [events]);
  return html`<section class="deals" aria-label="Fair deals">
    <h2>Fair deals</h2>
    <p>Before a card is dealt, the server makes the SHA-256 of the shuffled order and of a salt public. When the cards
      are out of play it opens both, and they are checked here, in your browser.</p>
    ${checks && html`<${VerdictTable} checks=${checks} goTo=${goTo} />`}
  </section>`;
}

/** The texts of outcomes. @type {Record<string, string>} */
const OUTCOME_TEXTS = {
  sealed: 'Sealed still',
  right: '✓ Opened and right',
  wrong: '✗ Opened and WRONG',
  dealt: '✗ Opened, and dealt from WRONGLY',
  unchecked: 'Opened, not checked here',
};

/** Return a check's outcome: its verdict, or 'dealt' if cards were dealt wrongly. @param {ShuffleCheck} check */
const outcomeOf = ({ verdict, anomalies }) => (verdict !== 'wrong' && anomalies.length ? 'dealt' : verdict);

/** @param {ShuffleCheck} check */
const isWrong = (check) => ['wrong', 'dealt'].includes(outcomeOf(check));

/** @param {{ checks: ShuffleCheck[], goTo: (version: number) => void }} props */
function VerdictTable({ checks, goTo }) {
  const wrongCount = checks.filter(isWrong).length;
  const hasUnchecked = checks.some(({ verdict }) => verdict === 'unchecked');
  const total = pluralize(checks.length, 'shuffle');
  if (!checks.length) return html`<p class="quiet">Nothing has been shuffled.</p>`;
  return html`
    ${wrongCount > 0 && html`<p class="deals-wrong" role="alert">✗ ${wrongCount} of ${total}
      ${wrongCount === 1 ? ' is' : ' are'} not what the server had committed itself to.</p>`}
    ${hasUnchecked && html`<p>Browsers compute SHA-256 only on pages that came by HTTPS, which this one did not. Each
      shuffle says what to compute yourself, for example with <code>printf %s "…" | sha256sum</code>.</p>`}
    <p class="deals-summary">${summaryText(checks)}</p>
    <details class="deals-all" open=${wrongCount > 0 || hasUnchecked}>
      <summary>Each shuffle</summary>
      <div class="scrolls" tabindex="0" role="group" aria-label="Shuffles"><table>
        <caption class="unseen">Shuffles of this game</caption>
        <thead>
          <tr>${['Shuffle', 'Committed', 'Opened', 'Check'].map((name) => html`<th scope="col">${name}</th>`)}</tr>
        </thead>
        <tbody>${checks.map((check) => html`<tr key=${check.shuffle}>
          <th scope="row">${check.shuffle + 1}</th>
          <td><${EventLink} version=${check.committedVersion} goTo=${goTo} /></td>
          <td>${check.revealedVersion === null
            ? 'Not yet'
            : html`<${EventLink} version=${check.revealedVersion} goTo=${goTo} />`}</td>
          <td class="deals-${isWrong(check) ? 'wrong' : check.verdict}" data-outcome=${outcomeOf(check)}>
            ${OUTCOME_TEXTS[outcomeOf(check)]}
          </td>
        </tr>`)}</tbody>
      </table></div>
      ${checks.map((check) => html`<${ShuffleDetails} key=${check.shuffle} ...${check} />`)}
    </details>`;
}

/** Return the number of shuffles with each outcome as text. @param {ShuffleCheck[]} checks */
function summaryText(checks) {
  const counts = Object.entries(OUTCOME_TEXTS).flatMap(([outcome, text]) => {
    const count = checks.filter((check) => outcomeOf(check) === outcome).length;
    const [first, ...others] = text.replace(/^[✓✗] /, '');
    return count ? `${count} ${first.toLowerCase()}${others.join('')}` : [];
  });
  return `${pluralize(checks.length, 'shuffle')}: ${counts.join(', ')}.`;
}

/** @param {{ version: number, goTo: (version: number) => void }} props */
const EventLink = ({ version, goTo }) =>
  html`<button type="button" class="plain" onClick=${() => goTo(version)}>Event ${version}</button>`;

/** @param {ShuffleCheck} check */
function ShuffleDetails(check) {
  const { shuffle, commitment, order, text, anomalies, dealtCount, verdict } = check;
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
        ${anomalies.length
          ? html`<p class="error">Cards were dealt that are not in it, or twice: ${anomalies.join(', ')}.</p>`
          : html`<p>${pluralize(dealtCount, 'card')} that you may see
            ${dealtCount === 1 ? ' was' : ' were'} dealt from it: each is in this order, and none came twice.</p>`}
        <ul class="deals-order" aria-label="The order, the top card first">
          ${order.map((card, place) => html`<li key=${place}><${Card} card=${card} /></li>`)}
        </ul>`}
  </details>`;
}
