// @ts-check
// The phrases and emotes that can be said at a table.

/** @typedef {import('../schema').Phrase} Phrase */

/** The phrases in the order in which they are offered. @type {readonly (readonly [Phrase, string])[]} */
export const PHRASES = [
  ['HELLO', 'Hello'], ['GOOD_LUCK', 'Good luck'], ['YOUR_TURN', 'Over to you'], ['ONE_MOMENT', 'One moment, please'],
  ['BACK_AGAIN', 'I am back'], ['WELL_PLAYED', 'Well played'], ['NICE_TRY', 'Nice try'], ['THANKS', 'Thanks'],
  ['SORRY', 'Sorry'], ['GOOD_GAME', 'Good game'], ['ANOTHER_ONE', 'Another one?'], ['GOODBYE', 'Goodbye'],
];

/** The emotes, each with its name. @type {readonly (readonly [Phrase, string])[]} */
export const EMOTES = [
  ['SMILE', 'Smile'], ['LAUGH', 'Laughter'], ['APPLAUSE', 'Applause'], ['SURPRISED', 'Surprise'],
  ['THINKING', 'Thoughtful face'], ['SAD', 'Sad face'],
];

const TEXTS = new Map([...PHRASES, ...EMOTES]);

/** Return the text of a phrase, or the name of an emote. @param {Phrase} phrase */
export const phraseText = (phrase) => TEXTS.get(phrase) ?? phrase;
