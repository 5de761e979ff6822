// @ts-check
// The emotes as line drawings: many systems have no font for such symbols.

import { html } from '../ui/html.js';

/** @typedef {import('../schema').Phrase} Phrase */

const FACE = 'M12 2.5a9.5 9.5 0 1 0 .01 0z';
const EYES = 'M8.5 9.5v.5M15.5 9.5v.5';

/** The lines of each emote, in a square of 24. @type {Partial<Record<Phrase, string>>} */
const LINES = {
  SMILE: `${FACE}${EYES}M8 14.5q4 4 8 0`,
  LAUGH: `${FACE}M7.5 10.5l1.5-1.5 1.5 1.5M13.5 10.5l1.5-1.5 1.5 1.5M7.5 14h9q-4.5 7-9 0z`,
  SURPRISED: `${FACE}${EYES}M12 13.5a2.2 2.5 0 1 0 .01 0z`,
  THINKING: `${FACE}${EYES}M9 16.5l6-1.5M7 6.5l3-.7`,
  SAD: `${FACE}${EYES}M8 17q4-4 8 0`,
  APPLAUSE: 'M9 21c-3-1-5-4-5-7l1-6a1.5 1.5 0 0 1 3 .5V13M15 21c3-1 5-4 5-7l-1-6a1.5 1.5 0 0 0-3 .5V13'
    + 'M8 13l4 3 4-3M12 16v5M12 2v4M7.5 3l1 2.5M16.5 3l-1 2.5',
};

/** Return whether a phrase is an emote. @param {Phrase} phrase */
export const isEmote = (phrase) => phrase in LINES;

/** @param {{ emote: Phrase }} props */
export const EmotePicture = ({ emote }) => html`<svg viewBox="0 0 24 24" aria-hidden="true"><path d=${LINES[emote]} /></svg>`;
