// @ts-check
// The page of a replay: loads the recording, and explains when there is nothing to show.

import { t } from 'catalogue/pages.js';
import { loadGameModule } from '../games/game-modules.js';
import { session } from '../net/session.js';
import { Recording } from '../replay/recording.js';
import { ReplayView } from '../replay/replay-view.js';
import { EventLog } from '../table/event-log.js';
import { variantText } from '../text/game-text.js';
import { playerNames } from '../text/player-names.js';
import { html, useEffect, useMemo, useState, useStore } from '../ui/html.js';
import { LoadError, Loading } from '../ui/load-state.js';
import { useTitle } from '../frame/page-title.js';

/** Codes of errors for games that do not exist, or that the viewer may not see. */
const NOT_FOUND_CODES = new Set(['UNKNOWN_GAME', 'NOT_FOUND', 'INVALID_ID', 'BAD_USER_INPUT']);

/** @param {{ parameters: string[], searchParams: URLSearchParams }} props */
export default function Replay({ parameters: [id], searchParams }) {
  const viewer = useStore(session)?.player.id ?? '';
  const [attempt, setAttempt] = useState(0);
  // The key includes the player, so that nothing that another player saw is kept.
  return html`<${RecordedGame} key=${`${id} ${viewer} ${attempt}`} id=${id} searchParams=${searchParams}
    onReload=${() => setAttempt(attempt + 1)} />`;
}

/** @param {{ id: string, searchParams: URLSearchParams, onReload: () => void }} props */
function RecordedGame({ id, searchParams, onReload }) {
  const recording = useMemo(() => new Recording(id), []);
  const state = useStore(recording.state);
  const { game, events, error, status } = state;
  const gameModule = useGameModule(game?.variant.name);
  const viewerId = useStore(session)?.player.id ?? null;
  const names = useMemo(() => game && playerNames(game, viewerId), [game, viewerId]);
  const isStarted = events.some(({ __typename: kind }) => kind === 'GameStarted');
  useEffect(() => {
    void recording.open();
    return () => recording.close();
  }, []);
  if (status === 'failed' && error && NOT_FOUND_CODES.has(error.code ?? '')) return html`<${UnknownGame} />`;
  if (status === 'failed' && error) {
    return html`<${EmptyPage}><${LoadError} error=${error} subject=${t('pages.subject.replay')} onRetry=${onReload} /><//>`;
  }
  if (status === 'loading' || !game || !names || !gameModule) {
    return html`<${EmptyPage}><${Loading} subject=${t('pages.subject.replay')} /><//>`;
  }
  if (!isStarted) return html`<${UnplayedGame} id=${id} variant=${game.variant.name} events=${events} names=${names} />`;
  return html`<${ReplayView}
    recording=${recording} state=${state} game=${game} gameModule=${gameModule} names=${names}
    searchParams=${searchParams} onReload=${onReload}
  />`;
}

/** Return the module of a variant; null until it is loaded. @param {string | undefined} variant */
function useGameModule(variant) {
  /** @typedef {import('../games/game-modules.js').GameModule} GameModule */
  const [gameModule, setGameModule] = useState(/** @type {GameModule | null} */ (null));
  useEffect(() => {
    let isCurrent = true;
    if (variant) loadGameModule(variant).then((loaded) => isCurrent && setGameModule(loaded));
    return () => void (isCurrent = false);
  }, [variant]);
  return gameModule;
}

/** The page without a replay. @param {{ children: import('preact').ComponentChildren }} props */
function EmptyPage({ children }) {
  useTitle(t('pages.replay'));
  return html`<h1>${t('pages.replay')}</h1>${children}`;
}

function UnknownGame() {
  useTitle(t('pages.noReplayTitle'));
  const isSignedIn = useStore(session) !== null;
  return html`<h1>${t('pages.noReplay')}</h1>
    <p>${t('pages.noReplayReason')}</p>
    ${!isSignedIn && html`<p>${t('pages.noReplaySignIn')}</p>`}
    <p><a href="/">${t('ui.goToTables')}</a></p>`;
}

/**
 * A game that was closed before its start, or has not started yet.
 * @param {{
 *   id: string, variant: string, events: readonly import('../schema').GameEvent[],
 *   names: import('../text/player-names.js').Names,
 * }} props
 */
function UnplayedGame({ id, variant, events, names }) {
  const title = t('pages.replayOf', { game: variantText(variant) });
  useTitle(title);
  const isClosed = events.some(({ __typename: kind }) => kind === 'GameClosed');
  return html`<h1>${title}</h1>
    ${isClosed
      ? html`<p>${t('pages.closedBeforeStart')}</p>`
      : html`<p>${t('pages.notStarted')}</p>
        <p><a href="/games/${id}">${t('pages.goToTable')}</a></p>`}
    <${EventLog} events=${events} names=${names} />`;
}
