// @ts-check
// The phrases and emotes that can be said at a table.

import { tOptional } from 'catalogue/talk.js';

/** @typedef {import('../schema').Phrase} Phrase */

/** The phrases in the order in which they are offered. @type {readonly Phrase[]} */
export const PHRASES = [
  'HELLO', 'GOOD_LUCK', 'YOUR_TURN', 'ONE_MOMENT', 'BACK_AGAIN', 'WELL_PLAYED', 'NICE_TRY', 'THANKS', 'SORRY', 'GOOD_GAME',
  'ANOTHER_ONE', 'GOODBYE',
];

/** The emotes in the order in which they are offered. @type {readonly Phrase[]} */
export const EMOTES = ['SMILE', 'LAUGH', 'APPLAUSE', 'SURPRISED', 'THINKING', 'SAD'];

/** Return the text of a phrase, or the name of an emote. @param {Phrase} phrase */
export const phraseText = (phrase) => tOptional(`talk.phrase.${phrase}`) ?? phrase;
