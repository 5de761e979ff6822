// @ts-check
// A table: before its start, while it is played, and when it is over.

import { Fault } from '../net/client.js';
import { gameModule } from '../games/game-modules.js';
import { html, useEffect, useLayoutEffect, useMemo, useState, useStore } from '../ui/html.js';
import { later } from '../ui/lazy-component.js';
import { session } from '../net/session.js';
import { Failed, Loading } from '../ui/load-state.js';
import { Actions } from '../table/table-actions.js';
import { Board } from '../table/board.js';
import { closeWords } from '../text/event-text.js';
import { useGame } from '../table/live-game.js';
import { Mine } from '../table/own-seat.js';
import { nameOf, namesOf } from '../text/player-names.js';
import { useTelling } from '../table/game-announcements.js';
import { turnWords, variantWords } from '../text/game-text.js';
import { useTitle } from '../ui/page-title.js';

/**
 * @typedef {import('../schema').Game} Game
 * @typedef {ReturnType<typeof useGame>} Live
 */

const Waiting = later('the table', async () => (await import('../lobby/waiting-room.js')).Waiting);
const Log = later('the log', async () => (await import('../table/event-log.js')).Log);
const ScoreSheet = later('the scores', async () => (await import('../table/score-sheet.js')).ScoreSheet);
const Ended = later('how it ended', async () => (await import('../table/game-result.js')).Ended);

/** What the space bar presses, or is typed into. */
const TAKES_SPACE = 'button, a, summary, input, select, textarea, dialog, [role="group"][tabindex]';

/** @param {{ parameters: string[] }} props */
export default function TablePage({ parameters: [id] }) {
  const live = useGame(id);
  const { game, events, status } = live;
  const module = useModule(game?.variant);
  const names = useNames(game);
  const settled = !live.behind && !live.pending;
  const toMove = game !== null && game.you !== null && (game.table?.toMove.includes(game.you) ?? false);
  useTelling(status === 'loading' ? null : game, events, names, settled);
  useTitle(game ? `${toMove && !live.stepping ? 'Your turn · ' : ''}${variantWords(game.variant)}` : 'Table');

  if (status === 'gone') return html`<${Absent} />`;
  if (status === 'failed' && live.fault) {
    return html`<h1>Table</h1><${Failed} fault=${live.fault} what="the table" again=${live.again} />`;
  }
  if (module instanceof Fault) {
    return html`<h1>Table</h1><${Failed} fault=${module} what="the table" again=${() => location.reload()} />`;
  }
  if (!game || !names || !module) return html`<h1>Table</h1><${Loading} what="the table" />`;
  return html`<div class="table-page">
    <div class="table-head">
      <h1>${variantWords(game.variant)}</h1>
      ${game.access === 'PRIVATE' && html`<p class="sign">Private</p>`}
      ${game.table && game.you === null && html`<p class="sign">You are looking on</p>`}
      ${game.table && html`<${Actions} live=${live} game=${game} />`}
    </div>
    ${game.table === null
      ? html`<${Early} live=${live} game=${game} />`
      : html`<div class="table-body">
          <div class="table-main" onClick=${live.stepping ? live.hurry : undefined}>
            ${game.result
              ? html`<${Ended} game=${game} names=${names} />`
              : html`<${Turn} game=${game} names=${names} live=${live} />`}
            <${Board} game=${game} names=${names} events=${events} module=${module} mine=${game.you}
              controls=${game.you !== null && !game.result
                && html`<${Mine} live=${live} game=${game} names=${names} module=${module} />`} />
          </div>
          <div class="table-side">
            <${ScoreSheet} game=${game} events=${events} names=${names} />
            <${Log} events=${events} names=${names} />
          </div>
        </div>`}
  </div>`;
}

/** The module of a game; a fault when it could not be loaded. @param {string | undefined} variant */
function useModule(variant) {
  const [module, set] = useState(/** @type {import('../games/game-modules.js').GameModule | Fault | null} */ (null));
  useLayoutEffect(() => {
    let wanted = true;
    if (variant) {
      gameModule(variant).then(
        (found) => wanted && set(found),
        () => wanted && set(new Fault('A part of this page could not be loaded.')),
      );
    }
    return () => void (wanted = false);
  }, [variant]);
  return module;
}

/** The names at the table; the same object as long as nobody comes or goes. @param {Game | null} game */
function useNames(game) {
  const viewer = useStore(session)?.player.id ?? null;
  const players = game && [...game.seats.map(({ player }) => player), ...game.invited];
  const who = players && JSON.stringify([game.you, players.map(nameOf)]);
  return useMemo(() => game && namesOf(game, viewer), [who, viewer]);
}

function Absent() {
  useTitle('No such table');
  return html`<h1>There is no such table</h1>
    <p>It may never have been there, or it is private: then only those who are invited see it, once signed in.</p>
    <p><a class="button" href="/">Go to the tables</a></p>`;
}

/** Before the start, or never started. @param {{ live: Live, game: Game }} props */
function Early({ live, game }) {
  if (game.status !== 'CLOSED') return html`<${Waiting} game=${game} act=${live.perform} />`;
  const end = live.events.find(({ __typename: kind }) => kind === 'GameClosed');
  return html`<p>${end?.__typename === 'GameClosed' ? closeWords(end.closeReason) : 'The table is closed.'}</p>
    <p><a class="button" href="/">Go to the tables</a></p>`;
}

/**
 * Whose turn it is and why; what was sent and is not confirmed.
 * @param {{ game: Game, names: import('../text/player-names.js').Names, live: Live }} props
 */
function Turn({ game, names, live }) {
  const { stepping, hurry } = live;
  const mine = game.you !== null && !stepping && (game.table?.toMove.includes(game.you) ?? false);
  useEffect(() => {
    if (!stepping) return undefined;
    const pressed = (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== ' ' || (event.target instanceof Element && event.target.closest(TAKES_SPACE))) return;
      event.preventDefault();
      hurry();
    };
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  }, [stepping, hurry]);
  return html`<div class="turn ${mine ? 'turn-mine' : ''}">
    <p>${turnWords(game, names)}</p>
    ${stepping && html`<button type="button" class="plain" onClick=${hurry}>Show all at once</button>`}
  </div>`;
}
