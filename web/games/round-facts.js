// @ts-check
// Facts about a round in trick-taking games: its number, trump, turn-up, stock and discards.

import { Card, NamedSuit } from '../table/card.js';
import { pluralize } from '../text/phrases.js';
import { html } from '../ui/html.js';

/** @param {import('../schema').Game} game @returns {import('./game-modules.js').Fact[]} */
export function roundFacts({ table }) {
  if (!table) return [];
  const { round, trump, turnUp, stock, pile } = table;
  /** @type {import('./game-modules.js').Fact[]} */
  const facts = [{ term: 'Round', detail: String(round + 1) }];
  if (trump) facts.push({ term: 'Trump', detail: html`<${NamedSuit} suit=${trump} />` });
  if (turnUp) facts.push({ term: 'Turned up', detail: html`<${Card} card=${turnUp} />` });
  facts.push({ term: 'Stock', detail: pluralize(stock, 'card') });
  if (typeof pile === 'number') facts.push({ term: 'Discards', detail: pluralize(pile, 'card') });
  return facts;
}
