// @ts-check
// A player's record in one variant: totals, rating, bids, trumps, seats, opponents and games.

import { formatDateTime } from '../text/dates.js';
import {
  enumText, formatCount, formatHundredths, formatInteger, formatPercent, formatTenths,
} from '../text/numbers.js';
import { seatLabel } from '../text/player-names.js';
import { html } from '../ui/html.js';
import { usePagedList } from '../ui/paged-list.js';
import { ChartPanel } from './chart-panel.js';
import { DataTable, FactList } from './data-table.js';
import { MoreButton } from './filters.js';
import { PlayerGames, usePlayerGames } from './player-games.js';

/**
 * @typedef {import('../schema').Profile} Profile
 * @typedef {import('../schema').ProfileGame} ProfileGame
 * @typedef {{ profile: Profile, player: import('../schema').Player }} Props
 */

/** @param {Props} props */
export function PlayerRecord({ profile, player }) {
  const filter = { player: player.id, variant: profile.variant.name, board: profile.board };
  const games = usePlayerGames(filter);
  return html`
    <${Totals} profile=${profile} />
    <${RecentGames} games=${profile.form} />
    <div class="figure-grid">
      <${RatingChart} games=${games.rows ?? []} isComplete=${!games.nextCursor} />
      <${BidChart} bids=${profile.bids} />
      <${TrumpChart} trumps=${profile.trumps} />
      <${SeatChart} seats=${profile.bySeat} />
    </div>
    <${OpponentTable} filter=${filter} />
    <${PlayerGames} games=${games} best=${profile.best} worst=${profile.worst} />`;
}

/** @param {{ profile: Profile }} props */
function Totals({ profile: { totals, rating, streaks, best, worst } }) {
  const bids = totals.bidsMade + totals.bidsFailed;
  /** @param {ProfileGame} game */
  const gameLink = (game) => html`<a href=${`/games/${game.game?.id}/replay`}>${
    game.points === null || game.points === undefined ? placeText(game) : formatCount(game.points, 'point')}</a>`;
  /** @param {any} isRelevant @param {string} term @param {string} value @returns {[string, any][]} */
  const onlyIf = (isRelevant, term, value) => (isRelevant ? [[term, value]] : []);
  /** @type {[string, any][]} */
  const facts = [
    ['Score', formatHundredths(rating.ordinal)],
    ['Rating', `${formatTenths(rating.mean)} ± ${formatTenths(rating.uncertainty)}`],
    ['Games', formatInteger(totals.games)],
    ['Won', `${formatInteger(totals.wins)} (${formatPercent(totals.winRate)})`],
    ['Place on average', formatHundredths(totals.averagePlace)],
    ['Rounds', formatInteger(totals.rounds)],
    ...onlyIf(best.points !== null, 'Points', formatInteger(totals.points)),
    ...onlyIf(
      totals.tricksPlayed, 'Tricks won', `${formatInteger(totals.tricks)} of ${formatInteger(totals.tricksPlayed)}`,
    ),
    ...onlyIf(bids, 'Bids made good', `${formatInteger(totals.bidsMade)} of ${formatInteger(bids)}`),
    ['Best game', gameLink(best)],
    ['Worst game', gameLink(worst)],
    streaks.losing
      ? ['Not won in a row', formatInteger(streaks.losing)]
      : ['Won in a row', formatInteger(streaks.winning)],
    ['Most won in a row', formatInteger(streaks.longestWinning)],
    ['Most not won in a row', formatInteger(streaks.longestLosing)],
  ];
  return html`<section><h2>Totals</h2><${FactList} facts=${facts} /></section>`;
}

/** @param {ProfileGame} game */
const placeText = ({ place, playerCount }) => `${place} of ${playerCount}`;

/** @param {{ games: ProfileGame[] }} props `games` the latest first */
const RecentGames = ({ games }) => html`<section>
  <h2>Last games</h2>
  <ol class="figure-form" aria-label="Places in the last games, the latest first">
    ${games.map((game) => html`<li key=${game.game?.id}>
      <a class=${game.won ? 'figure-won' : ''} href=${`/games/${game.game?.id}/replay`}
        title=${formatDateTime(game.endedAt)}
      >${placeText(game)}${game.won && html`<span class="unseen">, won</span>`}</a>
    </li>`)}
  </ol>
</section>`;

/** @param {{ games: ProfileGame[], isComplete: boolean }} props `games` the latest first */
function RatingChart({ games, isComplete }) {
  if (!games.length) return null;
  const chronological = [...games].reverse();
  let latestTime = 0;
  const ratings = chronological.map(({ rating }) => rating);
  const chartData = {
    // Games are in recorded order, which the clocks of several servers may contradict.
    times: chronological.map(({ endedAt }) => (latestTime = Math.max(latestTime, Date.parse(endedAt) / 1000))),
    series: [{ name: 'Rating', values: ratings.map(({ mean }) => mean) }],
    band: { low: ratings.map(({ mean, uncertainty }) => mean - uncertainty), high: ratings.map(({ mean, uncertainty }) => mean + uncertainty) },
    format: formatTenths,
    fitToData: true,
  };
  const subject = isComplete ? 'the games' : `the last ${formatCount(games.length, 'game')}`;
  return html`<${ChartPanel} title="Rating over time"
    description=${`After each of ${subject}; the band is how uncertain it was.`} chartData=${chartData}
    pointNames=${chronological.map(({ endedAt }) => formatDateTime(endedAt))} rows=${games}
    columns=${/** @type {import('./data-table.js').Column<ProfileGame>[]} */ ([
      { title: 'Game', isText: true, cell: ({ endedAt }) => formatDateTime(endedAt) },
      { title: 'Rating', cell: ({ rating }) => formatHundredths(rating.mean) },
      { title: 'Uncertainty', cell: ({ rating }) => formatHundredths(rating.uncertainty) },
      { title: 'Score', cell: ({ rating }) => formatHundredths(rating.ordinal) },
    ])} />`;
}

/** @param {{ bids: import('../schema').ProfileBid[] }} props */
const BidChart = ({ bids }) => bids.length > 0 && html`<${ChartPanel} title="Bids made good" rows=${bids}
  description="How often a bid was made good, by its amount."
  chartData=${{
    names: bids.map(({ amount }) => String(amount)),
    series: [{ name: 'Made good', values: bids.map(({ successRate }) => successRate) }],
    format: formatPercent,
    scale: 'part',
  }}
  columns=${/** @type {import('./data-table.js').Column<import('../schema').ProfileBid>[]} */ ([
    { title: 'Bid', cell: ({ amount }) => amount },
    { title: 'Made good', cell: ({ made }) => formatInteger(made) },
    { title: 'Not', cell: ({ failed }) => formatInteger(failed) },
    { title: 'Part', cell: ({ successRate }) => formatPercent(successRate) },
  ])} />`;

/** @param {{ trumps: import('../schema').ProfileTrump[] }} props */
const TrumpChart = ({ trumps }) => trumps.length > 0 && html`<${ChartPanel} title="Trumps named" rows=${trumps}
  description="Which suits were named as trump, and how often."
  chartData=${{
    names: trumps.map(({ suit }) => enumText(suit)),
    series: [{ name: 'Times', values: trumps.map(({ times }) => times) }],
    format: formatInteger,
  }}
  columns=${/** @type {import('./data-table.js').Column<import('../schema').ProfileTrump>[]} */ ([
    { title: 'Suit', isText: true, cell: ({ suit }) => enumText(suit) },
    { title: 'Times', cell: ({ times }) => formatInteger(times) },
  ])} />`;

/** @param {{ seats: import('../schema').ProfileSeat[] }} props */
const SeatChart = ({ seats }) => html`<${ChartPanel} title="Seats" rows=${seats}
  description="Games won by seat and size of the table."
  chartData=${{
    names: seats.map(seatText),
    series: [{ name: 'Part won', values: seats.map(({ wins, games }) => wins / games) }],
    format: formatPercent,
    scale: 'part',
  }}
  columns=${/** @type {import('./data-table.js').Column<import('../schema').ProfileSeat>[]} */ ([
    { title: 'Seat', isText: true, cell: seatText },
    { title: 'Games', cell: ({ games }) => formatInteger(games) },
    { title: 'Won', cell: ({ wins }) => formatInteger(wins) },
    { title: 'Place on average', cell: ({ averagePlace }) => formatHundredths(averagePlace) },
  ])} />`;

/** @param {import('../schema').ProfileSeat} seat */
const seatText = ({ seat, playerCount }) => `${seatLabel(seat)}, of ${playerCount}`;

/** Return the key of an opponent; all machine players share one row. @param {import('../schema').HeadToHead} row */
const opponentKey = ({ opponent }) => opponent?.id ?? '';

/** @param {{ filter: { player: string, variant: string, board: string } }} props */
function OpponentTable({ filter }) {
  /** @type {ReturnType<typeof usePagedList<import('../schema').HeadToHead>>} */
  const list = usePagedList('HeadToHead', filter, (data) => data.player?.headToHead, opponentKey, 20);
  if (!list.rows?.length) return null;
  const address = `variant=${filter.variant}&board=${filter.board}`;
  /** @type {import('./data-table.js').Column<import('../schema').HeadToHead>[]} */
  const columns = [
    {
      title: 'With',
      isText: true,
      cell: ({ opponent }) => (opponent
        ? html`<a href=${`/players/${opponent.id}?${address}`}>${opponent.name}</a>`
        : 'Machines'),
    },
    { title: 'Games', cell: ({ games }) => formatInteger(games) },
    { title: 'Ahead', cell: ({ ahead }) => formatInteger(ahead) },
    { title: 'Behind', cell: ({ behind }) => formatInteger(behind) },
    { title: 'Level', cell: ({ level }) => formatInteger(level) },
  ];
  return html`<section>
    <h2>Against others</h2>
    <${DataTable} caption="Games with each, the most met first" rows=${list.rows} rowKey=${opponentKey}
      columns=${columns} />
    <${MoreButton} list=${list} subject="players" />
  </section>`;
}
