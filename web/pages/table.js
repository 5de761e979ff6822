// @ts-check
// The page of a table: the waiting room, the running game, and the result.

import { readSeed } from '../deals/seed-storage.js';
import { loadGameModule } from '../games/game-modules.js';
import { isReservedFor } from '../lobby/reserved-seats.js';
import { SoundSwitch } from '../frame/sound-switch.js';
import { RequestError } from '../net/errors.js';
import { session } from '../net/session.js';
import { PanelButton, SidePanel, useSidePanel } from '../felt/side-panel.js';
import { closedText, TurnChip } from '../felt/turn-chip.js';
import { useSaid } from '../felt/use-said.js';
import { SchemeSwitch } from '../settings/scheme-switch.js';
import { SettingsButton } from '../settings/settings-button.js';
import { useTableSignals } from '../signals/table-signals.js';
import { Board } from '../table/board.js';
import { useGameAnnouncements } from '../table/game-announcements.js';
import { useLiveGame } from '../table/live-game.js';
import { OwnSeat } from '../table/own-seat.js';
import { takeExpectedDeal, useMotionModule } from '../motion/use-motion.js';
import { TableActions } from '../table/table-actions.js';
import { variantText } from '../text/game-text.js';
import { t } from '../text/messages.js';
import { displayName, playerNames } from '../text/player-names.js';
import { html, useEffect, useLayoutEffect, useMemo, useRef, useState, useStore } from '../ui/html.js';
import { afterStart, lazyComponent } from '../ui/lazy-component.js';
import { LoadError, Loading } from '../ui/load-state.js';
import { useTitle } from '../frame/page-title.js';

/**
 * @typedef {import('../schema').Game} Game
 * @typedef {import('../table/live-game.js').LiveGameState} LiveGameState
 * @typedef {ReturnType<typeof useTableSignals>} Signals
 */

const WaitingRoom = lazyComponent(t('table.subject.table'), async () => (await import('../lobby/waiting-room.js')).WaitingRoom);
const EventLog = lazyComponent(t('table.subject.log'), async () => (await import('../table/event-log.js')).EventLog);
const ScoreSheet = lazyComponent(t('table.subject.scores'), async () => (await import('../table/score-sheet.js')).ScoreSheet);
const GameEnd = lazyComponent(t('table.subject.result'), async () => (await import('../results/game-end.js')).GameEnd);
const RoundSummary = lazyComponent(null, async () => (await import('../results/round-summary.js')).RoundSummary);
const AbandonVote = lazyComponent(null, async () => (await import('../seats/abandon-vote.js')).AbandonVote);
const TalkPanel = lazyComponent(null, async () => (await import('../talk/talk-panel.js')).TalkPanel);
const SeekKeeper = lazyComponent(null, async () => (await import('../seeks/seek-keeper.js')).SeekKeeper);
const DealPanel = lazyComponent(t('table.subject.deals'), async () => (await import('../deals/deal-panel.js')).DealPanel);
const AbsentSeats = lazyComponent(null, async () => (await import('../signals/absent-seats.js')).AbsentSeats);
const TableAttention = lazyComponent(null, async () => {
  await afterStart();
  return (await import('../attention/table-attention.js')).TableAttention;
});
const HeadKeeper = lazyComponent(null, async () => {
  await afterStart();
  return (await import('../transparency/head-keeper.js')).HeadKeeper;
});
const StartWarning = lazyComponent(null, async () => (await import('../deals/start-warning.js')).StartWarning);

/** Keys that do nothing alone. */
const MODIFIERS = ['Shift', 'Control', 'Alt', 'Meta'];

/** Elements that handle the space bar and Enter themselves. */
const SPACE_WIDGETS = 'button, a, summary, input, select, textarea, dialog, [role="group"][tabindex]';

/** @param {{ parameters: string[] }} props */
export default function TablePage({ parameters: [id] }) {
  const liveGame = useLiveGame(id);
  const { game, events, status } = liveGame;
  const gameModule = useGameModule(game?.variant.name);
  const names = usePlayerNames(game);
  const signals = useTableSignals(id, names);
  const panel = useSidePanel('log');
  const said = useSaid(signals.said, game, names, panel.isOpen && panel.tab === 'talk');
  const isSettled = !liveGame.isBehind && !liveGame.pending;
  const seedOwner = seedOwnerOf(game);
  // A game that was started with one click can have begun before its table is loaded.
  const [isDealExpected] = useState(() => takeExpectedDeal(id));
  const wasWaiting = useRef(isDealExpected);
  if (game) wasWaiting.current ||= game.table === null;
  const isOver = game !== null && (game.result !== null || game.stage === 'CLOSED');
  const isOwnTurn = game !== null && game.you !== null && (game.table?.toMove.includes(game.you) ?? false);
  useGameAnnouncements(status === 'loading' ? null : game, events, names, isSettled);
  useTitle(game ? titleText(game, isOwnTurn && !liveGame.isStepping) : t('table.table'));

  if (status === 'gone') return html`<${TableNotFound} />`;
  if (status === 'failed' && liveGame.error) {
    return html`<h1>${t('table.table')}</h1>
      <${LoadError} error=${liveGame.error} subject=${t('table.subject.table')} onRetry=${liveGame.reopen} />`;
  }
  if (gameModule instanceof RequestError) {
    return html`<h1>${t('table.table')}</h1>
      <${LoadError} error=${gameModule} subject=${t('table.subject.table')} onRetry=${() => location.reload()} />`;
  }
  if (!game || !names || !gameModule) {
    // In the place of the table, so that nothing moves when it is there.
    return html`<div class="playing"><div class="first-content">
      <h1>${t('table.table')}</h1><${Loading} subject=${t('table.subject.table')} />
    </div></div>`;
  }
  if (game.table === null) {
    return html`<div class="table-page">
      <div class="table-head">
        <h1>${variantText(game.variant.name)}</h1>
        <p><${RulesLink} variant=${game.variant.name} /></p>
        ${game.access === 'PRIVATE' && html`<p class="sign">${t('table.private')}</p>`}
        <${TableAttention} game=${game} liveGame=${liveGame} names=${names} />
      </div>
      ${isReservedFor(events, session.value?.player.id) && html`<${SeekKeeper} isClosed=${game.stage === 'CLOSED'} />`}
      <${UnstartedTable} liveGame=${liveGame} game=${game} signals=${signals} />
      ${game.stage !== 'CLOSED' && hasTalk(game) && html`<${Talk} game=${game} names=${names} signals=${signals} />`}
    </div>`;
  }
  /** @type {import('../felt/side-panel.js').Tab[]} */
  const tabs = [
    { id: 'log', name: t('table.log'), render: () => html`<${EventLog} events=${events} names=${names} />` },
    { id: 'scores', name: t('table.scores'), render: () => html`<${ScoreSheet} game=${game} events=${events} names=${names} />` },
    ...(hasTalk(game) ? [{
      id: 'talk', name: t('table.talk'), badge: said.isUnread,
      render: () => html`<${Talk} game=${game} names=${names} signals=${signals} />`,
    }] : []),
    { id: 'deals', name: t('table.fairDeals'), render: () => html`<${FairDeals} game=${game} events=${events} names=${names} />` },
  ];
  return html`<div class="table-page playing ${panel.isOpen ? 'playing-beside' : ''}">
    <div class="table-head">
      <a class="table-home" href="/" aria-label=${t('ui.toTables')}><svg viewBox="0 0 24 24" aria-hidden="true"><path
        d="M15 5l-7 7 7 7" /></svg></a>
      <h1>${variantText(game.variant.name)}</h1>
      ${game.access === 'PRIVATE' && html`<p class="sign">${t('table.private')}</p>`}
      ${game.you === null && html`<p class="sign">${t('table.watching')}</p>`}
      <${TurnBanner} game=${game} names=${names} liveGame=${liveGame} />
      <${TableAttention} game=${game} liveGame=${liveGame} names=${names} />
      <${PanelButton} panel=${panel} badge=${said.isUnread} />
      <${TableActions} liveGame=${liveGame} game=${game}>
        <${RulesLink} variant=${game.variant.name} isButton />
        <div class="menu-switches"><${SoundSwitch} /><${SchemeSwitch} /><${SettingsButton} /></div>
      <//>
    </div>
    <div class="table-main" onClick=${liveGame.roundEnd === null ? undefined : liveGame.showLatest}>
      <div class="table-notices">
        ${seedOwner && html`<${StartWarning} game=${game} events=${events} player=${seedOwner} />`}
        ${isOrganizerOf(game) && html`<${AbsentSeats} game=${game} presence=${signals.presence}
          runCommand=${liveGame.runCommand} />`}
        ${!isOver && game.seats.some(({ votesToAbandon }) => votesToAbandon)
          && html`<${AbandonVote} game=${game} names=${names} runCommand=${liveGame.runCommand} />`}
      </div>
      ${isOver && html`<${GameEnd} game=${game} names=${names} liveGame=${liveGame} />`}
      ${!isOver && liveGame.roundEnd !== null && html`<${RoundSummary} game=${game} names=${names} events=${events}
        version=${liveGame.roundEnd} isHeld=${liveGame.isStepping} onContinue=${liveGame.showLatest} />`}
      <${Board} game=${game} names=${names} events=${events} gameModule=${gameModule} ownSeat=${game.you}
        presence=${signals.presence} said=${said.bySeat} hasClocks=${!isOver} isStart=${wasWaiting.current} controls=${game.you !== null && !isOver
          && html`<${OwnSeat} liveGame=${liveGame} game=${game} names=${names} gameModule=${gameModule} />`} />
    </div>
    <${SidePanel} panel=${panel} tabs=${tabs} />
    <${HeadKeeper} game=${game.id} events=${events} isOver=${isOver} />
  </div>`;
}

/** @param {Game} game @param {boolean} isOwnTurn */
const titleText = ({ variant: { name } }, isOwnTurn) =>
  (isOwnTurn ? t('table.yourTurn', { game: variantText(name) }) : variantText(name));

/**
 * Return the module of a variant; null until it is loaded, an error if that fails.
 * @param {string | undefined} variant
 */
function useGameModule(variant) {
  /** @typedef {import('../games/game-modules.js').GameModule} GameModule */
  const [gameModule, setGameModule] = useState(/** @type {GameModule | RequestError | null} */ (null));
  useLayoutEffect(() => {
    let isCurrent = true;
    if (variant) {
      loadGameModule(variant).then(
        (loaded) => isCurrent && setGameModule(loaded),
        () => isCurrent && setGameModule(new RequestError(t('ui.partNotLoaded'))),
      );
    }
    return () => void (isCurrent = false);
  }, [variant]);
  return gameModule;
}

/** Return your id if this browser has a seed of yours in a running game; null if not. @param {Game | null} game */
function seedOwnerOf(game) {
  const player = game?.you == null ? null : game.seats[game.you].player.id;
  const isOver = game !== null && (game.result !== null || game.stage === 'CLOSED');
  return game?.table && player && !isOver && readSeed(game.id, player) ? player : null;
}

/** Return whether you are the organizer of a running game, with other people in it. @param {Game} game */
function isOrganizerOf({ seats, you, organizer, stage }) {
  const isOrganizer = you !== null && seats[you]?.player.id === organizer?.id;
  return isOrganizer && stage === 'PLAYING' && seats.some(({ index, machine }) => !machine && index !== you);
}

/** Return the players' names; the object stays the same while the players do. @param {Game | null} game */
function usePlayerNames(game) {
  const viewerId = useStore(session)?.player.id ?? null;
  const players = game && [...game.seats.map(({ player }) => player), ...game.invited];
  const namesKey = players && JSON.stringify([game.you, players.map(displayName)]);
  return useMemo(() => game && playerNames(game, viewerId), [namesKey, viewerId]);
}

/** @param {{ variant: string, isButton?: boolean }} props */
const RulesLink = ({ variant, isButton = false }) => html`<a class=${isButton ? 'button' : undefined} target="_blank"
  href=${`/rules/${encodeURIComponent(variant)}`}>${t('ui.rules')}<span
  class="unseen"> ${t('ui.inNewTab')}</span></a>`;

function TableNotFound() {
  useTitle(t('table.noTableTitle'));
  return html`<h1>${t('table.noTable')}</h1>
    <p>${t('table.noTableReason')}</p>
    <p><a class="button" href="/">${t('ui.goToTables')}</a></p>`;
}

/**
 * A table that has not started, or was closed before it did.
 * @param {{ liveGame: LiveGameState, game: Game, signals: Signals }} props
 */
function UnstartedTable({ liveGame, game, signals }) {
  useMotionModule();
  if (game.stage !== 'CLOSED') {
    return html`<${WaitingRoom} game=${game} events=${liveGame.events} sendCommand=${liveGame.runCommand}
      presence=${signals.presence} />`;
  }
  return html`<p>${closedText(liveGame.events)}</p>
    <p><a class="button" href="/">${t('ui.goToTables')}</a></p>`;
}

/** Return whether a table has talk. @param {Game} game */
const hasTalk = ({ options }) => !options.some(({ name, value }) => name === 'talk' && value.toLowerCase() === 'false');

/** @param {{ game: Game, names: import('../text/player-names.js').Names, signals: Signals }} props */
const Talk = ({ game, names, signals }) => html`<${TalkPanel} game=${game} names=${names} said=${signals.said}
  onMutedChange=${signals.restart} />`;

/**
 * The deals of the game and their check.
 * @param {{ game: Game, events: LiveGameState['events'], names: import('../text/player-names.js').Names }} props
 */
const FairDeals = (props) => html`<section class="deals" aria-label=${t('table.fairDeals')}>
  <h2>${t('table.fairDeals')}</h2>
  <${DealPanel} ...${props} />
</section>`;

/**
 * The player to move, and the phase. While events are shown step by step, a click or a key skips to the latest event.
 * @param {{ game: Game, names: import('../text/player-names.js').Names, liveGame: LiveGameState }} props
 */
function TurnBanner({ game, names, liveGame }) {
  const { isStepping, roundEnd, showLatest } = liveGame;
  const isSkippable = isStepping && roundEnd === null;
  const isOwnTurn = game.you !== null && !isStepping && (game.table?.toMove.includes(game.you) ?? false);
  useEffect(() => {
    if (!isSkippable) return undefined;
    const onKeyDown = (/** @type {KeyboardEvent} */ event) => {
      const isPress = event.key === ' ' || event.key === 'Enter';
      // A press of a button becomes a click.
      if (MODIFIERS.includes(event.key) || (isPress && event.target instanceof Element && event.target.closest(SPACE_WIDGETS))) return;
      if (event.key === ' ') event.preventDefault();
      showLatest();
    };
    addEventListener('keydown', onKeyDown);
    addEventListener('click', showLatest);
    return () => (removeEventListener('keydown', onKeyDown), removeEventListener('click', showLatest));
  }, [isSkippable, showLatest]);
  return html`<${TurnChip} game=${game} names=${names} events=${liveGame.events} isOwnTurn=${isOwnTurn}>
    ${isSkippable && html`<button type="button" class="plain turn-skip" onClick=${showLatest}>${t('table.showAll')}</button>`}
  <//>`;
}
