// @ts-check
// The warning that the deal does not use your seed: why, and what you can do.

import { html } from '../ui/html.js';

/** The texts of the reasons. @type {Record<import('./seed-rules.js').WarningReason, string>} */
const REASON_TEXTS = {
  COMMITTED_TOO_LATE: 'The seats closed before your browser had announced its seed.',
  COMMITMENT_MISSING: 'The server had confirmed your seed, and then closed the seats without it. Your browser keeps ' +
    'the seed secret.',
  COMMITMENT_CHANGED: 'Another seed is at your seat, which this browser did not make. If you opened this table on ' +
    'another device, that device adds a seed for you. If not, somebody has replaced yours.',
  FOOT_CHANGED: 'The server has replaced its own part of the deal, which must stay the same. Your browser keeps the ' +
    'seed secret.',
  WRONG_ROLL: 'The server has closed the seats with other players or seeds than it shows you. Your browser keeps the ' +
    'seed secret.',
  SECOND_ROLL: 'The server has closed the seats a second time, with other players or seeds. Your browser reveals a ' +
    'seed only once.',
  SEED_MISSING: 'The game started before the server had your seed.',
  WRONG_FINGERPRINT: 'The fingerprint of this game is not that of the seeds that the server shows you.',
};

/** Reasons that an interrupted connection can have. @type {Set<import('./seed-rules.js').WarningReason>} */
const CONNECTION_REASONS = new Set(['COMMITTED_TOO_LATE', 'SEED_MISSING']);

/**
 * @param {{
 *   reason: import('./seed-rules.js').WarningReason, hasStarted: boolean, hasOtherSeeds?: boolean,
 *   children?: import('preact').ComponentChildren,
 * }} props `hasOtherSeeds`: whether another player adds a seed; the children are buttons
 */
export function SeedWarning({ reason, hasStarted, hasOtherSeeds = true, children }) {
  return html`<div class="seed-warning" role="alert">
    <p><strong>${hasStarted ? 'The deal does not use your seed.' : 'The deal is not going to use your seed.'}</strong>
      ${' '}${REASON_TEXTS[reason]}</p>
    <p>${otherSeedsText(hasStarted, hasOtherSeeds)} ${CONNECTION_REASONS.has(reason)
      ? 'An interrupted connection can be the cause. If it happens often, do not play on this server.'
      : `Ask the others to compare the fingerprint under “Fair deals”${hasStarted ? '' : ' once the game has started'}.`}</p>
    ${children}
  </div>`;
}

/** Return what the deal depends on without your seed. @param {boolean} hasStarted @param {boolean} hasOtherSeeds */
function otherSeedsText(hasStarted, hasOtherSeeds) {
  if (hasOtherSeeds) return 'Without it, you rely on the seeds of the other players.';
  return hasStarted
    ? 'No other player added a seed, so the server could have chosen the cards.'
    : 'No other player adds a seed, so the server can choose the cards.';
}
