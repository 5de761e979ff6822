// @ts-check
// Facts about a round in trick-taking games: its number, trump, turn-up, stock and discards.

import { NamedSuit, Suit } from '../table/card.js';
import { cardIndex, cardName, suitOf } from '../text/card-names.js';
import { t } from '../text/messages.js';
import { html } from '../ui/html.js';
import { orderFacts } from './trump-ladder.js';

/** @param {import('../schema').Game} game @returns {import('./game-modules.js').Fact[]} */
export function roundFacts(game) {
  const { table } = game;
  if (!table) return [];
  const { round, trump, turnUp, stock, pile } = table;
  /** @type {import('./game-modules.js').Fact[]} */
  const facts = [{ term: t('games.round'), detail: String(round + 1) }];
  if (trump) facts.push({ term: t('games.trump'), detail: html`<${NamedSuit} suit=${trump} />` });
  if (turnUp) facts.push({ term: t('games.turnedUp'), detail: shortCard(turnUp) });
  // On a narrow screen the first facts are in view, and the others a swipe away.
  facts.push(...orderFacts(game));
  facts.push({ term: t('games.stock'), detail: t('felt.cards', { count: stock }) });
  if (typeof pile === 'number') facts.push({ term: t('games.discards'), detail: t('felt.cards', { count: pile }) });
  return facts;
}

/** A card as its rank and the symbol of its suit. @param {string} card */
function shortCard(card) {
  const suit = suitOf(card);
  if (!suit) return cardName(card);
  return html`<span class="unseen">${cardName(card)}</span><span class="short-card" aria-hidden="true">${cardIndex(card)}<${Suit}
    suit=${suit} /></span>`;
}
