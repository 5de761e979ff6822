// @ts-check
// Cards and suits as SVG, with their names for screen readers.

import { cardFace } from '../cards/card-face.js';
import { placeShape } from '../cards/card-shapes.js';
import { cardName, isFaceDown, suitName, suitOf } from '../text/card-names.js';
import { capitalize } from '../text/phrases.js';
import { html } from '../ui/html.js';

/** A suit's symbol, with its name for screen readers. @param {{ suit: string }} props `suit` as in the schema */
export function Suit({ suit }) {
  const shape = suit.toLowerCase();
  return html`<span class="suit suit-${shape}"
    ><svg viewBox="0 0 100 100" aria-hidden="true"><path d=${placeShape(shape, 50, 50, 100)} /></svg
    ><span class="unseen">${suitName(suit)}</span></span
  >`;
}

/** A suit's symbol beside its name. @param {{ suit: string }} props `suit` as in the schema */
export const NamedSuit = ({ suit }) => html`<span class="named-suit"
  ><${Suit} suit=${suit} /><span aria-hidden="true">${capitalize(suitName(suit))}</span></span
>`;

/** A card; the variable `--card-width` sets its width. @param {{ card: string }} props `card` in notation */
export function Card({ card }) {
  const hidden = isFaceDown(card);
  const suit = suitOf(card) ?? (hidden ? 'back' : 'joker');
  return html`<span class="card suit-${suit}" data-card=${hidden ? undefined : card}
    ><svg viewBox="0 0 100 140" aria-hidden="true">${cardFace(card)}</svg
    ><span class="unseen">${cardName(card)}</span></span
  >`;
}
