// @ts-check
// The page of leaderboards, by variant, board and time window, updated live.

import { t } from 'catalogue/pages.js';
import { AsOfNote } from '../charts/as-of-note.js';
import { DataTable } from '../charts/data-table.js';
import { boardText, ErrorMessage, FilterSelect, MoreButton, RANKED_BOARDS, VariantSelect } from '../charts/filters.js';
import '../charts/stylesheets.js';
import { shiftWindow, windowKey, WINDOWS, windowText } from '../charts/time-windows.js';
import { useDefaultBoard } from '../games/game-counts.js';
import { useVariants, variantTitle } from '../games/variants.js';
import { session } from '../net/session.js';
import { subscribe } from '../net/subscriptions.js';
import { formatDateTime } from '../text/dates.js';
import { formatHundredths, formatInteger, formatPercent, formatTenths } from '../text/numbers.js';
import { displayName } from '../text/player-names.js';
import { announce } from '../ui/announcer.js';
import { Avatar } from '../ui/avatar.js';
import { html, useEffect, useRef, useState, useStore } from '../ui/html.js';
import { Loading } from '../ui/load-state.js';
import { useTitle } from '../frame/page-title.js';
import { usePagedList } from '../ui/paged-list.js';
import { setSearchParams } from '../ui/router.js';

/** @typedef {import('../schema').LeaderboardEntry} Entry */

/** @param {Entry} row */
const playerKey = ({ player }) => player.id;
/** Return the number of games that a player needs to be ranked. @param {string} window */
const requiredGames = (window) => (window === 'ALL_TIME' ? 10 : 5);
/** Return whether one of them must be recent. @param {string} window */
const needsRecentGame = (window) => window === 'ALL_TIME' || window === 'SEASON';

/** @param {{ searchParams: URLSearchParams }} props */
export default function Leaderboards({ searchParams }) {
  useTitle(t('pages.leaderboards'));
  const variants = useVariants();
  const window = /** @type {import('../schema').Window} */ (searchParams.get('window') ?? 'ALL_TIME');
  const shown = useDefaultBoard({ variant: searchParams.get('variant'), board: searchParams.get('board') }, variants);
  const { variant, board } = shown ?? {};
  return html`<h1>${t('pages.leaderboards')}</h1>
    ${variants && variant && board
      ? html`<div class="figure-filter" role="group" aria-label=${t('pages.filters')}>
            <${VariantSelect} variants=${variants} value=${variant} />
            <${FilterSelect} label=${t('pages.time')} name="window" value=${window} options=${WINDOWS} resets=${['key']} />
            <${FilterSelect} label=${t('pages.whoPlays')} name="board" value=${board} options=${RANKED_BOARDS} />
          </div>
          <${Board} variant=${variant} window=${window} board=${board} requestedKey=${searchParams.get('key')}
            title=${variantTitle(variants, variant)} />`
      : html`<${Loading} subject=${t('pages.subject.leaderboard')} />`}`;
}

/**
 * Return the key of the current window: by the server's clock once it has reported one, else by the browser's.
 * @param {import('../schema').Window} window
 */
function useCurrentWindow(window) {
  const [today, setToday] = useState(() => new Date());
  const [reported, setReported] = useState(/** @type {{ window: string, key: string, today: Date } | null} */ (null));
  useEffect(() => {
    const midnight = new Date(today).setUTCHours(24, 0, 1, 0);
    const timer = setTimeout(() => setToday(new Date()), midnight - Date.now());
    return () => clearTimeout(timer);
  }, [today]);
  const isReported = reported?.window === window && reported.today === today;
  return {
    currentKey: isReported ? reported.key : windowKey(window, today),
    reportKey: (/** @type {string} */ key) => setReported({ window, key, today }),
  };
}

/**
 * @param {{
 *   variant: string, window: import('../schema').Window, board: string, requestedKey: string | null, title: string,
 * }} props `requestedKey` is the window in the address
 */
function Board({ variant, window, board, requestedKey, title }) {
  const viewerId = useStore(session)?.player.id;
  const { currentKey, reportKey } = useCurrentWindow(window);
  const key = requestedKey ?? currentKey;
  /** @type {ReturnType<typeof usePagedList<Entry>>} */
  const list = usePagedList('Leaderboard', { variant, window, board, key }, (data) => data.leaderboard, playerKey);
  const latestList = useRef(list);
  latestList.current = list;
  useEffect(
    () => subscribe('LeaderboardUpdates', () => ({ variant, window, board }), {
      onNext: ({ leaderboard: { key: changed, players } }) => {
        if (!players.length) reportKey(changed);
        if (changed === key || !players.length) latestList.current.reload();
      },
    }),
    [variant, window, board, key],
  );
  useChangeAnnouncement(list.rows, `${variant} ${window} ${board} ${key}`);
  const caption = t('pages.leaderboardCaption', {
    game: title,
    time: window === 'ALL_TIME' ? t('pages.allTime') : windowText(window, key),
    players: board === 'PEOPLE' ? t('pages.peopleAmongThemselves') : boardText(board),
  });
  return html`
    ${window !== 'ALL_TIME' && html`<${WindowNavigation} window=${window} shownKey=${key} currentKey=${currentKey} />`}
    <${ErrorMessage} error=${list.rows ? null : list.error} onRetry=${list.reload} />
    <${AsOfNote} asOf=${list.asOf} />
    ${list.rows
      ? list.rows.length
        ? html`<${StandingsTable} rows=${list.rows} caption=${caption} viewerId=${viewerId} window=${window}
              profileQuery=${`variant=${variant}&board=${board}`} />
            <${MoreButton} list=${list} label=${t('ui.morePlayers')} />`
        : html`<p class="quiet">${t('pages.noStandings')}</p>`
      : !list.error && html`<${Loading} subject=${t('pages.subject.leaderboard')} />`}
    <${RankingExplanation} window=${window} />`;
}

/** Announce changes of the same leaderboard. @param {Entry[] | null} rows @param {string} listKey */
function useChangeAnnouncement(rows, listKey) {
  const former = useRef(/** @type {{ listKey: string, leader: string, signature: string } | null} */ (null));
  useEffect(() => {
    if (!rows) return;
    const signature = rows.map(({ player, totals, rating }) => `${player.id} ${totals.games} ${rating.ordinal}`).join();
    const [first] = rows;
    const leader = first && !first.provisional ? displayName(first.player) : '';
    const last = former.current;
    former.current = { listKey, leader, signature };
    if (last?.listKey !== listKey) return;
    // A list that only became longer or shorter has not changed.
    if (signature.startsWith(last.signature) || last.signature.startsWith(signature)) return;
    announce(leader && leader !== last.leader ? t('pages.newLeader', { name: leader }) : t('pages.leaderboardChanged'));
  }, [rows, listKey]);
}

/** @param {{ window: import('../schema').Window, shownKey: string, currentKey: string }} props */
function WindowNavigation({ window, shownKey, currentKey }) {
  // The address may contain an invalid key.
  const previousKey = shiftWindow(window, shownKey, -1) ?? shiftWindow(window, currentKey, -1);
  const nextKey = shiftWindow(window, shownKey, 1);
  const shownText = windowText(window, shownKey);
  const isLatest = !nextKey || shownKey >= currentKey;
  /** @param {string | null} key */
  const showWindow = (key) => setSearchParams({ key: key === currentKey ? null : key });
  return html`<div class="row figure-steps">
    <button type="button" onClick=${() => showWindow(previousKey)}>${t('pages.previous')}</button>
    <strong aria-live="polite">${
      shownKey === currentKey ? t('pages.currentWindow', { window: shownText }) : shownText}</strong>
    <button type="button" aria-disabled=${isLatest} onClick=${() => !isLatest && showWindow(nextKey)}>${t('pages.next')}</button>
    ${shownKey !== currentKey && html`<button type="button" onClick=${() => showWindow(null)}>${t('pages.now')}</button>`}
  </div>`;
}

/**
 * @param {{
 *   rows: Entry[], caption: string, viewerId: string | undefined, window: string, profileQuery: string,
 * }} props `profileQuery` is the query of links to profiles
 */
function StandingsTable({ rows, caption, viewerId, window, profileQuery }) {
  const rankedRows = rows.filter(({ provisional }) => !provisional);
  const provisionalRows = rows.filter(({ provisional }) => provisional);
  const provisionalTitle =
    t(needsRecentGame(window) ? 'pages.provisionalOrInactive' : 'pages.provisional', { count: requiredGames(window) });
  const groups = [
    ...(rankedRows.length ? [{ title: t('pages.ranked'), rows: rankedRows }] : []),
    ...(provisionalRows.length ? [{ title: provisionalTitle, rows: provisionalRows }] : []),
  ];
  return html`<${DataTable} caption=${caption} groups=${groups} columns=${columnsOf(viewerId, profileQuery)}
    headColumn=${1} rowKey=${playerKey} isOwn=${(/** @type {Entry} */ row) => playerKey(row) === viewerId} />`;
}

/**
 * @param {string | undefined} viewerId @param {string} profileQuery
 * @returns {import('../charts/data-table.js').Column<Entry>[]}
 */
function columnsOf(viewerId, profileQuery) {
  const unranked = html`<span aria-hidden="true">–</span><span class="unseen">${t('pages.notRanked')}</span>`;
  return [
    { title: t('pages.column.place'), cell: ({ rank }) => rank ?? unranked },
    {
      title: t('pages.column.player'),
      isText: true,
      cell: ({ player: { id, name, erased } }) => html`<${Avatar} id=${erased ? null : id} size="1.75rem" /><a
          href=${`/players/${id}?${profileQuery}`}>${name}</a>
        ${id === viewerId && html` <span class="figure-you">${t('text.you')}</span>`}`,
    },
    { title: t('pages.column.score'), cell: ({ rating }) => formatHundredths(rating.ordinal) },
    {
      title: t('pages.column.rating'),
      cell: ({ rating }) => `${formatTenths(rating.mean)} ± ${formatTenths(rating.uncertainty)}`,
    },
    { title: t('pages.column.gameCount'), cell: ({ totals }) => formatInteger(totals.games) },
    { title: t('pages.column.won'), cell: ({ totals }) => formatInteger(totals.wins) },
    { title: t('pages.column.shareWon'), cell: ({ totals }) => formatPercent(totals.winRate) },
    {
      title: t('pages.column.points'),
      cell: ({ totals }) => formatInteger(totals.points),
      isRelevant: ({ totals }) => totals.points,
    },
    { title: t('pages.column.winsInARow'), cell: ({ streaks }) => formatInteger(streaks.winning) },
    { title: t('pages.column.mostWinsInARow'), cell: ({ streaks }) => formatInteger(streaks.longestWinning) },
    {
      title: t('pages.column.bidsMade'),
      cell: ({ totals: { bidsMade, bidsFailed } }) =>
        t('pages.partOf', { part: bidsMade, whole: bidsMade + bidsFailed }),
      isRelevant: ({ totals: { bidsMade, bidsFailed } }) => bidsMade + bidsFailed,
    },
    {
      title: t('pages.column.lastGame'),
      isText: true,
      cell: ({ lastGameAt }) => html`<time datetime=${lastGameAt}>${formatDateTime(lastGameAt)}</time>`,
    },
  ];
}

/** @param {{ window: string }} props */
function RankingExplanation({ window }) {
  const rankText = t(
    window === 'ALL_TIME' ? 'pages.rank.ALL_TIME' : window === 'SEASON' ? 'pages.rank.SEASON' : 'pages.rank.other',
    { count: requiredGames(window) },
  );
  return html`<details class="figure-explained">
    <summary>${t('pages.ranking')}</summary>
    <p>${t('pages.ratings')}</p>
    <p>${rankText} ${t('pages.rankOfOthers')}</p>
  </details>`;
}
