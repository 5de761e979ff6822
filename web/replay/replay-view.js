// @ts-check
// A replay on screen: the board at a moment, the playback controls, and the panels beside them.

import { t } from 'catalogue/replay.js';
import { Board } from '../table/board.js';
import { Card } from '../table/card.js';
import { EventLog } from '../table/event-log.js';
import { handStyle, MAX_ROW } from '../table/hand.js';
import { ScoreSheet } from '../table/score-sheet.js';
import { isFaceDown } from '../text/card-names.js';
import { sortHand } from '../text/card-order.js';
import { eventText } from '../text/event-text.js';
import { variantText } from '../text/game-text.js';
import { announce } from '../ui/announcer.js';
import { CopyButton } from '../ui/copy-button.js';
import { html, useEffect, useMemo, useRef, useRerender, useStore } from '../ui/html.js';
import { lazyComponent } from '../ui/lazy-component.js';
import { useTitle } from '../frame/page-title.js';
import { setSearchParams } from '../ui/router.js';
import { locate, positionText, roundsOf } from './chapters.js';
import { eventsSeenFrom, gameSeenFrom } from './perspective.js';
import { ChapterList, PlaybackControls } from './playback-controls.js';
import { usePlayback } from './playback.js';
import { SuggestionPanel } from './suggestion-panel.js';

/**
 * @typedef {import('../schema').Game} Game
 * @typedef {import('../schema').GameEvent} GameEvent
 * @typedef {import('../text/player-names.js').Names} Names
 * @typedef {import('../games/game-modules.js').GameModule} GameModule
 * @typedef {import('./recording.js').Recording} Recording
 */

const DealPanel = lazyComponent(t('replay.deals'), async () => (await import('../deals/deal-panel.js')).DealPanel);
const ReviewPanel = lazyComponent(t('replay.review'), async () => (await import('../review/review-panel.js')).ReviewPanel);

/**
 * @param {{
 *   recording: Recording, state: import('./recording.js').RecordingState, game: Game, gameModule: GameModule,
 *   names: Names, searchParams: URLSearchParams, onReload: () => void,
 * }} props `game` as it was when the replay was loaded
 */
export function ReplayView({ recording, state, game, gameModule, names, searchParams, onReload }) {
  const { events, isLive, error } = state;
  const lastVersion = events.length;
  const rounds = useMemo(() => roundsOf(events), [events]);
  const seat = parseSeat(searchParams.get('seat'), game);
  useStore(recording.changes);
  const playback = usePlayback({
    lastVersion, isLive, rounds, searchParams,
    isReady: (version) => (recording.moment(version) ?? recording.error(version)) !== undefined,
    hasText: (version) => eventText(events[version - 1], names) !== null,
  });
  const { version, direction, goTo } = playback;
  useEffect(() => recording.prefetch(version, direction), [version, direction, recording.changes.value]);
  const isMissing = recording.error(version) !== undefined && recording.moment(version) === undefined;
  useEffect(() => isMissing && playback.isPlaying ? playback.setPlaying(false) : undefined, [isMissing]);
  const pastEvents = useMemo(() => {
    const past = events.slice(0, version);
    return seat === null ? past : eventsSeenFrom(past, seat);
  }, [events, version, seat]);
  const moment = useMoment(recording, events, version, seat);
  const title = variantText(game.variant.name);
  const lastEventText = eventText(pastEvents[version - 1], names);
  const position = positionText(rounds, version, lastVersion);
  const positionSentence = t('replay.positionSentence', { position });
  useTitle(t('replay.pageTitle', { position, game: title }));
  useStepAnnouncements(playback, positionSentence, lastEventText);
  return html`<div class="replay">
    <header class="replay-head">
      <h1>${t('replay.replayOf', { game: title })}</h1>
      <p class="replay-table"><a href="/games/${game.id}">${t('replay.goToTable')}</a></p>
      <${PerspectiveSelect} game=${game} names=${names} seat=${seat} />
      <div class="replay-sharing"><${CopyButton} text=${momentLink(version, seat)}>
        <span class="replay-more-text">${t('replay.copyMomentLink')}</span>
        <span class="replay-less-text" aria-hidden="true">${t('replay.copyLink')}</span><//></div>
    </header>
    ${error && html`<p class="error">${t('replay.stopped', { error: error.message })}
      <button type="button" onClick=${onReload}>${t('replay.loadAgain')}</button></p>`}
    <div class="replay-stage">
      <p class="replay-position"><strong>${position}</strong>
        ${lastEventText && html` <span class="replay-told">${lastEventText}</span>`}</p>
      <${MomentBoard} moment=${moment} version=${version} pastEvents=${pastEvents} recording=${recording}
        gameModule=${gameModule} names=${names} seat=${seat}
      />
      <${PlaybackControls} playback=${playback} lastVersion=${lastVersion} isLive=${isLive} rounds=${rounds}
        valueText=${lastEventText ? `${positionSentence} ${lastEventText}` : positionSentence}
      />
    </div>
    <div class="replay-side">
      ${!isLive && html`<${ReviewPanel} game=${game} names=${names} version=${version} goTo=${goTo}
        findPlace=${(/** @type {number} */ at) => placeOf(rounds, at)} />`}
      <${SuggestionPanel} game=${game} events=${events} version=${version} names=${names} goTo=${goTo} seat=${seat} />
      <${EventLog} events=${pastEvents} names=${names} current=${version} onPick=${goTo} />
    </div>
    <div class="replay-more">
      <${ChapterList} rounds=${rounds} version=${version} goTo=${goTo} />
      ${moment && html`<${ScoreSheet} game=${moment} events=${pastEvents} names=${names} />`}
      <section class="deals" aria-label=${t('replay.fairDeals')}>
        <h2>${t('replay.fairDeals')}</h2>
        <${DealPanel} game=${game} events=${events} names=${names} goTo=${goTo} />
      </section>
    </div>
  </div>`;
}

/** @param {string | null} text @param {Game} game */
const parseSeat = (text, game) => (/^\d$/.test(text ?? '') && Number(text) < game.seats.length ? Number(text) : null);

/**
 * Return where the decision at a version is.
 * @param {readonly import('./chapters.js').Round[]} rounds @param {number} version
 * @returns {import('../review/review-text.js').Place}
 */
function placeOf(rounds, version) {
  const { round, trick } = locate(rounds, version + 1);
  return { round: round?.number ?? null, trick: trick?.number ?? null, isLead: trick?.from === version + 1 };
}

/** Return the address of a moment, for sharing. @param {number} version @param {number | null} seat */
const momentLink = (version, seat) =>
  `${location.origin}${location.pathname}?at=${version}${seat === null ? '' : `&seat=${seat}`}`;

/**
 * Return a moment as seen from a seat; the former one while it is being fetched.
 * @param {Recording} recording @param {readonly GameEvent[]} events
 * @param {number} version @param {number | null} seat
 */
function useMoment(recording, events, version, seat) {
  const former = useRef(/** @type {Game | undefined} */ (undefined));
  const moment = recording.moment(version) ?? former.current;
  former.current = moment;
  return useMemo(
    () => moment && (seat === null ? moment : gameSeenFrom(moment, events.slice(0, moment.version), seat)),
    [moment, events, seat],
  );
}

/**
 * Announce each manual step, the position when playing stops, and the events of a followed game.
 * @param {import('./playback.js').Playback} playback @param {string} position @param {string | null} lastEventText
 */
function useStepAnnouncements({ version, isPlaying, isFollowing }, position, lastEventText) {
  const former = useRef({ version, isPlaying });
  useEffect(() => {
    const { version: formerVersion, isPlaying: wasPlaying } = former.current;
    former.current = { version, isPlaying };
    if (isPlaying || (formerVersion === version && !wasPlaying)) return;
    // Screen readers announce a slider's value themselves.
    if (!wasPlaying && document.activeElement?.matches('input[type="range"]')) return;
    if (isFollowing) lastEventText && announce(lastEventText);
    else announce(lastEventText ? `${lastEventText} ${position}` : position);
  }, [version, isPlaying]);
}

/**
 * @param {{
 *   moment: Game | undefined, version: number, pastEvents: readonly GameEvent[], recording: Recording,
 *   gameModule: GameModule, names: Names, seat: number | null,
 * }} props
 */
function MomentBoard({ moment, version, pastEvents, recording, gameModule, names, seat }) {
  const rerender = useRerender();
  const error = recording.error(version);
  const game = useMemo(() => moment && sortHands(moment), [moment]);
  if (error && moment?.version !== version) {
    return html`<div class="panel" role="alert"><p class="error">${t('replay.momentFailed', { error: error.message })}</p>
      <button type="button" onClick=${() => (recording.retry(version), rerender())}>${t('ui.tryAgain')}</button></div>`;
  }
  if (!game) return html`<div class="replay-board"><p class="waiting">${t('replay.momentLoading')}</p></div>`;
  const ownSeat = seat === null ? null : game.seats[seat];
  return html`<div class="replay-board" aria-busy=${game.version !== version} data-version=${game.version}>
    ${game.table
      ? html`<${Board}
          game=${game} events=${pastEvents} names=${names} gameModule=${gameModule} ownSeat=${seat}
          controls=${ownSeat && html`<${SeatHand} seat=${ownSeat} names=${names} />`}
        />`
      : html`<${PlayerList} game=${game} names=${names} />`}
  </div>`;
}

/** The players at the table before the game starts. @param {{ game: Game, names: Names }} props */
const PlayerList = ({ game, names }) => html`<div class="panel">
  <p>${t('replay.notBegun')}</p>
  <ul>${game.seats.map(({ index }) => html`<li key=${index}>${names.seat(index)}</li>`)}</ul>
</div>`;

/** The hand of the seat whose view is shown. @param {{ seat: import('../schema').Seat, names: Names }} props */
function SeatHand({ seat: { index, hand }, names }) {
  const isHidden = hand.length > 0 && hand.every(isFaceDown);
  const label = t(isHidden ? 'replay.handFaceDown' : 'replay.hand', { isYou: names.you === index, name: names.seat(index) });
  return html`<div class="replay-hand" data-seat=${index}>
    <p>${label}</p>
    <ul class="hand ${hand.length > MAX_ROW ? 'hand-long' : ''}" aria-label=${t('table.cardsInHand')}
      style=${handStyle(hand.length)}>
      ${hand.map((card, place) => html`<li key=${place} style=${{ '--index': place }}><${Card} card=${card} /></li>`)}
    </ul>
  </div>`;
}

/** Sort the visible hands. @param {Game} game @returns {Game} */
function sortHands(game) {
  if (!game.table) return game;
  const order = game.table.cardOrder;
  /** @param {import('../schema').Seat} seat */
  const sortSeat = (seat) => (seat.hand.some(isFaceDown) ? seat : { ...seat, hand: sortHand(seat.hand, order) });
  return { ...game, seats: game.seats.map(sortSeat) };
}

/** A select for the seat whose view is shown. @param {{ game: Game, names: Names, seat: number | null }} props */
function PerspectiveSelect({ game, names, seat }) {
  return html`<label class="replay-seat"><span class="replay-more-text">${t('replay.pointOfView')}</span>
    <select
      value=${seat === null ? '' : String(seat)}
      onChange=${(/** @type {any} */ { target }) => setSearchParams({ seat: target.value || null })}
    >
      <option value="">${t('replay.allRevealed')}</option>
      ${game.seats.map(({ index }) => html`<option value=${String(index)}>
        ${t('replay.viewOfSeat', { isYou: names.you === index, name: names.seat(index) })}
      </option>`)}
    </select>
  </label>`;
}
