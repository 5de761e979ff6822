// @ts-check
// Leaderboards: who plays best, of all time and by day, week, month and season; they change while one looks.

import { announce } from '../ui/announcer.js';
import { subscribe } from '../net/client.js';
import { amongWords, RANKED_BOARDS, Choice, More, VariantChoice, Wrong } from '../charts/filters.js';
import { useList } from '../ui/paged-list.js';
import { hundredths, moment, share, tenths, whole } from '../text/numbers.js';
import '../charts/stylesheets.js';
import { Table } from '../charts/data-table.js';
import { keyOf, step, WINDOWS, windowWords } from '../charts/time-windows.js';
import { html, useEffect, useRef, useState, useStore } from '../ui/html.js';
import { titleOf, useVariants } from '../games/variants.js';
import { ask as change } from '../ui/router.js';
import { session } from '../net/session.js';
import { Loading } from '../ui/load-state.js';
import { useTitle } from '../ui/page-title.js';

/** @typedef {import('../schema').LeaderboardEntry} Entry */

/** @param {Entry} row */
const nameOf = ({ player }) => player.id;
/** Games that it takes to be ranked. @param {string} window */
const enough = (window) => (window === 'ALL_TIME' ? 10 : 5);
/** Whether it also takes one that is not long ago. @param {string} window */
const lately = (window) => window === 'ALL_TIME' || window === 'SEASON';

/** @param {{ query: URLSearchParams }} props */
export default function Leaderboards({ query }) {
  useTitle('Leaderboards');
  const variants = useVariants();
  const variant = query.get('variant') ?? variants?.[0]?.name;
  const window = /** @type {import('../schema').Window} */ (query.get('window') ?? 'ALL_TIME');
  const board = query.get('board') ?? 'PEOPLE';
  return html`<h1>Leaderboards</h1>
    ${variants && variant
      ? html`<div class="figure-filter" role="group" aria-label="What is shown">
            <${VariantChoice} variants=${variants} value=${variant} />
            <${Choice} label="Time" name="window" value=${window} options=${WINDOWS} resets=${['key']} />
            <${Choice} label="Who plays" name="board" value=${board} options=${RANKED_BOARDS} />
          </div>
          <${Board} variant=${variant} window=${window} board=${board} wanted=${query.get('key')}
            title=${titleOf(variants, variant)} />`
      : html`<${Loading} what="the leaderboard" />`}`;
}

/**
 * Return which stretch of time is now, by the server's clock once it has told.
 * @param {import('../schema').Window} window
 */
function useNow(window) {
  const [today, tick] = useState(() => new Date());
  const [told, tell] = useState(/** @type {{ window: string, key: string, today: Date } | null} */ (null));
  useEffect(() => {
    const midnight = new Date(today).setUTCHours(24, 0, 1, 0);
    const timer = setTimeout(() => tick(new Date()), midnight - Date.now());
    return () => clearTimeout(timer);
  }, [today]);
  return {
    now: told?.window === window && told.today === today ? told.key : keyOf(window, today),
    hear: (/** @type {string} */ key) => tell({ window, key, today }),
  };
}

/**
 * @param {{
 *   variant: string, window: import('../schema').Window, board: string, wanted: string | null, title: string,
 * }} props `wanted` is the time that the address names
 */
function Board({ variant, window, board, wanted, title }) {
  const me = useStore(session)?.player.id;
  const { now, hear } = useNow(window);
  const key = wanted ?? now;
  /** @type {ReturnType<typeof useList<Entry>>} */
  const list = useList('Leaderboard', { variant, window, board, key }, (data) => data.leaderboard, nameOf);
  const latest = useRef(list);
  latest.current = list;
  useEffect(
    () => subscribe('LeaderboardChanged', () => ({ variant, window, board }), {
      next: ({ leaderboardChanged: { key: changed, players } }) => {
        if (!players.length) hear(changed);
        if (changed === key || !players.length) latest.current.again();
      },
    }),
    [variant, window, board, key],
  );
  useNews(list.rows, `${variant} ${window} ${board} ${key}`);
  const time = window === 'ALL_TIME' ? 'all time' : windowWords(window, key);
  const caption = `${title}, ${time}, ${board === 'PEOPLE' ? 'people among themselves' : amongWords(board)}`;
  return html`
    ${window !== 'ALL_TIME' && html`<${Steps} window=${window} shown=${key} now=${now} />`}
    <${Wrong} fault=${list.rows ? null : list.fault} again=${list.again} />
    ${list.rows
      ? list.rows.length
        ? html`<${Standings} rows=${list.rows} caption=${caption} me=${me} window=${window}
              address=${`variant=${variant}&board=${board}`} />
            <${More} list=${list} what="players" />`
        : html`<p class="quiet">Nobody has finished such a game in this time: only public games that were played to
              their end count.</p>`
      : !list.fault && html`<${Loading} what="the leaderboard" />`}
    <${Explained} window=${window} />`;
}

/** Tell when what is shown has changed under the reader's eyes. @param {Entry[] | null} rows @param {string} of */
function useNews(rows, of) {
  const before = useRef(/** @type {{ of: string, leader: string, text: string } | null} */ (null));
  useEffect(() => {
    if (!rows) return;
    const text = rows.map(({ player, games, ordinal }) => `${player.id} ${games} ${ordinal}`).join();
    const [first] = rows;
    const leader = first && !first.provisional ? first.player.name : '';
    const old = before.current;
    before.current = { of, leader, text };
    // More rows of the same are no news.
    if (old?.of !== of || text.startsWith(old.text) || old.text.startsWith(text)) return;
    announce(`The leaderboard has changed${leader && leader !== old.leader ? `: ${leader} leads now` : ''}.`);
  }, [rows, of]);
}

/** @param {{ window: import('../schema').Window, shown: string, now: string }} props */
function Steps({ window, shown, now }) {
  const [before, after] = [step(window, shown, -1) ?? step(window, now, -1), step(window, shown, 1)];
  const last = !after || shown >= now;
  /** @param {string | null} key */
  const to = (key) => change({ key: key === now ? null : key });
  return html`<div class="row figure-steps">
    <button type="button" onClick=${() => to(before)}>‹ Before</button>
    <strong aria-live="polite">${windowWords(window, shown)}${shown === now ? ' (now)' : ''}</strong>
    <button type="button" aria-disabled=${last} onClick=${() => !last && to(after)}>After ›</button>
    ${shown !== now && html`<button type="button" onClick=${() => to(null)}>Now</button>`}
  </div>`;
}

/** @param {{ rows: Entry[], caption: string, me: string | undefined, window: string, address: string }} props */
function Standings({ rows, caption, me, window, address }) {
  const ranked = rows.filter(({ provisional }) => !provisional);
  const others = rows.filter(({ provisional }) => provisional);
  const below = `Provisional: fewer than ${enough(window)} games${lately(window) ? ', or none lately' : ''}`;
  const groups = [
    ...(ranked.length ? [{ title: 'Ranked', rows: ranked }] : []),
    ...(others.length ? [{ title: below, rows: others }] : []),
  ];
  return html`<${Table} caption=${caption} groups=${groups} columns=${columnsOf(me, address)} head=${1}
    name=${nameOf} own=${(/** @type {Entry} */ row) => nameOf(row) === me} />`;
}

/**
 * What is told of each; what nobody has is left out.
 * @param {string | undefined} me @param {string} address
 * @returns {import('../charts/data-table.js').Column<Entry>[]}
 */
function columnsOf(me, address) {
  const unranked = html`<span aria-hidden="true">–</span><span class="unseen">not ranked</span>`;
  return [
    { title: 'Place', of: ({ rank }) => rank ?? unranked },
    {
      title: 'Player',
      text: true,
      of: ({ player: { id, name } }) => html`<a href=${`/players/${id}?${address}`}>${name}</a>
        ${id === me && html` <span class="figure-you">you</span>`}`,
    },
    { title: 'Score', of: ({ ordinal }) => hundredths(ordinal) },
    { title: 'Rating', of: ({ rating, uncertainty }) => `${tenths(rating)} ± ${tenths(uncertainty)}` },
    { title: 'Games', of: ({ games }) => whole(games) },
    { title: 'Won', of: ({ wins }) => whole(wins) },
    { title: 'Part won', of: ({ winRate }) => share(winRate) },
    { title: 'Points', of: ({ points }) => whole(points), where: ({ points }) => points },
    { title: 'In a row', of: ({ streak }) => whole(streak) },
    { title: 'Most in a row', of: ({ bestStreak }) => whole(bestStreak) },
    {
      title: 'Bids made',
      of: ({ bidsMade: made, bidsFailed: failed }) => `${whole(made)} of ${whole(made + failed)}`,
      where: ({ bidsMade: made, bidsFailed: failed }) => made + failed,
    },
    { title: 'Last game', text: true, of: ({ lastGameAt: at }) => html`<time datetime=${at}>${moment(at)}</time>` },
  ];
}

/** @param {{ window: string }} props */
function Explained({ window }) {
  const within = window === 'ALL_TIME' ? '' : ' in this time';
  const recent = lately(window) ? ', one of them in the last 30 days' : '';
  return html`<details class="figure-explained">
    <summary>How places come about</summary>
    <p>Each finished public game moves the ratings of those who sat at it, by the order in which they came in. A rating
      begins with 25, and its uncertainty with 8.3: it moves much at first, and less with each game. Places go by the
      score, which is the rating less three times its uncertainty: how strong somebody is almost certainly.</p>
    <p>Ranked is who has finished ${enough(window)} games${within}${recent}, and has met five different people; with
      machines at the table one may also play alone. The others are provisional, and come below. Machines are not on
      leaderboards. Whoever hands the seat over to the machine loses the game; the others keep their results. Days,
      weeks, months and seasons begin and end in UTC.</p>
  </details>`;
}
