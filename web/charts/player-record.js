// @ts-check
// A player's record in one variant: totals, rating, bids, trumps, seats, opponents and games.

import { t } from 'catalogue/charts.js';
import { suitName } from '../text/card-names.js';
import { formatDateTime } from '../text/dates.js';
import { formatHundredths, formatInteger, formatPercent, formatTenths } from '../text/numbers.js';
import { capitalize } from '../text/phrases.js';
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
    game.points === null || game.points === undefined ? placeText(game) : t('charts.pointCount', { count: game.points })}</a>`;
  /** @param {any} isRelevant @param {string} term @param {string} value @returns {[string, any][]} */
  const onlyIf = (isRelevant, term, value) => (isRelevant ? [[term, value]] : []);
  /** @type {[string, any][]} */
  const facts = [
    [t('charts.score'), formatHundredths(rating.ordinal)],
    [t('charts.rating'), `${formatTenths(rating.mean)} ± ${formatTenths(rating.uncertainty)}`],
    [t('charts.games'), formatInteger(totals.games)],
    [t('charts.won'), `${formatInteger(totals.wins)} (${formatPercent(totals.winRate)})`],
    [t('charts.averagePlace'), formatHundredths(totals.averagePlace)],
    [t('charts.rounds'), formatInteger(totals.rounds)],
    ...onlyIf(best.points !== null, t('charts.points'), formatInteger(totals.points)),
    ...onlyIf(
      totals.tricksPlayed, t('charts.tricksWon'), t('charts.countOf', { count: totals.tricks, total: totals.tricksPlayed }),
    ),
    ...onlyIf(bids, t('charts.title.bids'), t('charts.countOf', { count: totals.bidsMade, total: bids })),
    [t('charts.bestGame'), gameLink(best)],
    [t('charts.worstGame'), gameLink(worst)],
    streaks.losing
      ? [t('charts.gamesWithoutWin'), formatInteger(streaks.losing)]
      : [t('charts.winsInARow'), formatInteger(streaks.winning)],
    [t('charts.mostWinsInARow'), formatInteger(streaks.longestWinning)],
    [t('charts.mostGamesWithoutWin'), formatInteger(streaks.longestLosing)],
  ];
  return html`<section><h2>${t('charts.totals')}</h2><${FactList} facts=${facts} /></section>`;
}

/** @param {ProfileGame} game */
const placeText = ({ place, playerCount }) => t('charts.placeOf', { place, players: playerCount });

/** @param {{ games: ProfileGame[] }} props `games` the latest first */
const RecentGames = ({ games }) => html`<section>
  <h2>${t('charts.lastGames')}</h2>
  <ol class="figure-form" aria-label=${t('charts.lastPlaces')}>
    ${games.map((game) => html`<li key=${game.game?.id}>
      <a class=${game.won ? 'figure-won' : ''} href=${`/games/${game.game?.id}/replay`}
        title=${formatDateTime(game.endedAt)}
        aria-label=${game.won ? t('charts.placeOfWon', { place: game.place, players: game.playerCount }) : undefined}
      >${placeText(game)}</a>
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
    series: [{ name: t('charts.rating'), values: ratings.map(({ mean }) => mean) }],
    band: {
      low: ratings.map(({ mean, uncertainty }) => mean - uncertainty),
      high: ratings.map(({ mean, uncertainty }) => mean + uncertainty),
    },
    format: formatTenths,
    fitToData: true,
  };
  const description = isComplete ? t('charts.ratingAbout') : t('charts.ratingAboutLast', { count: games.length });
  return html`<${ChartPanel} title=${t('charts.ratingOverTime')} description=${description} chartData=${chartData}
    pointNames=${chronological.map(({ endedAt }) => formatDateTime(endedAt))} rows=${games}
    columns=${/** @type {import('./data-table.js').Column<ProfileGame>[]} */ ([
      { title: t('charts.game'), isText: true, cell: ({ endedAt }) => formatDateTime(endedAt) },
      { title: t('charts.rating'), cell: ({ rating }) => formatHundredths(rating.mean) },
      { title: t('charts.uncertainty'), cell: ({ rating }) => formatHundredths(rating.uncertainty) },
      { title: t('charts.score'), cell: ({ rating }) => formatHundredths(rating.ordinal) },
    ])} />`;
}

/** @param {{ bids: import('../schema').ProfileBid[] }} props */
const BidChart = ({ bids }) => bids.length > 0 && html`<${ChartPanel} title=${t('charts.title.bids')} rows=${bids}
  description=${t('charts.playerBidsAbout')}
  chartData=${{
    names: bids.map(({ amount }) => String(amount)),
    series: [{ name: t('charts.madeGood'), values: bids.map(({ successRate }) => successRate) }],
    format: formatPercent,
    scale: 'part',
  }}
  columns=${/** @type {import('./data-table.js').Column<import('../schema').ProfileBid>[]} */ ([
    { title: t('charts.bid'), cell: ({ amount }) => amount },
    { title: t('charts.madeGood'), cell: ({ made }) => formatInteger(made) },
    { title: t('charts.failed'), cell: ({ failed }) => formatInteger(failed) },
    { title: t('charts.share'), cell: ({ successRate }) => formatPercent(successRate) },
  ])} />`;

/** @param {{ trumps: import('../schema').ProfileTrump[] }} props */
const TrumpChart = ({ trumps }) => trumps.length > 0 && html`<${ChartPanel} title=${t('charts.trumpsNamed')} rows=${trumps}
  description=${t('charts.trumpsNamedAbout')}
  chartData=${{
    names: trumps.map(({ suit }) => capitalize(suitName(suit))),
    series: [{ name: t('charts.times'), values: trumps.map(({ times }) => times) }],
    format: formatInteger,
  }}
  columns=${/** @type {import('./data-table.js').Column<import('../schema').ProfileTrump>[]} */ ([
    { title: t('charts.suit'), isText: true, cell: ({ suit }) => capitalize(suitName(suit)) },
    { title: t('charts.times'), cell: ({ times }) => formatInteger(times) },
  ])} />`;

/** @param {{ seats: import('../schema').ProfileSeat[] }} props */
const SeatChart = ({ seats }) => html`<${ChartPanel} title=${t('charts.seats')} rows=${seats}
  description=${t('charts.seatsAbout')}
  chartData=${{
    names: seats.map(seatText),
    series: [{ name: t('charts.shareWon'), values: seats.map(({ wins, games }) => wins / games) }],
    format: formatPercent,
    scale: 'part',
  }}
  columns=${/** @type {import('./data-table.js').Column<import('../schema').ProfileSeat>[]} */ ([
    { title: t('charts.seat'), isText: true, cell: seatText },
    { title: t('charts.games'), cell: ({ games }) => formatInteger(games) },
    { title: t('charts.won'), cell: ({ wins }) => formatInteger(wins) },
    { title: t('charts.averagePlace'), cell: ({ averagePlace }) => formatHundredths(averagePlace) },
  ])} />`;

/** @param {import('../schema').ProfileSeat} seat */
const seatText = ({ seat, playerCount }) => t('charts.seatOf', { seat: seat + 1, count: playerCount });

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
      title: t('charts.opponent'),
      isText: true,
      cell: ({ opponent }) => (opponent
        ? html`<a href=${`/players/${opponent.id}?${address}`}>${opponent.name}</a>`
        : t('charts.machines')),
    },
    { title: t('charts.games'), cell: ({ games }) => formatInteger(games) },
    { title: t('charts.ahead'), cell: ({ ahead }) => formatInteger(ahead) },
    { title: t('charts.behind'), cell: ({ behind }) => formatInteger(behind) },
    { title: t('charts.level'), cell: ({ level }) => formatInteger(level) },
  ];
  return html`<section>
    <h2>${t('charts.opponents')}</h2>
    <${DataTable} caption=${t('charts.opponentsCaption')} rows=${list.rows} rowKey=${opponentKey}
      columns=${columns} />
    <${MoreButton} list=${list} label=${t('ui.morePlayers')} />
  </section>`;
}
