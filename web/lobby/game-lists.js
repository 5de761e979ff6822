// @ts-check
// The lists of games beside the open tables: your own, invitations, running and finished games.

import { t } from 'catalogue/lobby.js';
import { BusyButton, useBusy } from '../ui/busy-button.js';
import { useFocusFallback } from '../ui/focus.js';
import { html, useState } from '../ui/html.js';
import { LoadStatus } from '../ui/load-state.js';
import { GameEntry } from './game-entry.js';

/** @typedef {import('../schema').Game} ListedGame */
/** @typedef {import('../games/variants.js').Variant} Variant */
/** @typedef {import('./own-games-feed.js').OwnGame} OwnGame */
/** @typedef {ReturnType<typeof import('./game-pages.js').useGamePages>} GameList */

/** Number of invitations shown at first, and added by "More": anybody can invite. */
const INVITATIONS_SHOWN = 5;

/**
 * Your unfinished games; those in which it is your turn come first.
 * @param {{ games: OwnGame[], variants: Variant[] | null }} props
 */
export function OwnGames({ games, variants }) {
  const priority = (/** @type {OwnGame} */ { yourTurn, game }) => (yourTurn ? 0 : game.stage === 'PLAYING' ? 1 : 2);
  const sorted = [...games].sort((one, other) => priority(one) - priority(other));
  const ref = useFocusFallback();
  return html`<section ref=${ref} aria-label=${t('lobby.ownGames')}>
    ${sorted.length > 0 && html`<h2>${t('lobby.ownGames')}</h2>
      <ul class="entries yours">${sorted.map(({ game, yourTurn }) => html`
        <${GameEntry} key=${game.id} game=${game} variants=${variants} badges=${yourTurn ? [t('text.chip.yourTurn')] : []}
          time=${startTime(game)}>
          <a class=${yourTurn ? 'button main' : 'button'} href=${`/games/${game.id}`}>
            ${t(yourTurn ? 'lobby.play' : 'lobby.return')}</a>
        <//>`)}
      </ul>`}
  </section>`;
}

/** Tables you are invited to. @param {{ games: OwnGame[], variants: Variant[] | null }} props */
export function Invitations({ games, variants }) {
  const ref = useFocusFallback();
  const [count, setCount] = useState(INVITATIONS_SHOWN);
  return html`<section ref=${ref} aria-label=${t('lobby.invitations')}>
    ${games.length > 0 && html`<h2>${t('lobby.invitations')}</h2>
      <ul class="entries">${games.slice(0, count).map(({ game }) => html`
        <${GameEntry} key=${game.id} game=${game} variants=${variants} badges=${[t('lobby.youAreInvited')]}>
          <a class="button" href=${`/games/${game.id}`}>${t('lobby.look')}</a>
        <//>`)}
      </ul>
      ${games.length > count && html`<p class="row"><button type="button" aria-label=${t('lobby.moreInvitations')}
        onClick=${() => setCount(count + INVITATIONS_SHOWN)}>${t('lobby.more')}</button></p>`}`}
  </section>`;
}

/** @param {ListedGame} game */
const startTime = ({ startedAt, createdAt }) => startedAt ?? createdAt;

/**
 * Running games to watch, without your own.
 * @param {{ list: GameList, viewerId?: string, variants: Variant[] | null }} props
 */
export function RunningGames({ list, viewerId, variants }) {
  const games = list.games?.filter(({ players }) => !players.some(({ id }) => id === viewerId)) ?? null;
  return html`<${GameListSection} name=${t('lobby.runningGames')} list=${{ ...list, games }}
      subject=${t('lobby.runningGamesSubject')} more=${t('lobby.moreRunningGames')} empty=${t('lobby.noRunningGames')}>
    ${(/** @type {ListedGame} */ game) => html`<${GameEntry} key=${game.id} game=${game} variants=${variants}
        time=${startTime(game)}>
      <a class="button" href=${`/games/${game.id}`}>${t('lobby.watch')}</a>
    <//>`}
  <//>`;
}

/** @param {{ list: GameList, variants: Variant[] | null }} props */
export function FinishedGames({ list, variants }) {
  return html`<${GameListSection} name=${t('lobby.finishedGames')} list=${list}
      subject=${t('lobby.finishedGamesSubject')} more=${t('lobby.moreFinishedGames')} empty=${t('lobby.noFinishedGames')}>
    ${(/** @type {ListedGame} */ game) => html`<${GameEntry} key=${game.id} game=${game} variants=${variants}
        time=${game.endedAt ?? game.createdAt}>
      <a class="button" href=${`/games/${game.id}/replay`}>${t('lobby.replay')}</a>
    <//>`}
  <//>`;
}

/**
 * @param {{
 *   name: string, list: GameList, subject: string, more: string, empty: string, children: (game: ListedGame) => any,
 * }} props `more` is the accessible name of the button "More"
 */
function GameListSection({ name, list, subject, more, empty, children }) {
  const ref = useFocusFallback();
  const { games, error, refetch } = list;
  return html`<section ref=${ref} aria-label=${name}>
    <h2>${name}</h2>
    ${!games && html`<${LoadStatus} error=${error} subject=${subject} onRetry=${refetch} />`}
    ${games?.length === 0 && html`<p class="empty">${empty}</p>`}
    ${games && games.length > 0 && html`<ul class="entries">${games.map(children)}</ul>`}
    <${MoreButton} list=${list} label=${more} />
  </section>`;
}

/** @param {{ list: GameList, label: string }} props */
function MoreButton({ list: { hasNextPage, loadMore }, label }) {
  const busy = useBusy();
  return hasNextPage && html`<div class="row">
    <${BusyButton} busy=${busy} name="more" action=${loadMore} label=${label}>${t('lobby.more')}<//>
  </div>`;
}
