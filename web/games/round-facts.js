// @ts-check
// Facts about a round in trick-taking games: its number, trump, turn-up, stock and discards.

import { Card, Suit } from '../table/card.js';
import { suitName } from '../text/card-names.js';
import { capitalize, pluralize } from '../text/phrases.js';
import { html } from '../ui/html.js';
import { orderFacts } from './trump-ladder.js';

/** @param {import('../schema').Game} game @returns {import('./game-modules.js').Fact[]} */
export function roundFacts(game) {
  const { table } = game;
  if (!table) return [];
  const { round, trump, turnUp, stock, pile } = table;
  /** @type {import('./game-modules.js').Fact[]} */
  const facts = [{ term: 'Round', detail: String(round + 1) }];
  if (trump) {
    const name = html`<span aria-hidden="true">${capitalize(suitName(trump))}</span>`;
    facts.push({ term: 'Trump', detail: html`<${Suit} suit=${trump} /> ${name}` });
  }
  if (turnUp) facts.push({ term: 'Turned up', detail: html`<${Card} card=${turnUp} />` });
  facts.push({ term: 'Stock', detail: pluralize(stock, 'card') });
  if (typeof pile === 'number') facts.push({ term: 'Discards', detail: pluralize(pile, 'card') });
  return [...facts, ...orderFacts(game)];
}
