// @ts-check
// Names of cards, suits and ranks.

/** The names of suits, by their letter in a card's notation. @type {Record<string, string>} */
const SUITS = { H: 'hearts', D: 'diamonds', C: 'clubs', S: 'spades' };

/**
 * The names of ranks, by their letter in a card's notation; `index` is printed on the card.
 * @type {Record<string, [name: string, plural: string, index: string]>}
 */
export const RANKS = {
  2: ['two', 'twos', '2'],
  3: ['three', 'threes', '3'],
  4: ['four', 'fours', '4'],
  5: ['five', 'fives', '5'],
  6: ['six', 'sixes', '6'],
  7: ['seven', 'sevens', '7'],
  8: ['eight', 'eights', '8'],
  9: ['nine', 'nines', '9'],
  T: ['ten', 'tens', '10'],
  J: ['jack', 'jacks', 'J'],
  Q: ['queen', 'queens', 'Q'],
  K: ['king', 'kings', 'K'],
  A: ['ace', 'aces', 'A'],
};

/** The notation of a card that the viewer has not seen. */
export const FACE_DOWN = '??';
const NUMBER_WORDS = 'no one two three four five six seven eight nine ten eleven twelve'.split(' ');

/** Return a small number as a word: `three`. @param {number} count */
export const numberWord = (count) => NUMBER_WORDS[count] ?? String(count);

/** Join texts to a list: `a, b and c`. @param {readonly string[]} texts @param {string} [last] */
export const joinList = (texts, last = 'and') =>
  texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} ${last} ${texts[texts.length - 1]}`;

/** Return whether a card is face down. @param {string} card */
export const isFaceDown = (card) => card === FACE_DOWN;

/** Return the name of a card's suit; undefined for the joker and face-down cards. @param {string} card */
export const suitOf = (card) => (RANKS[card[0]] && card.length === 2 ? SUITS[card[1]] : undefined);

/** Return a card's name: `five of hearts`. @param {string} card its notation */
export function cardName(card) {
  if (isFaceDown(card)) return 'card face down';
  const suit = suitOf(card);
  return suit ? `${RANKS[card[0]][0]} of ${suit}` : card.toLowerCase();
}

/** Return the names of cards, and the number of those that are face down. @param {readonly string[]} cards */
export function cardNames(cards) {
  const faceDownCount = cards.filter(isFaceDown).length;
  const visible = cards.filter((card) => !isFaceDown(card)).map(cardName);
  if (!faceDownCount && visible.length) return joinList(visible);
  const noun = faceDownCount === 1 ? 'card' : 'cards';
  return joinList([...visible, `${numberWord(faceDownCount)} ${visible.length ? 'more ' : ''}${noun}`]);
}

/** Return a suit's name. @param {string} suit of the schema */
export const suitName = (suit) => suit.toLowerCase();

/**
 * Return a rank's name, in the plural unless `count` is 1.
 * @param {string} rank of the schema @param {number} [count]
 */
export function rankName(rank, count = 1) {
  const found = Object.values(RANKS).find(([name]) => name === rank.toLowerCase());
  return found?.[count === 1 ? 0 : 1] ?? rank.toLowerCase();
}
