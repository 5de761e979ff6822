// @ts-check
// A table before its start: its seats and options, and the actions of players and visitors.

import { t } from 'catalogue/lobby.js';
import { dealFacts } from '../deals/deal-facts.js';
import { joiningCommitment } from '../deals/game-seed.js';
import { SeedsAwaited } from '../deals/seeds-awaited.js';
import { SeedWarning } from '../deals/seed-warning.js';
import { useGameSeed } from '../deals/use-game-seed.js';
import { playerCountText, useVariants, variantTitle } from '../games/variants.js';
import { rematchFacts } from '../rematch/rematch-facts.js';
import { RematchWait } from '../rematch/rematch-wait.js';
import { LevelSelect } from '../levels/level-select.js';
import { possibleLevel, usePreferredLevel } from '../levels/preferred-level.js';
import { InvitePanel } from '../invitations/invite-panel.js';
import { requireSignIn, session } from '../net/session.js';
import { announce } from '../ui/announcer.js';
import { BusyButton, useBusy } from '../ui/busy-button.js';
import { useFocusFallback } from '../ui/focus.js';
import { html, useMemo, useState } from '../ui/html.js';
import { navigate } from '../ui/router.js';
import { useViewer } from '../ui/viewer.js';
import { OptionList } from './game-options.js';
import { NumberSelect } from './number-select.js';
import { usualMachineCount } from '../play/quick-play.js';
import { hasReservedSeats, isFromSeeks } from './reserved-seats.js';
import { SeatList } from './seat-list.js';
import { DEFAULT_LEVEL } from '../text/option-text.js';
import { displayName } from '../text/player-names.js';

/**
 * @typedef {import('../schema').Game} Game
 * @typedef {(mutation: string, input?: Record<string, unknown>) => Promise<unknown>} SendCommand sends a command to
 *   this game; rejects with RefusalError or RequestError
 * @typedef {object} WaitingTable the props of all parts of the waiting room
 * @property {Game} game
 * @property {SendCommand} sendCommand
 * @property {import('../ui/busy-button.js').Busy} busy
 * @property {import('../games/variants.js').Variant | undefined} variant
 * @property {number} freeSeats
 * @property {boolean} isOrganizer whether the viewer is the organizer
 * @property {boolean} isKept whether free seats are kept for invited players
 * @property {ReadonlyMap<number, boolean>} presence whether the player of a seat is present
 */

/**
 * @param {{
 *   game: Game, events: readonly import('../schema').GameEvent[], sendCommand: SendCommand,
 *   presence: ReadonlyMap<number, boolean>,
 * }} props
 */
export function WaitingRoom({ game, events, sendCommand, presence }) {
  const variants = useVariants();
  const viewer = useViewer();
  const busy = useBusy();
  const ref = useFocusFallback();
  const variant = variants?.find(({ name }) => name === game.variant.name);
  const isOrganizer = game.you !== null && game.organizer?.id === viewer?.player.id;
  const seedState = useGameSeed(game, events);
  const deal = useMemo(() => dealFacts(game, events), [game, events]);
  const rematch = useMemo(() => rematchFacts(events), [events]);
  const isMatched = isFromSeeks(events);
  const isKept = game.invited.length > 0 && hasReservedSeats(events);
  const allFree = Math.max(game.variant.maxPlayers - game.seats.length, 0);
  const freeSeats = isKept ? Math.min(game.invited.length, allFree) : allFree;
  const title = variantTitle(variants, game.variant.name);
  const table = { game, sendCommand, busy, variant, freeSeats, isOrganizer, isKept, presence };
  if (game.stage === 'WAITING_FOR_SEEDS' && deal) {
    return html`<section class="waiting-room" ref=${ref} aria-label=${t('lobby.beforeStart')}>
      <${SeedsAwaited} game=${game} deal=${deal} state=${seedState} />
      <${OptionPanel} ...${table} />
    </section>`;
  }
  return html`<section class="waiting-room" ref=${ref} aria-label=${t('lobby.beforeStart')}>
    <div class="panel">
      <h2>${t('text.stage.WAITING_FOR_PLAYERS')}</h2>
      ${seedState.warning && html`<${SeedWarning} reason=${seedState.warning} hasStarted=${false} />`}
      <p>${variant
          ? t('lobby.gameIsFor', { game: title, players: playerCountText(variant) })
          : t('lobby.gameIsForSeveral', { game: title })}${' '}
        ${game.access === 'PUBLIC'
          ? t(isKept ? 'lobby.publicTable' : 'lobby.publicTableWithFreeSeats')
          : t('lobby.privateTable')}</p>
      ${isMatched && html`<p>${t('lobby.matchedTable')}</p>`}
      ${rematch && html`<${RematchWait} ...${table} facts=${rematch} hasMachines=${variant?.machinePlayer ?? false} />`}
      <${SeatList} ...${table} />
      <${JoinButtons} ...${table} deal=${deal} />
      <${StartButton} ...${table} startsAlone=${rematch?.until != null || isMatched} />
    </div>
    <div>
      ${game.you !== null && !isKept && freeSeats > 0 && html`<${InvitePanel} game=${game} />`}
      <${OptionPanel} ...${table} />
      ${game.you !== null && html`<${SeatOptions} ...${table} />`}
    </div>
  </section>`;
}

/** @param {WaitingTable} props */
const OptionPanel = ({ game, variant }) => html`<div class="panel">
  <h3>${t('lobby.options')}</h3>
  <${OptionList} settings=${game.options} options=${variant?.options} />
</div>`;

/**
 * The actions of a visitor without a seat.
 * @param {WaitingTable & { deal: import('../deals/deal-facts.js').DealFacts | null }} props
 */
function JoinButtons({ game, sendCommand, busy, freeSeats, isKept, deal }) {
  const viewer = useViewer();
  const isInvited = game.invited.some(({ id }) => id === viewer?.player.id);
  if (game.you !== null) return null;
  if (isKept && !isInvited) return html`<p class="quiet">${t('lobby.seatsAreKept')}</p>`;
  const join = async () => {
    if (!await requireSignIn(t('lobby.signInForSeat'))) return;
    const player = session.value?.player.id;
    // Sent with the command, the commitment is in time also if the game starts at once.
    const commitment = deal && player && joiningCommitment(game.id, deal, player);
    await sendCommand('joinGame', commitment ? { commitment } : {});
  };
  const decline = async () => {
    await sendCommand('declineInvitation', {});
    if (game.access === 'PRIVATE') navigate('/');
    announce(t('lobby.declined'));
  };
  return html`<div class="row">
    ${isInvited && html`<p>${t('lobby.invitedToTable')}</p>`}
    ${freeSeats > 0 && html`<${BusyButton} busy=${busy} name="join" action=${join} primary>${t('lobby.takeSeat')}<//>`}
    ${freeSeats === 0 && html`<p class="quiet">${t('lobby.tableIsFull')}</p>`}
    ${isInvited && html`<${BusyButton} busy=${busy} name="decline" action=${decline}>${t('lobby.decline')}<//>`}
  </div>`;
}

/**
 * The start of the game by its organizer, with machine players in the free seats.
 * @param {WaitingTable & { startsAlone: boolean }} props `startsAlone` is whether the server starts the game
 */
function StartButton({ game, sendCommand, busy, variant, freeSeats, isOrganizer, isKept, startsAlone }) {
  const [chosen, setChosen] = useState(/** @type {number | null} */ (null));
  const { levels } = game.variant;
  const [level, setLevel] = usePreferredLevel(levels);
  if (!isOrganizer) {
    if (startsAlone) return null;
    const text = game.organizer ? t('lobby.organizerStarts', { name: displayName(game.organizer) }) : t('lobby.noOrganizer');
    return game.you !== null && html`<p class="quiet">${text}</p>`;
  }
  const canFill = variant?.machinePlayer && freeSeats > 0 && !isKept && !startsAlone;
  const count = canFill ? Math.min(chosen ?? usualMachineCount(variant, game.seats.length), freeSeats) : 0;
  const missing = (variant?.minPlayers ?? 0) - game.seats.length - count;
  const disabledReason = missing > 0 ? t('lobby.missingPlayers', { count: missing }) : null;
  const start = async () => {
    if (count) await sendCommand('fillSeats', { count, level });
    await sendCommand('startGame', {});
  };
  return html`<div class="start">
    ${canFill && html`<${NumberSelect} label=${t('lobby.machinePlayers')} min=${0} max=${freeSeats} value=${count}
      onValueChange=${setChosen} hint=${t('lobby.machinePlayersHint')} />`}
    ${count > 0 && html`<${LevelSelect} label=${t('levels.howWell')} levels=${levels} value=${level} onValueChange=${setLevel} />`}
    <${BusyButton} busy=${busy} name="start" action=${start} primary
      disabledReason=${disabledReason}>${t('lobby.start')}<//>
  </div>`;
}

/** The actions of a player with a seat. @param {WaitingTable} props */
function SeatOptions({ game, sendCommand, busy, variant }) {
  const hasOtherPeople = game.seats.some((seat) => !seat.machine && seat.index !== game.you);
  const isAutomated = game.seats.some((seat) => seat.index === game.you && seat.automated);
  const { levels } = game.variant;
  const [level, setLevel] = useState(possibleLevel(levels, DEFAULT_LEVEL));
  const reclaim = () => sendCommand('reclaimSeat', {});
  const leave = async () => {
    await sendCommand('leaveGame', {});
    navigate('/');
    announce(t('lobby.left'));
  };
  return html`<details class="panel more">
    <summary>${t('lobby.ownSeat')}</summary>
    <div class="row">
      <${BusyButton} busy=${busy} name="leave" action=${leave}>${t('lobby.leave')}<//>
    </div>
    <p class="hint">${t(hasOtherPeople ? 'lobby.leaveSeatToOthers' : 'lobby.leaveAndClose')}</p>
    ${variant?.machinePlayer && (isAutomated
      ? html`<div class="row">
          <${BusyButton} busy=${busy} name="reclaim" action=${reclaim}>${t('text.move.ReclaimSeat')}<//>
        </div>
        <p class="hint">${t('lobby.reclaimHint')}</p>`
      : html`<div class="row">
          <${BusyButton} busy=${busy} name="automate" action=${() => sendCommand('automateSeat', { level })}>
            ${t('lobby.automate')}<//>
        </div>
        <p class="hint">${t('lobby.automateHint')}</p>
        <${LevelSelect} label=${t('levels.howWellForYou')} levels=${levels} value=${level} onValueChange=${setLevel} />`)}
  </details>`;
}
