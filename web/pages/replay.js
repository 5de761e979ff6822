// @ts-check
// The replay of a game: what it is loaded from, and what is said when there is nothing to see.

import { gameModule } from '../games/game-modules.js';
import { html, useEffect, useMemo, useState, useStore } from '../ui/html.js';
import { Recording } from '../replay/recording.js';
import { Show } from '../replay/replay-view.js';
import { session } from '../net/session.js';
import { Failed, Loading } from '../ui/load-state.js';
import { Log } from '../table/event-log.js';
import { namesOf } from '../text/player-names.js';
import { variantWords } from '../text/game-text.js';
import { useTitle } from '../ui/page-title.js';

/** Codes by which the server says that there is no such game for who asks. */
const UNKNOWN = new Set(['UNKNOWN_GAME', 'NOT_FOUND', 'INVALID_ID', 'BAD_USER_INPUT']);

/** @param {{ parameters: string[], query: URLSearchParams }} props */
export default function Replay({ parameters: [id], query }) {
  const who = useStore(session)?.token ?? '';
  const [turn, again] = useState(0);
  // Somebody else sees something else, and nothing of what was seen before stays.
  return html`<${Recorded} key=${`${id} ${who} ${turn}`} id=${id} query=${query} again=${() => again(turn + 1)} />`;
}

/** @param {{ id: string, query: URLSearchParams, again: () => void }} props */
function Recorded({ id, query, again }) {
  const recording = useMemo(() => new Recording(id), []);
  const state = useStore(recording.state);
  const { game, events, fault, status } = state;
  const module = useModule(game?.variant);
  const player = useStore(session)?.player.id ?? null;
  const names = useMemo(() => game && namesOf(game, player), [game, player]);
  const played = events.some(({ __typename: kind }) => kind === 'GameStarted');
  useEffect(() => {
    void recording.open();
    return () => recording.close();
  }, []);
  if (status === 'failed' && fault && UNKNOWN.has(fault.code ?? '')) return html`<${Unknown} />`;
  if (status === 'failed' && fault) {
    return html`<${Plain}><${Failed} fault=${fault} what="the replay" again=${again} /><//>`;
  }
  if (status === 'loading' || !game || !names || !module) return html`<${Plain}><${Loading} what="the replay" /><//>`;
  if (!played) return html`<${NotPlayed} id=${id} variant=${game.variant} events=${events} names=${names} />`;
  return html`<${Show}
    recording=${recording} state=${state} game=${game} module=${module} names=${names} query=${query} again=${again}
  />`;
}

/** @param {string | undefined} variant */
function useModule(variant) {
  const [module, set] = useState(/** @type {import('../games/game-modules.js').GameModule | null} */ (null));
  useEffect(() => {
    let wanted = true;
    if (variant) gameModule(variant).then((found) => wanted && set(found));
    return () => void (wanted = false);
  }, [variant]);
  return module;
}

/** Where there is nothing of a game to be told. @param {{ children: import('preact').ComponentChildren }} props */
function Plain({ children }) {
  useTitle('Replay');
  return html`<h1>Replay</h1>${children}`;
}

function Unknown() {
  useTitle('No such game');
  const who = useStore(session);
  return html`<h1>There is no such game to replay</h1>
    <p>There never was one with this address, or it is private: then only those who were in it can see it.</p>
    ${!who && html`<p>If it is yours, sign in, and it is shown here.</p>`}
    <p><a href="/">Go to the tables</a></p>`;
}

/**
 * A game in which no card was dealt.
 * @param {{
 *   id: string, variant: string, events: readonly import('../schema').GameEvent[],
 *   names: import('../text/player-names.js').Names,
 * }} props
 */
function NotPlayed({ id, variant, events, names }) {
  useTitle(`Replay of ${variantWords(variant)}`);
  const closed = events.some(({ __typename: kind }) => kind === 'GameClosed');
  return html`<h1>Replay of ${variantWords(variant)}</h1>
    ${closed
      ? html`<p>This game was closed before it had started, so there is nothing to replay.</p>`
      : html`<p>This game has not started yet; it can be replayed as soon as cards are dealt.</p>
        <p><a href="/games/${id}">Go to the table</a></p>`}
    <${Log} events=${events} names=${names} />`;
}
