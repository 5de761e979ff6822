// @ts-check
// The server's refusals as text.

import { turnText } from './game-text.js';
import { t } from './messages.js';
import { capitalize } from './phrases.js';

/**
 * @param {{ code: string, message: string }} refusal
 * @param {import('../schema').Game} game @param {import('./player-names.js').Names} names
 */
export function refusalText({ code, message }, game, names) {
  // The game's view gives a clearer reason than the server's message.
  if (code === 'NOT_YOUR_TURN') return [t('text.refusal.notYourTurn'), turnText(game, names)].join(' ');
  if (code === 'VERSION_CONFLICT') return t('text.refusal.versionConflict');
  return capitalize(message);
}
