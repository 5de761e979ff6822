// @ts-check
// The move that is queued for your turn, and the notice of one that was dropped.

import { moveText } from '../text/game-text.js';
import { t, tParts } from '../text/messages.js';
import { refusalText } from '../text/refusal-text.js';
import { announce } from '../ui/announcer.js';
import { html, useEffect } from '../ui/html.js';

/**
 * @typedef {import('./move-queue.js').Move} Move
 * @typedef {import('./move-queue.js').DroppedMove} Dropped
 * @typedef {import('../schema').Game} Game
 * @typedef {import('../text/player-names.js').Names} Names
 */

/** The queued move, with a button to cancel it. @param {{ queued: Move | null, onCancel: () => void }} props */
export function QueuedMove({ queued, onCancel }) {
  const text = queued ? inputText(queued) : '';
  useEffect(() => {
    if (text) announce(t('queue.announced', { move: text }));
  }, [text]);
  if (!text) return null;
  const cancel = () => (onCancel(), announce(t('queue.cancelled')));
  return html`<div class="row mine-queued">
    <p>${tParts('queue.queued', { label: html`<strong>${t('queue.label')}</strong>`, move: text })}</p>
    <button type="button" onClick=${cancel}>${t('queue.cancel')}</button>
  </div>`;
}

/**
 * The notice that a queued move was dropped, once that moment of the game is on screen.
 * @param {{ dropped: Dropped | null, game: Game, names: Names }} props
 */
export function DroppedMove({ dropped, game, names }) {
  const isShown = dropped !== null && game.version >= dropped.version;
  const subject = isShown ? t('queue.dropped', { move: inputText(dropped.move) }) : '';
  const reason = isShown ? dropText(dropped, game, names) : '';
  useEffect(() => {
    if (isShown) announce(`${subject} ${reason}`);
  }, [dropped, isShown]);
  return isShown && html`<p class="refusal mine-refusal"><strong>${subject} </strong>${reason}</p>`;
}

/** @param {Dropped} dropped @param {Game} game @param {Names} names */
const dropText = ({ reason, code, message }, game, names) =>
  reason === 'REFUSED' ? refusalText({ code, message }, game, names) : t(`queue.reason.${reason}`);

/** Return a move before it is sent, or in flight, as text. @param {Move} move */
export const inputText = ({ mutation, input }) =>
  moveText(/** @type {any} */ ({ __typename: mutation[0].toUpperCase() + mutation.slice(1), mutation, ...input }));
