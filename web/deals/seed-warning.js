// @ts-check
// The warning that the deal does not use your seed: why, and what you can do.

import { t } from 'catalogue/deals.js';
import { html } from '../ui/html.js';

/** Reasons that an interrupted connection can have. @type {Set<import('./seed-rules.js').WarningReason>} */
const CONNECTION_REASONS = new Set(['COMMITTED_TOO_LATE', 'SEED_MISSING']);

/**
 * @param {{
 *   reason: import('./seed-rules.js').WarningReason, hasStarted: boolean, hasOtherSeeds?: boolean,
 *   children?: import('preact').ComponentChildren,
 * }} props `hasOtherSeeds`: whether another player adds a seed; the children are buttons
 */
export function SeedWarning({ reason, hasStarted, hasOtherSeeds = true, children }) {
  const comparison = hasStarted ? 'deals.compareFingerprint' : 'deals.compareFingerprintLater';
  return html`<div class="seed-warning" role="alert">
    <p><strong>${t(hasStarted ? 'deals.seedIsNotUsed' : 'deals.seedWillNotBeUsed')}</strong> ${t(`deals.warning.${reason}`)}</p>
    <p>${otherSeedsText(hasStarted, hasOtherSeeds)} ${
      t(CONNECTION_REASONS.has(reason) ? 'deals.connectionCause' : comparison)}</p>
    ${children}
  </div>`;
}

/** Return what the deal depends on without your seed. @param {boolean} hasStarted @param {boolean} hasOtherSeeds */
function otherSeedsText(hasStarted, hasOtherSeeds) {
  if (hasOtherSeeds) return t('deals.relyOnOthers');
  return t(hasStarted ? 'deals.noOtherSeedWasAdded' : 'deals.noOtherSeedIsAdded');
}
