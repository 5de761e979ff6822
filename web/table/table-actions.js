// @ts-check
// The actions above a table: open the replay, hand your seat over to the machine.

import { Dialog } from '../ui/dialog.js';
import { html, useState } from '../ui/html.js';

/** @param {{ liveGame: import('./live-game.js').LiveGameState, game: import('../schema').Game }} props */
export function TableActions({ liveGame, game }) {
  const [isConfirming, setConfirming] = useState(false);
  const seat = game.you === null ? null : game.seats[game.you];
  const isOver = game.result !== null || game.stage === 'CLOSED';
  const canHandOver = seat && !seat.automated && !isOver;
  const onConfirm = () => (setConfirming(false), liveGame.makeMove('automateSeat'));
  return html`<div class="table-actions">
    <a class="button" href=${`/games/${game.id}/replay`}>${isOver ? 'Replay' : 'Replay so far'}</a>
    ${canHandOver && html`<button type="button" onClick=${() => setConfirming(true)}>Hand over to the machine</button>`}
    ${isConfirming && canHandOver && html`<${Dialog} title="Hand your seat to the machine?"
      onClose=${() => setConfirming(false)}>
      <p>The machine plays your seat to the end of this game, and the game counts as lost for you. You cannot take
        this back.</p>
      <div class="row">
        <button type="button" class="main" onClick=${onConfirm}>Hand over</button>
        <button type="button" onClick=${() => setConfirming(false)}>Go on playing</button>
      </div>
    <//>`}
  </div>`;
}
