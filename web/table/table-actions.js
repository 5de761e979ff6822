// @ts-check
// The menu of a table: open the replay, hand your seat over to the machine, resign, and abandon the game.

import { DEFAULT_LEVEL } from '../text/option-text.js';
import { t } from '../text/messages.js';
import { BusyButton, useBusy } from '../ui/busy-button.js';
import { Dialog } from '../ui/dialog.js';
import { html, useState } from '../ui/html.js';
import { lazyComponent } from '../ui/lazy-component.js';
import { Menu } from '../felt/menu.js';

const LevelSelect = lazyComponent(null, async () => (await import('../levels/level-select.js')).LevelSelect);

/**
 * The buttons that end your part in a game, by their mutation, with the dialog that asks for a confirmation.
 * @type {Record<string, { button: string, title: string, text: string, confirm: string }>}
 */
const DEPARTURES = {
  automateSeat: {
    button: t('text.move.AutomateSeat'),
    title: t('table.handOverTitle'),
    text: t('table.handOverText'),
    confirm: t('table.handOverConfirm'),
  },
  resign: {
    button: t('text.move.Resign'),
    title: t('table.resignTitle'),
    text: t('table.resignText'),
    confirm: t('text.move.Resign'),
  },
  voteToAbandon: {
    button: t('table.abandon'),
    title: t('table.abandonTitle'),
    text: t('table.abandonText'),
    confirm: t('table.abandonConfirm'),
  },
};

/**
 * @param {{
 *   liveGame: import('./live-game.js').LiveGameState, game: import('../schema').Game,
 *   children?: import('preact').ComponentChildren,
 * }} props `children` are the last entries
 */
export function TableActions({ liveGame, game, children }) {
  const [chosen, setChosen] = useState('');
  const isOver = game.result !== null || game.stage === 'CLOSED';
  const departures = isOver ? [] : possibleDepartures(game);
  return html`<${Menu} label=${t('table.menu')}>
    <a class="button" href=${`/games/${game.id}/replay`}>${t(isOver ? 'table.replay' : 'table.replaySoFar')}</a>
    ${departures.map((mutation) => html`<button key=${mutation} type="button" onClick=${() => setChosen(mutation)}>
      ${DEPARTURES[mutation].button}</button>`)}
    ${children}
    ${departures.includes(chosen) && html`<${DepartureDialog} mutation=${chosen} levels=${game.variant.levels} runCommand=${liveGame.runCommand}
      onClose=${() => setChosen('')} />`}
  <//>`;
}

/** Return the mutations that can end your part in a game in progress. @param {import('../schema').Game} game */
function possibleDepartures({ you, seats }) {
  const seat = you === null ? null : seats[you];
  if (!seat || seat.givenUp) return [];
  if (seat.automated) return ['resign'];
  // A single person who abandons a game resigns.
  const hasOthers = seats.some(({ index, machine, automated }) => index !== you && !machine && !automated);
  const canVote = hasOthers && !seat.votesToAbandon;
  return ['automateSeat', 'resign', ...(canVote ? ['voteToAbandon'] : [])];
}

/**
 * @param {{
 *   mutation: string, levels: readonly import('../schema').MachineLevel[], onClose: () => void,
 *   runCommand: (mutation: string, input?: Record<string, unknown>) => Promise<unknown>,
 * }} props
 */
function DepartureDialog({ mutation, levels, runCommand, onClose }) {
  const busy = useBusy();
  const [level, setLevel] = useState(/** @type {import('../schema').MachineLevel} */ (DEFAULT_LEVEL));
  const hasLevel = mutation === 'automateSeat';
  const { title, text, confirm } = DEPARTURES[mutation];
  const onConfirm = async () => {
    await runCommand(mutation, hasLevel ? { level } : {});
    onClose();
  };
  return html`<${Dialog} title=${title} onClose=${onClose}>
    <p>${text}</p>
    ${hasLevel && html`<${LevelSelect} label=${t('levels.howWellForYou')} levels=${levels} value=${level} onValueChange=${setLevel} />`}
    <div class="row">
      <${BusyButton} busy=${busy} name="leave" action=${onConfirm} primary>${confirm}<//>
      <button type="button" onClick=${onClose}>${t('table.goOnPlaying')}</button>
    </div>
  <//>`;
}
