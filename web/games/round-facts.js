// @ts-check
// What is known about a round in every game that has it: its number, trump, and what lies beside the table.

import { html } from '../ui/html.js';
import { Card, Suit, suitName } from '../table/card.js';
import { capital, numbered } from '../text/phrases.js';

/** @param {import('../schema').Game} game @returns {import('./game-modules.js').Fact[]} */
export function factsOf({ table }) {
  if (!table) return [];
  const { round, trump, turnUp, stock, pile } = table;
  /** @type {import('./game-modules.js').Fact[]} */
  const facts = [{ term: 'Round', detail: String(round + 1) }];
  if (trump) {
    const name = html`<span aria-hidden="true">${capital(suitName(trump))}</span>`;
    facts.push({ term: 'Trump', detail: html`<${Suit} suit=${trump} /> ${name}` });
  }
  if (turnUp) facts.push({ term: 'Turned up', detail: html`<${Card} card=${turnUp} />` });
  facts.push({ term: 'Stock', detail: numbered(stock, 'card') });
  if (typeof pile === 'number') facts.push({ term: 'Discards', detail: numbered(pile, 'card') });
  return facts;
}
