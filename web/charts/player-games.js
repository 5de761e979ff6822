// @ts-check
// The finished games of a player, with links to their replays.

import { formatDateTime } from '../text/dates.js';
import { formatHundredths, formatInteger } from '../text/numbers.js';
import { seatLabel } from '../text/player-names.js';
import { html, useState } from '../ui/html.js';
import { usePagedList } from '../ui/paged-list.js';
import { DataTable } from './data-table.js';
import { MoreButton } from './filters.js';

/** @typedef {import('../schema').ProfileGame} ProfileGame */

/** Number of games in one request; the rating chart shows all that have been read. */
const PAGE_SIZE = 100;
/** Number of games that "More" adds to the table. */
const TABLE_STEP = 20;

/**
 * Read a player's games, the latest first.
 * @param {{ player: string, variant: string, board: string }} filter
 * @returns {ReturnType<typeof usePagedList<ProfileGame>>}
 */
export const usePlayerGames = (filter) =>
  usePagedList('ProfileGames', filter, (data) => data.player?.profile?.games, ({ game }) => game?.id ?? '', PAGE_SIZE);

/** @param {{ games: ReturnType<typeof usePlayerGames>, best: ProfileGame, worst: ProfileGame }} props */
export function PlayerGames({ games, best, worst }) {
  const [visibleCount, setVisibleCount] = useState(TABLE_STEP);
  const rows = games.rows ?? [];
  const [bestId, worstId] = [best.game?.id, worst.game?.id];
  /** @param {string | undefined} id of a game */
  const remarkOn = (id) => (bestId === worstId ? '' : id === bestId ? ' best' : id === worstId ? ' worst' : '');
  /** @type {import('./data-table.js').Column<ProfileGame>[]} */
  const columns = [
    {
      title: 'Ended',
      isText: true,
      cell: ({ endedAt }) => html`<time datetime=${endedAt}>${formatDateTime(endedAt)}</time>`,
    },
    { title: 'Place', cell: ({ place, playerCount }) => `${place} of ${playerCount}` },
    {
      title: 'Points',
      cell: ({ points }) => formatInteger(points),
      isRelevant: ({ points }) => typeof points === 'number',
    },
    { title: 'Seat', isText: true, cell: ({ seat }) => seatLabel(seat) },
    { title: 'Score after it', cell: ({ rating }) => formatHundredths(rating.ordinal) },
    { title: 'Game', isText: true, cell: ({ game, endedAt }) => html`<a href=${`/games/${game?.id}/replay`}>Replay<span
      class="unseen"> of the game that ended ${formatDateTime(endedAt)}</span></a>${remarkOn(game?.id)}` },
  ];
  // "More" first shows the games that have been read, then reads more.
  const list = {
    ...games,
    nextCursor: visibleCount < rows.length ? 'loaded' : games.nextCursor,
    loadMore: () => {
      if (visibleCount + TABLE_STEP > rows.length && games.nextCursor) games.loadMore();
      setVisibleCount(visibleCount + TABLE_STEP);
    },
  };
  return html`<section>
    <h2>Games</h2>
    <${DataTable} caption="Finished games, the latest first" columns=${columns} rows=${rows.slice(0, visibleCount)}
      rowKey=${(/** @type {ProfileGame} */ { game }) => game?.id} />
    <${MoreButton} list=${list} subject="games" />
  </section>`;
}
