// @ts-check
// A player's record in one variant: totals, rating, bids, trumps, seats, opponents and games.

import { t } from 'catalogue/charts.js';
import { suitName } from '../../text/card-names.js';
import { formatDateTime } from '../../text/dates.js';
import {
  formatHundredths, formatInteger, formatPercent, formatTenths,
} from '../../text/numbers.js';
import { capitalize } from '../../text/phrases.js';
import { html } from '../../ui/html.js';
import { usePagedList } from '../../ui/paged-list.js';
import { AsOfNote } from '../as-of-note.js';
import { ChartPanel } from '../chart-panel.js';
import { DataTable, FactList } from '../data-table.js';
import { MoreButton } from '../filters.js';
import { NORMAL_95, shareInterval } from '../intervals.js';
import { valueBounds } from '../uplot-options.js';
import { intervalText } from '../interval-text.js';
import { luckFormats } from './luck-columns.js';
import { PlayerGames, usePlayerGames } from './player-games.js';

/**
 * @typedef {import('../../schema').Profile} Profile
 * @typedef {import('../../schema').ProfileGame} ProfileGame
 * @typedef {{ profile: Profile, player: import('../../schema').Player }} Props
 */

/** @param {Props} props */
export function PlayerRecord({ profile, player }) {
  const filter = { player: player.id, variant: profile.variant.name, board: profile.board };
  const games = usePlayerGames(filter);
  return html`
    <${AsOfNote} asOf=${profile.asOf} />
    <${Totals} profile=${profile} />
    <${LuckFacts} luck=${profile.luck} isInPoints=${profile.best.points !== null} />
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
    [t('charts.roundsDealt'), formatInteger(totals.rounds)],
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

/** @param {{ luck: Profile['luck'], isInPoints: boolean }} props */
function LuckFacts({ luck, isInPoints }) {
  if (!luck) return null;
  const { formatSigned, formatError } = luckFormats(isInPoints);
  /** @type {[string, any][]} */
  const facts = [
    [t('charts.gamesWithKnownHands'), formatInteger(luck.games)],
    [t('charts.resultAGame'), formatSigned(luck.result)],
    [t('charts.luckOfHands'), formatSigned(luck.luck)],
    [t('charts.play'), `${formatSigned(luck.play)} ± ${formatError(NORMAL_95 * luck.playError)}`],
  ];
  return html`<section>
    <h2>${t('charts.luckAndPlay')}</h2>
    <p>${isInPoints ? t('charts.luckAboutPoints') : t('charts.luckAboutPlaces')}</p>
    <${FactList} facts=${facts} />
  </section>`;
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
  const pointNames = chronological.map(({ endedAt }) => formatDateTime(endedAt));
  return html`<${ChartPanel} title=${t('charts.ratingOverTime')} description=${description} rows=${games}
    panels=${[{ name: null, chartData, pointNames }]}
    columns=${/** @type {import('../data-table.js').Column<ProfileGame>[]} */ ([
      { title: t('charts.game'), isText: true, cell: ({ endedAt }) => formatDateTime(endedAt) },
      { title: t('charts.rating'), cell: ({ rating }) => formatHundredths(rating.mean) },
      { title: t('charts.uncertainty'), cell: ({ rating }) => formatHundredths(rating.uncertainty) },
      { title: t('charts.score'), cell: ({ rating }) => formatHundredths(rating.ordinal) },
    ])} />`;
}

/**
 * Return a series of shares with their intervals.
 * @param {string} name @param {{ hits: number, count: number }[]} shares @returns {import('../uplot-options.js').Series}
 */
function shareSeries(name, shares) {
  const intervals = shares.map(({ hits, count }) => shareInterval(hits, count));
  return {
    name,
    values: shares.map(({ hits, count }) => (count ? hits / count : null)),
    lows: intervals.map((interval) => interval?.low ?? null),
    highs: intervals.map((interval) => interval?.high ?? null),
    counts: shares.map(({ count }) => count),
  };
}

/** @param {import('../uplot-options.js').ChartData} chartData @returns {import('../chart-panel.js').Panel[]} */
const onePanel = (chartData) => [{ name: null, chartData, pointNames: chartData.names ?? [] }];

/** @param {{ bids: import('../../schema').ProfileBid[] }} props */
const BidChart = ({ bids }) => bids.length > 0 && html`<${ChartPanel} title=${t('charts.title.bids')} rows=${bids}
  description=${t('charts.playerBidsAbout', { count: bids.reduce((sum, { made, failed }) => sum + made + failed, 0) })}
  panels=${onePanel({
    names: bids.map(({ amount }) => String(amount)),
    series: [shareSeries(t('charts.madeGood'), bids.map(({ made, failed }) => ({ hits: made, count: made + failed })))],
    format: formatPercent,
    scale: 'part',
  })}
  columns=${/** @type {import('../data-table.js').Column<import('../../schema').ProfileBid>[]} */ ([
    { title: t('charts.bid'), cell: ({ amount }) => amount },
    { title: t('charts.madeGood'), cell: ({ made }) => formatInteger(made) },
    { title: t('charts.failed'), cell: ({ failed }) => formatInteger(failed) },
    { title: t('charts.share'), cell: ({ successRate }) => formatPercent(successRate) },
    {
      title: t('charts.interval95'),
      cell: ({ made, failed }) => intervalText(shareInterval(made, made + failed), formatPercent),
    },
  ])} />`;

/** @param {{ trumps: import('../../schema').ProfileTrump[] }} props */
const TrumpChart = ({ trumps }) => trumps.length > 0 && html`<${ChartPanel} title=${t('charts.trumpsNamed')} rows=${trumps}
  description=${t('charts.trumpsNamedAbout')}
  panels=${onePanel({
    names: trumps.map(({ suit }) => capitalize(suitName(suit))),
    series: [{ name: t('charts.times'), values: trumps.map(({ times }) => times) }],
    format: formatInteger,
  })}
  columns=${/** @type {import('../data-table.js').Column<import('../../schema').ProfileTrump>[]} */ ([
    { title: t('charts.suit'), isText: true, cell: ({ suit }) => capitalize(suitName(suit)) },
    { title: t('charts.times'), cell: ({ times }) => formatInteger(times) },
  ])} />`;

/** @param {{ seats: import('../../schema').ProfileSeat[] }} props */
const SeatChart = ({ seats }) => html`<${ChartPanel} title=${t('charts.seats')} rows=${seats}
  description=${t('charts.seatsAbout', { count: seats.reduce((sum, { games }) => sum + games, 0) })} panels=${seatPanels(seats)}
  columns=${/** @type {import('../data-table.js').Column<import('../../schema').ProfileSeat>[]} */ ([
    { title: t('charts.seat'), isText: true, cell: seatText },
    { title: t('charts.games'), cell: ({ games }) => formatInteger(games) },
    { title: t('charts.won'), cell: ({ wins }) => formatInteger(wins) },
    { title: t('charts.averagePlace'), cell: ({ averagePlace }) => formatHundredths(averagePlace) },
    {
      title: t('charts.shareWonInterval'),
      cell: ({ wins, games }) => intervalText(shareInterval(wins, games), formatPercent),
    },
  ])} />`;

/**
 * Return a chart for each number of players, all with the same scale.
 * @param {import('../../schema').ProfileSeat[]} seats @returns {import('../chart-panel.js').Panel[]}
 */
function seatPanels(seats) {
  const sizes = [...new Set(seats.map(({ playerCount }) => playerCount))].sort((one, other) => one - other);
  const panels = sizes.map((size) => {
    const own = seats.filter(({ playerCount }) => playerCount === size);
    const shares = own.map(({ wins, games }) => ({ hits: wins, count: games }));
    /** @type {import('../uplot-options.js').ChartData} */
    const chartData = {
      names: own.map(({ seat }) => String(seat + 1)),
      series: [shareSeries(t('charts.shareWon'), shares)],
      format: formatPercent,
      reference: 1 / size,
    };
    return { name: t('charts.playerCount', { count: size }), chartData, pointNames: own.map(seatText) };
  });
  const most = Math.max(...panels.map(({ chartData }) => valueBounds(chartData)[1]));
  return panels.map((panel) => ({ ...panel, chartData: { ...panel.chartData, bounds: [0, most] } }));
}

/** @param {import('../../schema').ProfileSeat} seat */
const seatText = ({ seat, playerCount }) => t('charts.seatOf', { seat: seat + 1, count: playerCount });

/** Return the key of an opponent; all machine players share one row. @param {import('../../schema').HeadToHead} row */
const opponentKey = ({ opponent }) => opponent?.id ?? '';

/** @param {{ filter: { player: string, variant: string, board: string } }} props */
function OpponentTable({ filter }) {
  /** @type {ReturnType<typeof usePagedList<import('../../schema').HeadToHead>>} */
  const list = usePagedList('HeadToHead', filter, (data) => data.player?.headToHead, opponentKey, 20);
  if (!list.rows?.length) return null;
  const address = `variant=${filter.variant}&board=${filter.board}`;
  /** @type {import('../data-table.js').Column<import('../../schema').HeadToHead>[]} */
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
