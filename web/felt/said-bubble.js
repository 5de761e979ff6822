// @ts-check
// The last phrase of a player, as a bubble at the seat.

import { EmotePicture, isEmote } from '../talk/emote-picture.js';
import { phraseText } from '../talk/phrase-texts.js';
import { html } from '../ui/html.js';

/** @param {{ phrase: import('../schema').Phrase }} props */
export const SaidBubble = ({ phrase }) => html`<p class="said-bubble" aria-hidden="true">${
  isEmote(phrase) ? html`<span class="emote"><${EmotePicture} emote=${phrase} /></span>` : phraseText(phrase)}</p>`;
