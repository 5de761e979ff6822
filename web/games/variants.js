// @ts-check
// The variants that the server offers, and the titles of variants.

import { request } from '../net/client.js';
import { Store } from '../store.js';
import { t } from '../text/messages.js';
import { optionText } from '../text/option-text.js';
import { useEffect, useStore } from '../ui/html.js';

/** @typedef {import('../schema').Variant} Variant */

const variantsStore = new Store(/** @type {Variant[] | null} */ (null));
let isRequested = false;

/** Return the variants; null until they are loaded. They are loaded once. */
export function useVariants() {
  useEffect(() => {
    if (isRequested) return;
    isRequested = true;
    request('Variants', {}, { maxRetries: Infinity }).then(
      ({ variants }) => variantsStore.set(variants),
      // Without an answer, variants are shown by their stored names.
      () => void (isRequested = false),
    );
  }, []);
  return useStore(variantsStore);
}

/** Return a variant's title. @param {Variant[] | null} variants @param {string} name */
export const variantTitle = (variants, name) => variants?.find((each) => each.name === name)?.title ?? optionText(name);

/** Return the number of players: `2 to 4 players`. @param {Pick<Variant, 'minPlayers' | 'maxPlayers'>} variant */
export const playerCountText = ({ minPlayers, maxPlayers }) =>
  minPlayers === maxPlayers
    ? t('games.players', { count: maxPlayers })
    : t('games.playerRange', { least: minPlayers, count: maxPlayers });
