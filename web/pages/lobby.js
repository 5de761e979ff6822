// @ts-check
// The tables: those to join, one's own, those to watch and those to replay.

import { html, useEffect } from '../ui/html.js';
import { Finished, Invitations, Mine, Running } from '../lobby/game-lists.js';
import { OpenTables } from '../lobby/open-tables.js';
import { useNews, useOpen } from '../lobby/open-tables-feed.js';
import { usePages } from '../lobby/game-pages.js';
import { namesOf } from '../lobby/game-entry.js';
import { titleOf, useVariants } from '../games/variants.js';
import { useViewer } from '../net/session.js';
import { useTitle } from '../ui/page-title.js';

/** Milliseconds after which the lists that nobody tells of changes in are asked for anew. */
const NOW_AND_THEN = 20_000;
/** Milliseconds within which tables that go away lead to one look at the other lists. */
const SOON = 300;
/** The newest by when they ended: what the search says is what they are put in order by. */
const EVER = { endedAfter: '1970-01-01T00:00:00Z' };

/** @param {{ query: URLSearchParams }} props */
export default function Lobby({ query }) {
  useTitle('Tables');
  const variants = useVariants();
  const variant = query.get('variant') ?? undefined;
  const unknown = variant && variants && !variants.some(({ name }) => name === variant);
  if (unknown) return html`<${NoSuchGame} name=${variant} />`;
  return html`
    <div class="lobby-top">
      <h1>Tables</h1>
      <a class="button main" href=${variant ? `/new?variant=${encodeURIComponent(variant)}` : '/new'}>New table</a>
    </div>
    <${Filter} variants=${variants} variant=${variant} />
    <${Lists} variants=${variants} variant=${variant} />`;
}

/** @typedef {{ variants: import('../games/variants.js').Variant[] | null, variant: string | undefined }} Wanted */

/** @param {Wanted} props */
function Filter({ variants, variant }) {
  const all = [{ name: undefined, title: 'All games' }, ...(variants ?? [])];
  return html`<nav class="filter" aria-label="Games">
    ${all.map(({ name, title }) => html`<a key=${title} href=${name ? `/?variant=${encodeURIComponent(name)}` : '/'}
      aria-current=${name === variant ? 'true' : undefined}>${title}</a>`)}
  </nav>`;
}

/** @param {Wanted} props */
function Lists({ variants, variant }) {
  const who = useViewer();
  const news = useNews((game) => {
    const taken = `${game.players.length} of ${game.seats} seats taken`;
    return `${titleOf(variants, game.variant)}, ${namesOf(game.players)}, ${taken}.`;
  });
  const seated = (/** @type {import('../schema').GameSummary} */ { players }) =>
    players.some(({ id }) => id === who?.player.id);
  const open = useOpen(variant, (games) => news(games.filter((game) => !seated(game))));
  const mine = usePages(who && { filter: 'SEATED', variant, order: 'NEWEST', fresh: true }, 50);
  const invitations = usePages(who && { filter: 'INVITED', variant, order: 'NEWEST', fresh: true }, 5);
  const running = usePages({ filter: 'RUNNING', variant, order: 'NEWEST' }, 8);
  const ended = usePages({ filter: 'FINISHED', variant, order: 'NEWEST', search: EVER }, 8);
  const again = () => [mine, invitations, running, ended].forEach((list) => list.again());
  useEffect(() => {
    if (!open.left) return undefined;
    const timer = setTimeout(again, SOON);
    return () => clearTimeout(timer);
  }, [open.left]);
  useNowAndThen(again);
  const own = (open.games ?? []).filter(seated);
  // Private tables come only to those who are invited to them, and stand among the invitations.
  const others = open.games?.filter((game) => !seated(game) && game.access === 'PUBLIC');
  return html`<div class="lobby">
    <div>
      ${who && html`<${Mine} list=${mine} open=${own} variants=${variants} />`}
      ${who && html`<${Invitations} list=${invitations} variants=${variants} />`}
      <${OpenTables} open=${open} games=${others} variants=${variants} variant=${variant} />
    </div>
    <div>
      <${Running} list=${running} me=${who?.player.id} variants=${variants} />
      <${Finished} list=${ended} variants=${variants} />
    </div>
  </div>`;
}

/** Do it now and then while the page is looked at, and whenever somebody comes back to it. @param {() => void} work */
function useNowAndThen(work) {
  useEffect(() => {
    const look = () => document.visibilityState === 'visible' && work();
    const timer = setInterval(look, NOW_AND_THEN);
    document.addEventListener('visibilitychange', look);
    return () => (clearInterval(timer), document.removeEventListener('visibilitychange', look));
  }, []);
}

/** @param {{ name: string }} props */
const NoSuchGame = ({ name }) => html`<h1>Tables</h1>
  <p>No game called “${name}” is played here.</p>
  <p><a class="button main" href="/">See all tables</a></p>`;
