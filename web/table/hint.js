// @ts-check
// What the machine would do in one's place, when one asks.

import { announce } from '../ui/announcer.js';
import { ask, Fault } from '../net/client.js';
import { useState } from '../ui/html.js';
import { moveWords } from '../text/game-text.js';

/** @param {import('../schema').Game} game */
export function useHint(game) {
  const [hint, set] = useState({ version: 0, text: '', cards: /** @type {ReadonlySet<string>} */ (new Set()) });
  const [asking, wait] = useState(false);
  const { id, version } = game;

  async function look() {
    if (asking) return;
    wait(true);
    try {
      const { suggestion } = await ask('Suggestion', { game: id });
      const cards = suggestion?.cards ?? (suggestion?.card ? [suggestion.card] : []);
      const text = suggestion ? `The machine would: ${moveWords(suggestion)}.` : 'There is no hint now.';
      set({ version, text, cards: new Set(cards) });
      announce(text);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      set({ version, text: `There is no hint now: ${error.message}`, cards: new Set() });
    } finally {
      wait(false);
    }
  }
  // A hint is for one moment.
  const now = hint.version === version;
  return { asking, ask: look, text: now ? hint.text : '', cards: now ? hint.cards : new Set() };
}
