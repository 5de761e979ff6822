// @ts-check
// The lobby: tables to join, your games, running and finished games.

import { t } from 'catalogue/pages.js';
import { readSeed } from '../deals/seed-storage.js';
import { useVariants, variantTitle } from '../games/variants.js';
import { playerListText } from '../lobby/game-entry.js';
import { FinishedGames, Invitations, OwnGames, RunningGames } from '../lobby/game-lists.js';
import { useGamePages } from '../lobby/game-pages.js';
import { useOpenTables, useTableAnnouncements } from '../lobby/open-tables-feed.js';
import { OpenTables } from '../lobby/open-tables.js';
import { PlayTiles } from '../play/play-tiles.js';
import { useOwnGames } from '../lobby/own-games-feed.js';
import { announce } from '../ui/announcer.js';
import { html, useEffect, useState } from '../ui/html.js';
import { lazyComponent } from '../ui/lazy-component.js';
import { useTitle } from '../frame/page-title.js';
import { useViewer } from '../ui/viewer.js';

const BackgroundSeed = lazyComponent(null, async () => (await import('../deals/background-seed.js')).BackgroundSeed);

const SeekPanel = lazyComponent(null, async () => (await import('../seeks/seek-panel.js')).SeekPanel);

/** Milliseconds between refreshes of the lists that are not live. */
const REFRESH_INTERVAL = 20_000;
/** Milliseconds within which several removed tables lead to one refresh. */
const REFRESH_DELAY = 300;
/** Number of tables, the newest first, to which the page adds your seed when they start. */
const MAX_SEEDED_TABLES = 4;
/** A search by end time, so that the server orders by it. */
const BY_END_TIME = { endedAfter: '1970-01-01T00:00:00Z' };

/** The changes of your games that are announced, the most important first. */
const NEWS = /** @type {const} */ (['YOUR_TURN', 'INVITED', 'STARTED', 'ENDED']);

/** @param {{ searchParams: URLSearchParams }} props */
export default function Lobby({ searchParams }) {
  useTitle(t('pages.tables'));
  const variants = useVariants();
  const isSignedIn = useViewer() !== null;
  const [isSeekFormOpen, setSeekFormOpen] = useState(false);
  const variant = searchParams.get('variant') ?? undefined;
  const isUnknown = variant && variants && !variants.some(({ name }) => name === variant);
  if (isUnknown) return html`<${UnknownVariant} name=${variant} />`;
  return html`
    ${!isSignedIn && html`<${Welcome} />`}
    <${PlayTiles} variants=${variants} />
    <div class="lobby-top">
      <${isSignedIn ? 'h1' : 'h2'}>${t('pages.tables')}<//>
      <div class="row">
        <button type="button" aria-expanded=${isSeekFormOpen}
          onClick=${() => setSeekFormOpen(!isSeekFormOpen)}>${t('ui.findGame')}</button>
        <a class="button" href=${variant ? `/new?variant=${encodeURIComponent(variant)}` : '/new'}>${t('pages.newTable')}</a>
        ${variant && html`<a class="button" href=${`/rules/${encodeURIComponent(variant)}`}>${t('ui.rules')}</a>`}
      </div>
    </div>
    ${(isSignedIn || isSeekFormOpen) && html`<${SeekPanel} variants=${variants} variantName=${variant}
      isOpen=${isSeekFormOpen} onClose=${() => setSeekFormOpen(false)} />`}
    <${Filter} variants=${variants} variant=${variant} />
    <${Lists} variants=${variants} variant=${variant} />`;
}

/** What this is, for visitors who are not signed in. */
const Welcome = () => html`<div class="welcome">
  <h1>${t('pages.welcome')}</h1>
  <p>${t('pages.welcomeText')}</p>
</div>`;

/** @typedef {{ variants: import('../games/variants.js').Variant[] | null, variant: string | undefined }} FilterProps */

/** @param {FilterProps} props */
function Filter({ variants, variant }) {
  const filters = [{ name: undefined, title: t('pages.allGames') }, ...(variants ?? [])];
  return html`<nav class="filter" aria-label=${t('pages.games')}>
    ${filters.map(({ name, title }) => html`<a key=${title} href=${name ? `/?variant=${encodeURIComponent(name)}` : '/'}
      aria-current=${name === variant ? 'true' : undefined}>${title}</a>`)}
  </nav>`;
}

/** @param {FilterProps} props */
function Lists({ variants, variant }) {
  const viewer = useViewer();
  const announceTables = useTableAnnouncements(({ variant: { name }, players, maxPlayers }) => t('pages.openTable', {
    game: variantTitle(variants, name), players: playerListText(players), count: players.length, total: maxPlayers,
  }));
  const running = useGamePages({ filter: 'PLAYING', variant, order: 'NEWEST' }, 8);
  const finished = useGamePages({ filter: 'WON', variant, order: 'NEWEST', search: BY_END_TIME }, 8);
  const refetchAll = () => [running, finished].forEach((list) => list.refetch());
  const allOwnGames = useOwnGames(({ game, changes }) => {
    const text = newsText(changes, variantTitle(variants, game.variant.name), playerListText(game.players));
    if (text) announce(text);
    if (changes.includes('STARTED') || changes.includes('ENDED')) refetchAll();
  });
  const isSeated = (/** @type {import('../schema').Game} */ { players }) =>
    players.some(({ id }) => id === viewer?.player.id);
  const feed = useOpenTables(variant, (games) => announceTables(games.filter((game) => !isSeated(game))));
  useEffect(() => {
    if (!feed.removals) return undefined;
    const timer = setTimeout(refetchAll, REFRESH_DELAY);
    return () => clearTimeout(timer);
  }, [feed.removals]);
  usePeriodicRefresh(refetchAll);
  const ownGames = allOwnGames.filter(({ game }) => !variant || game.variant.name === variant);
  const seededTables = allOwnGames.filter(({ game, invited }) =>
    viewer && !invited && game.startedAt === null && readSeed(game.id, viewer.player.id) !== null);
  // The feed contains private tables only for invited players, who see them among the invitations.
  const publicGames = feed.games?.filter((game) => !isSeated(game) && game.access === 'PUBLIC');
  return html`<div class="lobby">
    ${seededTables.slice(0, MAX_SEEDED_TABLES).map(({ game: { id } }) => html`<${BackgroundSeed} key=${id} id=${id} />`)}
    <div>
      ${viewer && html`<${OwnGames} games=${ownGames.filter(({ invited }) => !invited)} variants=${variants} />`}
      ${viewer && html`<${Invitations} games=${ownGames.filter(({ invited }) => invited)} variants=${variants} />`}
      <${OpenTables} feed=${feed} games=${publicGames} variants=${variants} variant=${variant} />
    </div>
    <div>
      <${RunningGames} list=${running} viewerId=${viewer?.player.id} variants=${variants} />
      <${FinishedGames} list=${finished} variants=${variants} />
    </div>
  </div>`;
}

/**
 * Return what has happened at one of your tables, as a sentence for screen readers; empty if it needs no announcement.
 * @param {readonly import('../schema').MyGameChange[]} changes @param {string} game @param {string} players
 */
function newsText(changes, game, players) {
  const change = NEWS.find((each) => changes.includes(each));
  return change ? t(`pages.news.${change}`, { game, players }) : '';
}

/** Refresh periodically while the page is visible, and when it becomes visible. @param {() => void} refresh */
function usePeriodicRefresh(refresh) {
  useEffect(() => {
    const refreshIfVisible = () => document.visibilityState === 'visible' && refresh();
    const timer = setInterval(refreshIfVisible, REFRESH_INTERVAL);
    document.addEventListener('visibilitychange', refreshIfVisible);
    return () => (clearInterval(timer), document.removeEventListener('visibilitychange', refreshIfVisible));
  }, []);
}

/** @param {{ name: string }} props */
const UnknownVariant = ({ name }) => html`<h1>${t('pages.tables')}</h1>
  <p>${t('pages.unknownGame', { name })}</p>
  <p><a class="button main" href="/">${t('pages.seeAllTables')}</a></p>`;
