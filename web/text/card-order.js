// @ts-check
// The order of the cards as the server states it: sorted hands, and the short names of cards and ranks.

import { cardIndex, isFaceDown, RANKS, suitOf } from './card-names.js';

/**
 * @typedef {import('../schema').CardOrder} CardOrder
 * @typedef {import('../schema').Game} Game
 */

const SUITS = 'HCDS';
const LETTERS = '23456789TJQKA';
/** @type {Record<string, string>} */
const SYMBOLS = { hearts: '♥', clubs: '♣', diamonds: '♦', spades: '♠' };

/** Return a rank's letter in the notation of cards. @param {string} rank of the schema */
const letterOf = (rank) => Object.keys(RANKS).find((letter) => RANKS[letter] === rank.toUpperCase()) ?? '';

/** Return a rank as printed on a card: `10`. @param {string} rank of the schema */
export function rankIndex(rank) {
  const letter = letterOf(rank);
  return letter ? cardIndex(letter) : rank;
}

/** Return a card as in print: `10♥`; the joker is a star. @param {string} card its notation */
export function shortCardName(card) {
  const suit = suitOf(card);
  return suit ? cardIndex(card) + SYMBOLS[suit] : '★';
}

/**
 * Sort a hand as the server orders the cards: trumps first, then suit by suit, high cards first. Where only ranks are
 * ordered, low cards come first, and those that can always be played last. Without an order the cards are by suit.
 * @param {readonly string[]} cards @param {CardOrder | null | undefined} order
 */
export function sortHand(cards, order) {
  const place = order?.ranks.length ? rankPlace(order) : order ? cardPlace(order) : suitPlace;
  /** @param {string} card */
  const key = (card) => (isFaceDown(card) ? -1 : place(card));
  return [...cards].sort((one, other) => key(one) - key(other));
}

/** @param {CardOrder} order @returns {(card: string) => number} */
function cardPlace({ trumps, suits }) {
  const line = [...trumps, ...suits.flat()];
  return (card) => line.indexOf(card);
}

/** @param {CardOrder} order @returns {(card: string) => number} */
function rankPlace({ ranks, alwaysPlayable }) {
  const ascending = ranks.filter((rank) => !alwaysPlayable.includes(rank)).reverse();
  const letters = [...ascending, ...ranks.filter((rank) => alwaysPlayable.includes(rank))].map(letterOf);
  return ([letter, suit]) => letters.indexOf(letter) * SUITS.length + SUITS.indexOf(suit);
}

/** @param {string} card */
const suitPlace = ([letter, suit]) => SUITS.indexOf(suit) * LETTERS.length + LETTERS.indexOf(letter);

/** Return the cards that are trumps now. @param {Game} game @returns {ReadonlySet<string>} */
export const trumpsOf = ({ table }) => new Set(table?.cardOrder?.trumps ?? []);

/** Return the cards of your own hand. @param {Game} game @returns {ReadonlySet<string>} */
export const ownHand = ({ you, seats }) => new Set(you === null ? [] : seats[you]?.hand ?? []);
