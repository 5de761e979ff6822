// @ts-check
// Cards and suits as SVG.

import { cardName, isFaceDown, RANKS, suitName, suitOf } from '../text/card-names.js';
import { html } from '../ui/html.js';

/** Outlines of the suits and the joker, in a square of 100. @type {Record<string, string>} */
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

/** A suit's symbol, with its name for screen readers. @param {{ suit: string }} props `suit` as in the schema */
export function Suit({ suit }) {
  const name = suitName(suit);
  return html`<span class="suit suit-${name}"
    ><svg viewBox="0 0 100 100" aria-hidden="true"><path d=${SHAPES[name]} /></svg
    ><span class="unseen">${name}</span></span
  >`;
}

/** A card; the variable `--card-width` sets its width. @param {{ card: string }} props `card` in notation */
export function Card({ card }) {
  const hidden = isFaceDown(card);
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
  // The two digits of 10 are squeezed to the width of the widest letter.
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

/** The positions of the lozenges on the back. @type {[x: number, y: number][]} */
const LATTICE = [[50, 28], [50, 70], [50, 112], [26, 49], [74, 49], [26, 91], [74, 91]];

function Back() {
  return html`<rect class="card-back" x="7" y="7" width="86" height="126" rx="7" />
    ${LATTICE.map(([x, y]) => html`<path class="card-lattice" d="M${x} ${y - 17}l13 17l-13 17l-13-17Z" />`)}`;
}
