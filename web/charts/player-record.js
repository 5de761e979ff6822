// @ts-check
// What somebody's games in one variant come to: totals, rating, bids, trumps, seats, opponents, and the games.

import { html } from '../ui/html.js';
import { Facts, Table } from './data-table.js';
import { Figure } from './chart-panel.js';
import { More } from './filters.js';
import { useList } from '../ui/paged-list.js';
import { counted, hundredths, moment, share, tenths, whole, word } from '../text/numbers.js';
import { Games, useGames } from './player-games.js';

/**
 * @typedef {import('../schema').Profile} Profile
 * @typedef {import('../schema').ProfileGame} ProfileGame
 * @typedef {{ profile: Profile, player: import('../schema').Player }} Props
 */

/** @param {Props} props */
export function Record({ profile, player }) {
  const whose = { player: player.id, variant: profile.variant, board: profile.board };
  const games = useGames(whose);
  return html`
    <${Totals} profile=${profile} />
    <${Form} form=${profile.form} />
    <div class="figure-grid">
      <${Rating} games=${games.rows ?? []} all=${!games.next} />
      <${Bids} bids=${profile.bids} />
      <${Trumps} trumps=${profile.trumps} />
      <${Seats} seats=${profile.seats} />
    </div>
    <${Opponents} whose=${whose} />
    <${Games} games=${games} best=${profile.best} worst=${profile.worst} />`;
}

/** @param {{ profile: Profile }} props */
function Totals({ profile: { totals, rating, streaks, best, worst } }) {
  const bids = totals.bidsMade + totals.bidsFailed;
  /** @param {ProfileGame} game */
  const told = (game) => html`<a href=${`/games/${game.game}/replay`}>${
    game.points === null || game.points === undefined ? placed(game) : counted(game.points, 'point')}</a>`;
  /** @param {any} there @param {string} term @param {string} value @returns {[string, any][]} */
  const where = (there, term, value) => (there ? [[term, value]] : []);
  /** @type {[string, any][]} */
  const facts = [
    ['Score', hundredths(rating.ordinal)],
    ['Rating', `${tenths(rating.mu)} ± ${tenths(rating.sigma)}`],
    ['Games', whole(totals.games)],
    ['Won', `${whole(totals.wins)} (${share(totals.winRate)})`],
    ['Place on average', hundredths(totals.averagePlace)],
    ['Rounds', whole(totals.rounds)],
    ...where(best.points !== null, 'Points', whole(totals.points)),
    ...where(totals.tricksPlayed, 'Tricks won', `${whole(totals.tricks)} of ${whole(totals.tricksPlayed)}`),
    ...where(bids, 'Bids made good', `${whole(totals.bidsMade)} of ${whole(bids)}`),
    ['Best game', told(best)],
    ['Worst game', told(worst)],
    streaks.losing ? ['Not won in a row', whole(streaks.losing)] : ['Won in a row', whole(streaks.winning)],
    ['Most won in a row', whole(streaks.longestWinning)],
    ['Most not won in a row', whole(streaks.longestLosing)],
  ];
  return html`<section><h2>Totals</h2><${Facts} facts=${facts} /></section>`;
}

/** @param {ProfileGame} game */
const placed = ({ place, seats }) => `${place} of ${seats}`;

/** @param {{ form: ProfileGame[] }} props */
const Form = ({ form }) => html`<section>
  <h2>Last games</h2>
  <ol class="figure-form" aria-label="Places in the last games, the latest first">
    ${form.map((game) => html`<li key=${game.game}>
      <a class=${game.won ? 'figure-won' : ''} href=${`/games/${game.game}/replay`} title=${moment(game.endedAt)}>${
        placed(game)}${game.won && html`<span class="unseen">, won</span>`}</a>
    </li>`)}
  </ol>
</section>`;

/** @param {{ games: ProfileGame[], all: boolean }} props the latest first */
function Rating({ games, all }) {
  if (!games.length) return null;
  const course = [...games].reverse();
  let latest = 0;
  const ratings = course.map(({ rating }) => rating);
  const drawing = {
    // Games are in the order in which they were recorded; the clocks of servers may differ from that by a little.
    times: course.map(({ endedAt }) => (latest = Math.max(latest, Date.parse(endedAt) / 1000))),
    series: [{ name: 'Rating', values: ratings.map(({ mu }) => mu) }],
    band: { low: ratings.map(({ mu, sigma }) => mu - sigma), high: ratings.map(({ mu, sigma }) => mu + sigma) },
    format: tenths,
    afloat: true,
  };
  const which = all ? 'the games' : `the last ${counted(games.length, 'game')}`;
  return html`<${Figure} title="Rating over time" about=${`After each of ${which}; the band is how uncertain it was.`}
    drawing=${drawing} points=${course.map(({ endedAt }) => moment(endedAt))} rows=${games}
    columns=${/** @type {import('./data-table.js').Column<ProfileGame>[]} */ ([
      { title: 'Game', text: true, of: ({ endedAt }) => moment(endedAt) },
      { title: 'Rating', of: ({ rating }) => hundredths(rating.mu) },
      { title: 'Uncertainty', of: ({ rating }) => hundredths(rating.sigma) },
      { title: 'Score', of: ({ rating }) => hundredths(rating.ordinal) },
    ])} />`;
}

/** @param {{ bids: import('../schema').ProfileBid[] }} props */
const Bids = ({ bids }) => bids.length > 0 && html`<${Figure} title="Bids made good" rows=${bids}
  about="How often a bid was made good, by its amount."
  drawing=${{
    names: bids.map(({ amount }) => String(amount)),
    series: [{ name: 'Made good', values: bids.map(({ successRate }) => successRate) }],
    format: share,
    scale: 'part',
  }}
  columns=${/** @type {import('./data-table.js').Column<import('../schema').ProfileBid>[]} */ ([
    { title: 'Bid', of: ({ amount }) => amount },
    { title: 'Made good', of: ({ made }) => whole(made) },
    { title: 'Not', of: ({ failed }) => whole(failed) },
    { title: 'Part', of: ({ successRate }) => share(successRate) },
  ])} />`;

/** @param {{ trumps: import('../schema').ProfileTrump[] }} props */
const Trumps = ({ trumps }) => trumps.length > 0 && html`<${Figure} title="Trumps named" rows=${trumps}
  about="Which suits were named as trump, and how often."
  drawing=${{
    names: trumps.map(({ suit }) => word(suit)),
    series: [{ name: 'Times', values: trumps.map(({ times }) => times) }],
    format: whole,
  }}
  columns=${/** @type {import('./data-table.js').Column<import('../schema').ProfileTrump>[]} */ ([
    { title: 'Suit', text: true, of: ({ suit }) => word(suit) },
    { title: 'Times', of: ({ times }) => whole(times) },
  ])} />`;

/** @param {{ seats: import('../schema').ProfileSeat[] }} props */
const Seats = ({ seats }) => html`<${Figure} title="Seats" rows=${seats}
  about="Games won by seat and size of the table."
  drawing=${{
    names: seats.map(seatName),
    series: [{ name: 'Part won', values: seats.map(({ wins, games }) => wins / games) }],
    format: share,
    scale: 'part',
  }}
  columns=${/** @type {import('./data-table.js').Column<import('../schema').ProfileSeat>[]} */ ([
    { title: 'Seat', text: true, of: seatName },
    { title: 'Games', of: ({ games }) => whole(games) },
    { title: 'Won', of: ({ wins }) => whole(wins) },
    { title: 'Place on average', of: ({ averagePlace }) => hundredths(averagePlace) },
  ])} />`;

/** @param {import('../schema').ProfileSeat} seat */
const seatName = ({ seat, seats }) => `Seat ${seat}, of ${seats}`;

/** All that machines played stand in one row. @param {import('../schema').HeadToHead} row */
const nameOf = ({ opponent }) => opponent?.id ?? '';

/** @param {{ whose: { player: string, variant: string, board: string } }} props */
function Opponents({ whose }) {
  /** @type {ReturnType<typeof useList<import('../schema').HeadToHead>>} */
  const list = useList('HeadToHead', whose, (data) => data.profile?.headToHead, nameOf, 20);
  if (!list.rows?.length) return null;
  const address = `variant=${whose.variant}&board=${whose.board}`;
  return html`<section>
    <h2>Against others</h2>
    <${Table} caption="Games with each, the most met first" rows=${list.rows}
      name=${nameOf} columns=${/** @type {import('./data-table.js').Column<import('../schema').HeadToHead>[]} */ ([
        { title: 'With', text: true, of: ({ opponent }) => opponent
          ? html`<a href=${`/players/${opponent.id}?${address}`}>${opponent.name}</a>`
          : 'Machines' },
        { title: 'Games', of: ({ games }) => whole(games) },
        { title: 'Ahead', of: ({ ahead }) => whole(ahead) },
        { title: 'Behind', of: ({ behind }) => whole(behind) },
        { title: 'Level', of: ({ level }) => whole(level) },
      ])} />
    <${More} list=${list} what="players" />
  </section>`;
}
