// @ts-check
// Why a move was refused, as the server says it, with names for seats and cards.

import { cardName } from '../table/card.js';
import { capital, whom } from './phrases.js';
import { turnWords } from './game-text.js';

const CARD = /\b(?:[2-9TJQKA][HCSD]|JOKER)\b/g;

/**
 * @param {{ code: string, message: string }} refusal
 * @param {import('../schema').Game} game @param {import('./player-names.js').Names} names
 */
export function refusalWords({ code, message }, game, names) {
  // What the view says says it better than numbers of seats and versions.
  if (code === 'NOT_YOUR_TURN') return `It is not your turn. ${turnWords(game, names)}`;
  if (code === 'VERSION_CONFLICT') {
    return 'The game had gone on before your move arrived. Nothing was played; look again.';
  }
  return capital(message
    .replace(/\bseat (\d+)/gi, (_, seat) => whom(names, Number(seat)))
    .replace(CARD, (card) => `the ${cardName(card)}`)
    .replace(/^you has /i, 'You have '));
}
