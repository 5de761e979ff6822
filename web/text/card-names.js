// @ts-check
// Names of cards, suits and ranks.

import { t, tOptional } from './messages.js';

/** The suits, by their letter in a card's notation. @type {Record<string, string>} */
const SUITS = { H: 'hearts', D: 'diamonds', C: 'clubs', S: 'spades' };

/** The ranks of the schema, by their letter in a card's notation. @type {Record<string, string>} */
export const RANKS = {
  2: 'TWO', 3: 'THREE', 4: 'FOUR', 5: 'FIVE', 6: 'SIX', 7: 'SEVEN', 8: 'EIGHT', 9: 'NINE', T: 'TEN',
  J: 'JACK', Q: 'QUEEN', K: 'KING', A: 'ACE',
};

/** The notation of a card that the viewer has not seen. */
export const FACE_DOWN = '??';

/** Return a small number as a word: `three`. @param {number} count */
export const numberWord = (count) => t('text.numberWord', { count });

/** Join texts to a list: `a, b and c`. @param {readonly string[]} texts @param {'and' | 'or'} [last] */
export function joinList(texts, last = 'and') {
  if (texts.length < 2) return texts.join('');
  const list = texts.slice(0, -1).reduce((start, next) => t('text.list.comma', { list: start, next }));
  return t(last === 'or' ? 'text.list.or' : 'text.list.and', { list, last: texts[texts.length - 1] });
}

/** Return whether a card is face down. @param {string} card */
export const isFaceDown = (card) => card === FACE_DOWN;

/** Return a card's suit as in `hearts`; undefined for the joker and face-down cards. @param {string} card */
export const suitOf = (card) => (RANKS[card[0]] && card.length === 2 ? SUITS[card[1]] : undefined);

/** Return the rank of a card as printed on it: `10`. @param {string} card its notation; not the joker's */
export const cardIndex = ([letter]) => (letter === 'T' ? '10' : letter);

/** Return a card's name: `five of hearts`. @param {string} card its notation */
export function cardName(card) {
  if (isFaceDown(card)) return t('text.cardFaceDown');
  const suit = suitOf(card);
  if (suit) return t('text.cardOfSuit', { rank: rankName(RANKS[card[0]]), suit: suitName(suit) });
  return tOptional(`text.card.${card}`) ?? card.toLowerCase();
}

/** Return a number of cards: `three cards`. @param {number} count */
export const cardCount = (count) => t('text.cardCount', { count, number: numberWord(count) });

/** Return the names of cards, and the number of those that are face down. @param {readonly string[]} cards */
export function cardNames(cards) {
  const count = cards.filter(isFaceDown).length;
  const visible = cards.filter((card) => !isFaceDown(card)).map(cardName);
  if (!visible.length) return cardCount(count);
  return joinList(count ? [...visible, t('text.moreCards', { count, number: numberWord(count) })] : visible);
}

/** Return a suit's name. @param {string} suit of the schema, or from `suitOf` */
export const suitName = (suit) => tOptional(`text.suit.${suit.toUpperCase()}`) ?? suit.toLowerCase();

/**
 * Return a rank's name, in the plural unless `count` is 1.
 * @param {string} rank of the schema @param {number} [count]
 */
export const rankName = (rank, count = 1) => tOptional(`text.rank.${rank.toUpperCase()}`, { count }) ?? rank.toLowerCase();
