// @ts-check
// The finished games of a player, with links to their replays.

import { t, tParts } from 'catalogue/charts.js';
import { formatDateTime } from '../../text/dates.js';
import { formatHundredths, formatInteger } from '../../text/numbers.js';
import { seatLabel } from '../../text/player-names.js';
import { html, useState } from '../../ui/html.js';
import { usePagedList } from '../../ui/paged-list.js';
import { DataTable } from '../data-table.js';
import { MoreButton } from '../filters.js';
import { luckColumns } from './luck-columns.js';

/** @typedef {import('../../schema').ProfileGame} ProfileGame */

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
  /** @type {import('../data-table.js').Column<ProfileGame>[]} */
  const columns = [
    {
      title: t('charts.ended'),
      isText: true,
      cell: ({ endedAt }) => html`<time datetime=${endedAt}>${formatDateTime(endedAt)}</time>`,
    },
    { title: t('charts.place'), cell: ({ place, playerCount }) => t('charts.placeOf', { place, players: playerCount }) },
    {
      title: t('charts.points'),
      cell: ({ points }) => formatInteger(points),
      isRelevant: ({ points }) => typeof points === 'number',
    },
    ...luckColumns(best.points !== null),
    { title: t('charts.seat'), isText: true, cell: ({ seat }) => seatLabel(seat) },
    { title: t('charts.scoreAfter'), cell: ({ rating }) => formatHundredths(rating.ordinal) },
    {
      title: t('charts.game'),
      isText: true,
      cell: ({ game, endedAt }) => {
        const replay = html`<a href=${`/games/${game?.id}/replay`}
          aria-label=${t('charts.replayOf', { time: formatDateTime(endedAt) })}>${t('charts.replay')}</a>`;
        if (bestId === worstId || (game?.id !== bestId && game?.id !== worstId)) return replay;
        return tParts(game?.id === bestId ? 'charts.bestReplay' : 'charts.worstReplay', { replay });
      },
    },
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
    <h2>${t('charts.games')}</h2>
    <p>${best.points === null ? t('charts.luckInPlaces') : t('charts.luckInPoints')}</p>
    <${DataTable} caption=${t('charts.finishedGames')} columns=${columns} rows=${rows.slice(0, visibleCount)}
      rowKey=${(/** @type {ProfileGame} */ { game }) => game?.id} />
    <${MoreButton} list=${list} label=${t('charts.moreGames')} />
  </section>`;
}
