// @ts-check
// Hints: the move that the machine would make in your seat, and why.

import { request } from '../net/client.js';
import { RequestError } from '../net/errors.js';
import { moveText } from '../text/game-text.js';
import { t } from '../text/messages.js';
import { announce } from '../ui/announcer.js';
import { useState } from '../ui/html.js';

/** Return the hint for the current moment, and a function that loads it. @param {import('../schema').Game} game */
export function useHint(game) {
  const [hint, setHint] = useState({ version: 0, text: '', cards: /** @type {ReadonlySet<string>} */ (new Set()) });
  const [isLoading, setLoading] = useState(false);
  const { id, version } = game;

  async function loadHint() {
    if (isLoading) return;
    setLoading(true);
    try {
      const { game: { hint: found } } = await request('Hint', { game: id });
      const suggestion = found?.move;
      const cards = suggestion?.cards ?? (suggestion?.card ? [suggestion.card] : []);
      const text = suggestion
        ? [t('table.suggestion', { move: moveText(suggestion) }), found?.reason?.text ?? ''].join(' ').trim()
        : t('table.noHint');
      setHint({ version, text, cards: new Set(cards) });
      announce(text);
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      setHint({ version, text: t('table.hintFailed', { reason: error.message }), cards: new Set() });
    } finally {
      setLoading(false);
    }
  }
  // A hint holds for one version only.
  const isCurrent = hint.version === version;
  return { isLoading, load: loadHint, text: isCurrent ? hint.text : '', cards: isCurrent ? hint.cards : new Set() };
}
