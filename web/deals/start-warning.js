// @ts-check
// The check, before your first move, that the deal of a game uses your seed.

import { t } from 'catalogue/deals.js';
import { html, useMemo, useRerender } from '../ui/html.js';
import { dealFacts } from './deal-facts.js';
import { exclusionReason } from './seed-rules.js';
import { readSeed, updateSeed } from './seed-storage.js';
import { SeedWarning } from './seed-warning.js';

/**
 * The warning that the deal does not use your seed, until you close it; nothing if it does.
 * @param {{
 *   game: import('../schema').Game, events: readonly import('../schema').GameEvent[], player: string,
 * }} props a game that has started, and you
 */
export function StartWarning({ game, events, player }) {
  const rerender = useRerender();
  const deal = useMemo(() => dealFacts(game, events), [game.id, player]);
  const own = deal?.seats.find((seat) => seat.player === player);
  if (!deal || !own) return null;
  const stored = readSeed(game.id, player, own.commitment);
  const reason = stored && !stored.isNoticed ? exclusionReason(stored, deal, own) : null;
  if (!stored || !reason) return null;
  const onClose = () => {
    updateSeed(game.id, player, stored.commitment, { isNoticed: true });
    rerender();
  };
  const hasOtherSeeds = deal.seats.some((seat) => seat.seed && seat !== own);
  return html`<${SeedWarning} reason=${reason} hasStarted hasOtherSeeds=${hasOtherSeeds}>
    <p class="row"><button type="button" onClick=${onClose}>${t('table.goOnPlaying')}</button></p>
  <//>`;
}
