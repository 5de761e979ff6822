// @ts-check
// A moment of a game on the screen: the table as it was, what had happened, and everything to move by.

import { announce } from '../ui/announcer.js';
import { CopyButton } from '../ui/copy-button.js';
import { html, useEffect, useMemo, useReducer, useRef, useStore } from '../ui/html.js';
import { ask as change } from '../ui/router.js';
import { Board } from '../table/board.js';
import { Card, isHidden } from '../table/card.js';
import { Log } from '../table/event-log.js';
import { ScoreSheet } from '../table/score-sheet.js';
import { told, variantWords } from '../text/game-text.js';
import { useTitle } from '../ui/page-title.js';
import { placeWords, roundsOf } from './chapters.js';
import { Chapters, Controls } from './playback-controls.js';
import { Fairness } from './fairness-panel.js';
import { useMoving } from './playback.js';
import { readFrom, seenFrom } from './perspective.js';
import { Suggested } from './suggestion-panel.js';

/**
 * @typedef {import('../schema').Game} Game
 * @typedef {import('../schema').GameEvent} GameEvent
 * @typedef {import('../text/player-names.js').Names} Names
 * @typedef {import('../games/game-modules.js').GameModule} GameModule
 */

/**
 * @param {{
 *   recording: import('./recording.js').Recording, state: import('./recording.js').Recorded, game: Game,
 *   module: GameModule, names: Names, query: URLSearchParams, again: () => void,
 * }} props `game` as it stood when the replay was loaded
 */
export function Show({ recording, state, game, module, names, query, again }) {
  const { events, live, fault } = state;
  const last = events.length;
  const rounds = useMemo(() => roundsOf(events), [events]);
  const seat = seatOf(query.get('seat'), game);
  useStore(recording.arrived);
  const moving = useMoving({
    last, live, rounds, query,
    ready: (version) => (recording.moment(version) ?? recording.fault(version)) !== undefined,
    tells: (version) => told(events[version - 1], names) !== null,
  });
  const { at, direction } = moving;
  useEffect(() => recording.look(at, direction), [at, direction, recording.arrived.value]);
  const missing = recording.fault(at) !== undefined && recording.moment(at) === undefined;
  useEffect(() => missing && moving.playing ? moving.play(false) : undefined, [missing]);
  const past = useMemo(() => {
    const told = events.slice(0, at);
    return seat === null ? told : readFrom(told, seat);
  }, [events, at, seat]);
  const view = useMoment(recording, events, at, seat);
  const title = variantWords(game.variant);
  const place = placeWords(rounds, at);
  const happened = told(past[at - 1], names);
  const position = `Event ${at} of ${last}, ${place}`;
  useTitle(`${position} · Replay of ${title}`);
  useTelling(moving, `${position}.`, happened);
  return html`<div class="replay">
    <header class="replay-head">
      <h1>Replay of ${title}</h1>
      <${Perspective} game=${game} names=${names} seat=${seat} />
      <div class="replay-sharing"><${CopyButton} text=${linkTo(at, seat)}>Copy link to this moment<//></div>
      <p class="replay-table"><a href="/games/${game.id}">Go to the table</a></p>
    </header>
    ${fault && html`<p class="error">${fault.message} What is shown here may have gone on meanwhile.
      <button type="button" onClick=${again}>Load it again</button></p>`}
    <div class="replay-stage">
      <p class="replay-position"><strong>${position}</strong>
        ${happened && html` <span class="replay-told">${happened}</span>`}</p>
      <${Stage}
        view=${view} at=${at} past=${past} recording=${recording} module=${module} names=${names} seat=${seat}
      />
      <${Controls}
        moving=${moving} last=${last} live=${live} rounds=${rounds} words=${`${position}. ${happened ?? ''}`.trim()}
      />
    </div>
    <div class="replay-side">
      <${Suggested} game=${game} events=${events} at=${at} names=${names} go=${moving.go} seat=${seat} />
      <${Log} events=${past} names=${names} current=${at} onPick=${moving.go} />
    </div>
    <div class="replay-more">
      <${Chapters} rounds=${rounds} at=${at} go=${moving.go} />
      ${view && html`<${ScoreSheet} game=${view} events=${past} names=${names} />`}
      <${Fairness} events=${events} go=${moving.go} />
    </div>
  </div>`;
}

/** @param {string | null} text @param {Game} game */
const seatOf = (text, game) => (/^\d$/.test(text ?? '') && Number(text) < game.seats.length ? Number(text) : null);

/** The address of a moment, to be given to others. @param {number} at @param {number | null} seat */
const linkTo = (at, seat) => `${location.origin}${location.pathname}?at=${at}${seat === null ? '' : `&seat=${seat}`}`;

/**
 * Return the moment that is to be shown, as seen from a seat; the one before it while it is fetched.
 * @param {import('./recording.js').Recording} recording @param {readonly GameEvent[]} events
 * @param {number} at @param {number | null} seat
 */
function useMoment(recording, events, at, seat) {
  const before = useRef(/** @type {Game | undefined} */ (undefined));
  const found = recording.moment(at) ?? before.current;
  before.current = found;
  return useMemo(
    () => found && (seat === null ? found : seenFrom(found, events.slice(0, found.version), seat)),
    [found, events, seat],
  );
}

/**
 * Tell each step that was made by hand, and where one is when playing is paused; what comes live, too.
 * @param {import('./playback.js').Moving} moving @param {string} position @param {string | null} happened
 */
function useTelling({ at, playing, following }, position, happened) {
  const before = useRef({ at, playing });
  useEffect(() => {
    const { at: from, playing: played } = before.current;
    before.current = { at, playing };
    if (playing || (from === at && !played)) return;
    // The slider tells its value itself.
    if (!played && document.activeElement?.matches('input[type="range"]')) return;
    if (following) happened && announce(happened);
    else announce(happened ? `${happened} ${position}` : position);
  }, [at, playing]);
}

/**
 * @param {{
 *   view: Game | undefined, at: number, past: readonly GameEvent[], recording: import('./recording.js').Recording,
 *   module: GameModule, names: Names, seat: number | null,
 * }} props
 */
function Stage({ view, at, past, recording, module, names, seat }) {
  const [, again] = useReducer((/** @type {number} */ count) => count + 1, 0);
  const fault = recording.fault(at);
  const shown = useMemo(() => view && sorted(view, module), [view, module]);
  if (fault && view?.version !== at) {
    return html`<div class="panel" role="alert"><p class="error">This moment could not be loaded. ${fault.message}</p>
      <button type="button" onClick=${() => (recording.again(at), again(0))}>Try again</button></div>`;
  }
  if (!shown) return html`<p class="waiting">Loading this moment…</p>`;
  const own = seat === null ? null : shown.seats[seat];
  return html`<div class="replay-board" aria-busy=${shown.version !== at} data-version=${shown.version}>
    ${shown.table
      ? html`<${Board}
          game=${shown} events=${past} names=${names} module=${module} mine=${seat}
          controls=${own && html`<${OwnHand} seat=${own} names=${names} />`}
        />`
      : html`<${Seated} game=${shown} names=${names} />`}
  </div>`;
}

/** Who sat at the table before its game began. @param {{ game: Game, names: Names }} props */
const Seated = ({ game, names }) => html`<div class="panel">
  <p>The game has not begun yet. At the table:</p>
  <ul>${game.seats.map(({ index }) => html`<li key=${index}>${names.seat(index)}</li>`)}</ul>
</div>`;

/** The hand of whom one looks over the shoulder. @param {{ seat: import('../schema').Seat, names: Names }} props */
function OwnHand({ seat: { index, hand }, names }) {
  const hidden = hand.length > 0 && hand.every(isHidden);
  const whose = names.you === index ? 'Your hand' : `The hand of ${names.seat(index)}`;
  return html`<div class="replay-hand" data-seat=${index}>
    <p>${whose}${hidden ? ', not to be seen' : ''}</p>
    <ul aria-label="Cards in hand">
      ${hand.map((card, place) => html`<li key=${place}><${Card} card=${card} /></li>`)}
    </ul>
  </div>`;
}

/** Put the hands that are seen in order. @param {Game} game @param {GameModule} module @returns {Game} */
function sorted(game, module) {
  if (!game.table) return game;
  /** @param {import('../schema').Seat} seat */
  const inOrder = (seat) => (seat.hand.some(isHidden) ? seat : { ...seat, hand: module.sort(seat.hand, game) });
  return { ...game, seats: game.seats.map(inOrder) };
}

/** From where one looks. @param {{ game: Game, names: Names, seat: number | null }} props */
function Perspective({ game, names, seat }) {
  return html`<label class="replay-seat">Seen from
    <select
      value=${seat === null ? '' : String(seat)}
      onChange=${(/** @type {any} */ { target }) => change({ seat: target.value || null })}
    >
      <option value="">above: all that is revealed</option>
      ${game.seats.map(({ index }) => html`<option value=${String(index)}>
        ${names.you === index ? 'your seat' : `the seat of ${names.seat(index)}`}
      </option>`)}
    </select>
  </label>`;
}
