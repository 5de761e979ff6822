// @ts-check
// The move that is queued for your turn, and the notice of one that was dropped.

import { moveText } from '../text/game-text.js';
import { refusalText } from '../text/refusal-text.js';
import { announce } from '../ui/announcer.js';
import { html, useEffect } from '../ui/html.js';

/**
 * @typedef {import('./move-queue.js').Move} Move
 * @typedef {import('./move-queue.js').DroppedMove} Dropped
 * @typedef {import('./move-queue.js').DropReason} DropReason
 * @typedef {import('../schema').Game} Game
 * @typedef {import('../text/player-names.js').Names} Names
 */

/** @type {Record<Exclude<DropReason, 'REFUSED'>, string>} */
const REASON_TEXTS = {
  NOT_LEGAL: 'It is not possible now.',
  MOVED: 'Your seat made another move.',
  ROUND_OVER: 'The round is over.',
  GAME_OVER: 'The game is over.',
  SEAT_AUTOMATED: 'The machine plays your seat.',
};

/** The queued move, with a button to cancel it. @param {{ queued: Move | null, onCancel: () => void }} props */
export function QueuedMove({ queued, onCancel }) {
  const text = queued ? inputText(queued) : '';
  useEffect(() => {
    if (text) announce(`Queued for your turn: ${text}.`);
  }, [text]);
  if (!text) return null;
  const cancel = () => (onCancel(), announce('The queued move is cancelled.'));
  return html`<div class="row mine-queued">
    <p><strong>Queued for your turn:</strong> ${text}. Only you see it.</p>
    <button type="button" onClick=${cancel}>Cancel the queued move</button>
  </div>`;
}

/**
 * The notice that a queued move was dropped, once that moment of the game is on screen.
 * @param {{ dropped: Dropped | null, game: Game, names: Names }} props
 */
export function DroppedMove({ dropped, game, names }) {
  const isShown = dropped !== null && game.version >= dropped.version;
  const subject = isShown ? `${inputText(dropped.move)}: dropped from the queue.` : '';
  const reason = isShown ? dropText(dropped, game, names) : '';
  useEffect(() => {
    if (isShown) announce(`${subject} ${reason}`);
  }, [dropped, isShown]);
  return isShown && html`<p class="refusal mine-refusal"><strong>${subject} </strong>${reason}</p>`;
}

/** @param {Dropped} dropped @param {Game} game @param {Names} names */
const dropText = ({ reason, code, message }, game, names) =>
  reason === 'REFUSED' ? refusalText({ code, message }, game, names) : REASON_TEXTS[reason];

/** Return a move before it is sent, or in flight, as text. @param {Move} move */
export const inputText = ({ mutation, input }) =>
  moveText(/** @type {any} */ ({ __typename: mutation[0].toUpperCase() + mutation.slice(1), mutation, ...input }));
