// @ts-check
// The games that somebody has finished, each with its replay.

import { html, useState } from '../ui/html.js';
import { More } from './filters.js';
import { useList } from '../ui/paged-list.js';
import { hundredths, moment, whole } from '../text/numbers.js';
import { Table } from './data-table.js';

/** @typedef {import('../schema').ProfileGame} ProfileGame */

/** How many games are read at a time: enough for a chart that says something. */
const READ = 100;
/** How many more of them the table shows at a time. */
const SHOWN = 20;

/**
 * Read somebody's games, the latest first.
 * @param {{ player: string, variant: string, board: string }} whose
 * @returns {ReturnType<typeof useList<ProfileGame>>}
 */
export const useGames = (whose) =>
  useList('ProfileGames', whose, (data) => data.profile?.games, ({ game }) => game, READ);

/** @param {{ games: ReturnType<typeof useGames>, best: ProfileGame, worst: ProfileGame }} props */
export function Games({ games, best, worst }) {
  const [shown, show] = useState(SHOWN);
  const rows = games.rows ?? [];
  /** @param {string} game */
  const remark = (game) =>
    best.game === worst.game ? '' : game === best.game ? ' best' : game === worst.game ? ' worst' : '';
  /** @type {import('./data-table.js').Column<ProfileGame>[]} */
  const columns = [
    { title: 'Ended', text: true, of: ({ endedAt }) => html`<time datetime=${endedAt}>${moment(endedAt)}</time>` },
    { title: 'Place', of: ({ place, seats }) => `${place} of ${seats}` },
    { title: 'Points', of: ({ points }) => whole(points), where: ({ points }) => typeof points === 'number' },
    { title: 'Seat', of: ({ seat }) => seat },
    { title: 'Score after it', of: ({ rating }) => hundredths(rating.ordinal) },
    { title: 'Game', text: true, of: ({ game, endedAt }) => html`<a href=${`/games/${game}/replay`}>Replay<span
      class="unseen"> of the game that ended ${moment(endedAt)}</span></a>${remark(game)}` },
  ];
  // What was read already comes first, then what the server has.
  const list = {
    ...games,
    next: shown < rows.length ? 'here' : games.next,
    more: () => {
      if (shown + SHOWN > rows.length && games.next) games.more();
      show(shown + SHOWN);
    },
  };
  return html`<section>
    <h2>Games</h2>
    <${Table} caption="Finished games, the latest first" columns=${columns} rows=${rows.slice(0, shown)}
      name=${(/** @type {ProfileGame} */ { game }) => game} />
    <${More} list=${list} what="games" />
  </section>`;
}
