// @ts-check
// The list of tables that can be joined.

import { t } from 'catalogue/lobby.js';
import { variantTitle } from '../games/variants.js';
import { sendCommand } from '../net/client.js';
import { RefusalError } from '../net/errors.js';
import { requireSignIn } from '../net/session.js';
import { displayName } from '../text/player-names.js';
import { BusyButton, useBusy } from '../ui/busy-button.js';
import { useFocusFallback } from '../ui/focus.js';
import { html, useState } from '../ui/html.js';
import { LoadStatus } from '../ui/load-state.js';
import { navigate } from '../ui/router.js';
import { GameEntry } from './game-entry.js';

/** Number of tables shown at first, and added by "Show more". */
const PAGE_SIZE = 30;

/** @typedef {import('../schema').Game} ListedGame */
/** @typedef {import('../games/variants.js').Variant} Variant */

/**
 * @param {{
 *   feed: ReturnType<typeof import('./open-tables-feed.js').useOpenTables>, games: ListedGame[] | undefined,
 *   variants: Variant[] | null, variant: string | undefined,
 * }} props `games` are those of the feed to show
 */
export function OpenTables({ feed, games, variants, variant }) {
  const ref = useFocusFallback();
  const [visibleCount, setVisibleCount] = useState(PAGE_SIZE);
  const busy = useBusy();
  async function showMore() {
    // Load the next page before the last loaded table is shown.
    if (games && games.length <= visibleCount + PAGE_SIZE) await feed.loadMore();
    setVisibleCount(visibleCount + PAGE_SIZE);
  }
  // A table that filled up in the meantime has left the list, and with it the button that would show the error.
  const isListed = busy.failed === 'more' || games?.some(({ id }) => id === busy.failed);
  const joinError = busy.failed && !isListed && busy.errorOf(busy.failed);
  return html`<section ref=${ref} aria-label=${t('lobby.openTables')}>
    <h2>${t('lobby.openTables')}</h2>
    ${joinError && html`<p class="refusal" role="alert">${t('lobby.notJoined', { reason: joinError.message })}</p>`}
    ${!games && html`<${LoadStatus} error=${feed.error} subject=${t('lobby.openTablesSubject')} />`}
    ${games?.length === 0 && html`<div class="empty">
      <p>${variant ? t('lobby.noOpenTablesOf', { game: variantTitle(variants, variant) }) : t('lobby.noOpenTables')}</p>
      <a class="button" href=${variant ? `/new?variant=${encodeURIComponent(variant)}` : '/new'}>${t('ui.setUp')}</a>
    </div>`}
    ${games && games.length > 0 && html`<ul class="entries">
      ${games.slice(0, visibleCount).map((game) =>
        html`<${OpenTable} key=${game.id} game=${game} busy=${busy} variants=${variants} />`)}
    </ul>`}
    ${games && (games.length > visibleCount || feed.nextCursor) && html`<p>
      <${BusyButton} busy=${busy} name="more" action=${showMore}>
        ${feed.nextCursor ? t('lobby.showMoreTables') : t('lobby.showMoreOfTables', { count: games.length })}<//></p>`}
  </section>`;
}

/** @param {{ game: ListedGame, busy: import('../ui/busy-button.js').Busy, variants: Variant[] | null }} props */
function OpenTable({ game, busy, variants }) {
  const href = `/games/${game.id}`;

  async function join() {
    if (!(await requireSignIn(t('lobby.signInForSeat')))) return;
    try {
      await sendCommand('joinGame', { game: game.id });
    } catch (error) {
      if (!(error instanceof RefusalError && error.code === 'ALREADY_SEATED')) throw error;
    }
    navigate(href);
  }

  const title = variantTitle(variants, game.variant.name);
  const label = game.organizer
    ? t('lobby.joinGameOf', { game: title, name: displayName(game.organizer) })
    : t('lobby.joinGame', { game: title });
  return html`<${GameEntry} game=${game} variants=${variants}>
    <${BusyButton} busy=${busy} name=${game.id} action=${join} label=${label}>${t('lobby.join')}<//>
  <//>`;
}
