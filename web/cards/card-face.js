// @ts-check
// Draws the faces and the back of cards, each once. Style sheets choose between the usual and the large index.

import { cardIndex, isFaceDown, suitOf } from '../text/card-names.js';
import { html } from '../ui/html.js';
import { placeGlyph, placeShape } from './card-shapes.js';
import { courtBelt, courtLayers } from './court-figures.js';

/** @typedef {import('preact').VNode<any> | import('preact').VNode<any>[]} Drawing */

/** The middle of the index, from the left. */
const INDEX_X = 13.5;
/** The columns and rows of pips. */
const [LEFT, MIDDLE, RIGHT] = [36.5, 50, 63.5];
const [TOP, CENTRE, BOTTOM] = [25, 70, 115];
/** @param {number[]} rows @returns {[number, number][]} */
const pairs = (...rows) => rows.flatMap((row) => /** @type {[number, number][]} */ ([[LEFT, row], [RIGHT, row]]));
/** @param {number[]} rows @returns {[number, number][]} */
const middles = (...rows) => rows.map((row) => [MIDDLE, row]);

/** The height and the places of the pips, by rank. @type {Record<string, [height: number, places: [number, number][]]>} */
const PIPS = {
  A: [58, middles(CENTRE)],
  2: [26, middles(TOP + 3, BOTTOM - 3)],
  3: [26, middles(TOP + 3, CENTRE, BOTTOM - 3)],
  4: [22, pairs(TOP + 2, BOTTOM - 2)],
  5: [22, [...pairs(TOP + 2, BOTTOM - 2), ...middles(CENTRE)]],
  6: [22, pairs(TOP + 2, CENTRE, BOTTOM - 2)],
  7: [20, [...pairs(TOP, CENTRE, BOTTOM), ...middles(47.5)]],
  8: [20, [...pairs(TOP, CENTRE, BOTTOM), ...middles(47.5, 92.5)]],
  9: [19, [...pairs(TOP, 55, 85, BOTTOM), ...middles(CENTRE)]],
  10: [19, [...pairs(TOP, 55, 85, BOTTOM), ...middles(40, 100)]],
};

const TURNED = 'rotate(180 50 70)';

/** The drawings so far, by card. Preact does not compare the same element again. @type {Map<string, Drawing>} */
const drawings = new Map();

/** Return the drawing of a card in a view box of 100 × 140. @param {string} card its notation @returns {Drawing} */
export function cardFace(card) {
  const known = drawings.get(card);
  if (known) return known;
  const suit = suitOf(card);
  const drawing = isFaceDown(card) ? back() : suit ? face(cardIndex(card), suit) : jokerFace();
  drawings.set(card, drawing);
  return drawing;
}

/** @param {string} index @param {string} suit @returns {Drawing} */
function face(index, suit) {
  const corner = html`<path class="card-index" d=${placeGlyph(index, INDEX_X, 9.5, 0.88)} />
    <path d=${placeShape(suit, INDEX_X, 43, 17)} />`;
  const middle = index in PIPS ? number(index, suit) : html`
    <path class="card-usual" d=${placeShape(suit, 85, 40, 14) + placeShape(suit, 15, 100, 14, true)} />
    ${figure(index, suit)}`;
  return html`${corners(corner)}${middle}`;
}

/** The pips of a number or an ace, and the one that large indices leave room for. @param {string} index @param {string} suit */
function number(index, suit) {
  const [height, places] = PIPS[index];
  const usual = index === 'A' && suit === 'spades'
    ? html`<path class="card-usual" d=${placeShape(suit, MIDDLE, CENTRE, 76)} />
        <path class="card-inlay card-usual" d=${placeShape(suit, MIDDLE, 64, 40)} />`
    : html`<path class="card-usual" d=${pips(suit, height, places)} />`;
  return html`${usual}<path class="card-large" d=${placeShape(suit, 68, 107, 50)} />`;
}

/** @returns {Drawing} */
function jokerFace() {
  const letters = [...'JOKER'].map((letter, at) => placeGlyph(letter, INDEX_X, 33.5 + at * 15, 0.46)).join('');
  const corner = html`<path d=${placeShape('joker', INDEX_X, 18.5, 21)} /><path class="card-index card-word" d=${letters} />`;
  return html`${corners(corner)}${figure('joker', 'joker')}`;
}

/** An index in two opposite corners. @param {Drawing} content */
const corners = (content) => html`<g class="card-corner">${content}</g>
  <g class="card-usual" transform=${TURNED}>${content}</g>`;

/** A figure that is the same either way up. @param {string} name @param {string} suit */
function figure(name, suit) {
  const half = courtLayers(name, suit).map(([paint, path]) => html`<path class=${`card-${paint}`} d=${path} />`);
  return html`<g class="card-figure">${half}</g>
    <g class="card-lower card-usual" transform=${TURNED}>${half}</g>
    <path class="card-belt card-gold card-usual" d=${courtBelt(name)} />`;
}

/**
 * The pips of a card; those of its lower half are upside down.
 * @param {string} suit @param {number} height @param {[number, number][]} places
 */
const pips = (suit, height, places) =>
  places.map(([x, y]) => placeShape(suit, x, y, height, y > CENTRE)).join('');

/** The spade of Kibitz on green, the same either way up. @returns {Drawing} */
function back() {
  const rows = Array.from({ length: 11 }, (_, row) => 15 + row * 11);
  const pattern = rows.flatMap((y, row) => (row % 2 ? [14, 26, 38, 50, 62, 74, 86] : [20, 32, 44, 56, 68, 80])
    .map((x) => placeShape('spades', x, y, 7, row > 5 || (row === 5 && x > 50))));
  return html`<rect class="card-back" x="5" y="5" width="90" height="130" rx="6" />
    <path class="card-pattern" d=${pattern.join('')} />
    <rect class="card-back-line" x="8.5" y="8.5" width="83" height="123" rx="3.5" />
    <path class="card-medal" d="M50 30L80 70L50 110L20 70Z" />
    <path class="card-back-spade" d=${placeShape('spades', 50, 54, 28) + placeShape('spades', 50, 86, 28, true)} />`;
}
