// @ts-check
// Cards: what they are called, and how they are drawn.

import { html } from '../ui/html.js';

/** @type {Record<string, string>} */
const SUITS = { H: 'hearts', D: 'diamonds', C: 'clubs', S: 'spades' };

/** @type {Record<string, [name: string, plural: string, index: string]>} */
const RANKS = {
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

/** Outlines in a square of 100: each suit can be told by its shape alone. @type {Record<string, string>} */
const SHAPES = {
  hearts: 'M50 93C18 66 5 50 5 31 5 17 16 7 29 7c9 0 17 5 21 14 4-9 12-14 21-14 13 0 24 10 24 24 0 19-13 35-45 62Z',
  diamonds: 'M50 3C59 22 71 38 87 50 71 62 59 78 50 97 41 78 29 62 13 50 29 38 41 22 50 3Z',
  clubs:
    'M50 5a21 21 0 0 1 17 33a21 21 0 1 1-12 37c1 9 5 16 13 19H32c8-3 12-10 13-19a21 21 0 1 1-12-37A21 21 0 0 1 50 5Z',
  spades:
    'M50 5C66 28 93 42 93 62c0 12-9 21-20 21-7 0-14-3-18-9 1 9 5 16 13 20H32c8-4 12-11 13-20-4 6-11 9-18 9' +
    'C16 83 7 74 7 62 7 42 34 28 50 5Z',
  joker: 'M50 4 62 37 97 38 69 59 80 93 50 73 20 93 31 59 3 38 38 37Z',
};

const HIDDEN = '??';
const COUNTS = 'no one two three four five six seven eight nine ten eleven twelve'.split(' ');

/** Return a small number as a word. @param {number} count */
export const counted = (count) => COUNTS[count] ?? String(count);

/** Join texts as a sentence does: `a, b and c`. @param {readonly string[]} texts @param {string} [last] */
export const listed = (texts, last = 'and') =>
  texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} ${last} ${texts[texts.length - 1]}`;

/** Return whether a card is face down. @param {string} card */
export const isHidden = (card) => card === HIDDEN;

/** Return a card's suit in words; undefined for the joker, and face down. @param {string} card */
export const suitOf = (card) => (RANKS[card[0]] && card.length === 2 ? SUITS[card[1]] : undefined);

/** Return a card in words: `five of hearts`. @param {string} card its notation */
export function cardName(card) {
  if (isHidden(card)) return 'card face down';
  const suit = suitOf(card);
  return suit ? `${RANKS[card[0]][0]} of ${suit}` : card.toLowerCase();
}

/** Return cards in words, the hidden ones by their number. @param {readonly string[]} cards */
export function cardsName(cards) {
  const hidden = cards.filter(isHidden).length;
  const seen = cards.filter((card) => !isHidden(card)).map(cardName);
  if (!hidden && seen.length) return listed(seen);
  return listed([...seen, `${counted(hidden)} ${seen.length ? 'more ' : ''}${hidden === 1 ? 'card' : 'cards'}`]);
}

/** Return a suit in words. @param {string} suit as the schema names it */
export const suitName = (suit) => suit.toLowerCase();

/** Return a rank in words: `TWO` → `two`, `twos`. @param {string} rank of the schema @param {number} [count] */
export function rankName(rank, count = 1) {
  const found = Object.values(RANKS).find(([name]) => name === rank.toLowerCase());
  return found?.[count === 1 ? 0 : 1] ?? rank.toLowerCase();
}

/** A suit as a sign with its name. @param {{ suit: string }} props as the schema names it */
export function Suit({ suit }) {
  const name = suitName(suit);
  return html`<span class="suit suit-${name}"
    ><svg viewBox="0 0 100 100" aria-hidden="true"><path d=${SHAPES[name]} /></svg
    ><span class="unseen">${name}</span></span
  >`;
}

/** A card; its width is the variable `--card-width`. @param {{ card: string }} props its notation */
export function Card({ card }) {
  const hidden = isHidden(card);
  const suit = suitOf(card) ?? (hidden ? 'back' : 'joker');
  const face = hidden ? Back() : suit === 'joker' ? Joker() : Face(card, suit);
  return html`<span class="card suit-${suit}" data-card=${hidden ? undefined : card}
    ><svg viewBox="0 0 100 140" aria-hidden="true">${face}</svg
    ><span class="unseen">${cardName(card)}</span></span
  >`;
}

/** @param {string} card @param {string} suit */
function Face(card, suit) {
  const index = RANKS[card[0]][2];
  // Two figures take no more room than the widest letter does.
  const narrow = index.length > 1 ? { textLength: 62, lengthAdjust: 'spacingAndGlyphs' } : {};
  return html`
    ${'JQK'.includes(index) && html`<rect class="card-frame" x="5" y="5" width="90" height="130" rx="7" />`}
    <text x=${index.length > 1 ? 4 : 8} y="57" ...${narrow}>${index}</text>
    <path transform="translate(9 67) scale(0.31)" d=${SHAPES[suit]} />
    <path transform="translate(41 80) scale(0.53)" d=${SHAPES[suit]} />`;
}

function Joker() {
  return html`
    <text class="card-joker" transform="translate(33 131) rotate(-90)" textLength="122" lengthAdjust="spacingAndGlyphs"
    >JOKER</text>
    <path transform="translate(41 8) scale(0.52)" d=${SHAPES.joker} />
    <path transform="translate(41 78) scale(0.52)" d=${SHAPES.joker} />`;
}

/** Where the lozenges of the back are. @type {[x: number, y: number][]} */
const LATTICE = [[50, 28], [50, 70], [50, 112], [26, 49], [74, 49], [26, 91], [74, 91]];

function Back() {
  return html`<rect class="card-back" x="7" y="7" width="86" height="126" rx="7" />
    ${LATTICE.map(([x, y]) => html`<path class="card-lattice" d="M${x} ${y - 17}l13 17l-13 17l-13-17Z" />`)}`;
}
