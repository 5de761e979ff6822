// @ts-check
// Facts about a round in trick-taking games: its number, trump, turn-up, stock and discards.

import { Suit } from '../table/card.js';
import { cardName, RANKS, suitName, suitOf } from '../text/card-names.js';
import { capitalize, pluralize } from '../text/phrases.js';
import { html } from '../ui/html.js';

/** @param {import('../schema').Game} game @returns {import('./game-modules.js').Fact[]} */
export function roundFacts({ table }) {
  if (!table) return [];
  const { round, trump, turnUp, stock, pile } = table;
  /** @type {import('./game-modules.js').Fact[]} */
  const facts = [{ term: 'Round', detail: String(round + 1) }];
  if (trump) {
    const name = html`<span aria-hidden="true">${capitalize(suitName(trump))}</span>`;
    facts.push({ term: 'Trump', detail: html`<${Suit} suit=${trump} /> ${name}` });
  }
  if (turnUp) facts.push({ term: 'Turned up', detail: shortCard(turnUp) });
  facts.push({ term: 'Stock', detail: pluralize(stock, 'card') });
  if (typeof pile === 'number') facts.push({ term: 'Discards', detail: pluralize(pile, 'card') });
  return facts;
}

/** A card as its rank and the symbol of its suit. @param {string} card */
function shortCard(card) {
  const suit = suitOf(card);
  if (!suit) return cardName(card);
  return html`<span class="unseen">${cardName(card)}</span><span class="short-card" aria-hidden="true">${RANKS[card[0]][2]}<${Suit}
    suit=${suit} /></span>`;
}
