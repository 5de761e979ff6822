// @ts-check
// Which address shows which page, and the frame around it.

import { Announcements, announce } from './announcing.js';
import { connection } from './client.js';
import { html, render, useEffect, useRef, useState, useStore } from './html.js';
import { Account } from './pages/account.js';
import { place } from './router.js';
import { expired } from './session.js';

/**
 * @typedef {import('preact').ComponentType<{ parameters: string[], query: URLSearchParams }>} Page
 * @type {[RegExp, () => Promise<{ default: Page }>][]}
 */
const PAGES = [
  [/^\/$/, () => import('./pages/lobby.js')],
  [/^\/new$/, () => import('./pages/create.js')],
  [/^\/games\/([^/]+)$/, () => import('./pages/table.js')],
  [/^\/games\/([^/]+)\/replay$/, () => import('./pages/replay.js')],
  [/^\/join\/([^/]+)$/, () => import('./pages/join.js')],
  [/^\/leaderboards$/, () => import('./pages/leaderboards.js')],
  [/^\/players\/([^/]+)$/, () => import('./pages/profile.js')],
  [/^\/statistics$/, () => import('./pages/statistics.js')],
];

/** @type {Page} */
const NotFound = () => html`<h1>There is no such page</h1><p><a href="/">Go to the tables</a></p>`;

/** @type {Page} */
const NotLoaded = () => html`<h1>This page could not be loaded</h1>
  <p>The server cannot be reached, or has a newer version of the page.</p>
  <p><button type="button" onClick=${() => location.reload()}>Load it again</button></p>`;

function App() {
  const { path, query } = useStore(place);
  const [shown, show] = useState(/** @type {{ Page: Page, parameters: string[], path: string } | null} */ (null));
  useEffect(() => {
    let wanted = true;
    const [found, load] = PAGES.find(([pattern]) => pattern.test(path)) ?? [];
    const parameters = (found?.exec(path) ?? []).slice(1).map(decodeURIComponent);
    (load?.() ?? Promise.resolve({ default: NotFound }))
      .catch((error) => (console.error(error), { default: NotLoaded }))
      .then(({ default: Page }) => wanted && show({ Page, parameters, path }));
    return () => void (wanted = false);
  }, [path]);
  return html`
    <a class="skip" href="#main">To the content</a>
    <header class="top">
      <a class="brand" href="/">Kibitz</a>
      <nav aria-label="Pages">
        ${[['/', 'Tables'], ['/leaderboards', 'Leaderboards'], ['/statistics', 'Statistics']].map(
          ([address, name]) => html`<a href=${address} aria-current=${path === address ? 'page' : undefined}>${name}</a>`,
        )}
      </nav>
      <${Account} />
    </header>
    <${Trouble} />
    <main id="main" tabindex="-1">
      ${shown ? html`<${Shown} key=${shown.path} ...${shown} query=${query} />` : html`<p class="waiting">Loading…</p>`}
    </main>
    <${Announcements} />`;
}

/**
 * A page; when it is another, its heading is where the keyboard goes on.
 * @param {{ Page: Page, parameters: string[], query: URLSearchParams }} props
 */
function Shown({ Page, parameters, query }) {
  const first = useRef(document.activeElement === document.body);
  useEffect(() => {
    if (!first.current) document.getElementById('main')?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }, []);
  return html`<${Page} parameters=${parameters} query=${query} />`;
}

/** What is wrong with the line to the server, on every page. */
function Trouble() {
  const state = useStore(connection);
  const out = useStore(expired);
  const [lost, say] = useState(false);
  useEffect(() => {
    if (state === 'open') {
      if (lost) announce('Connected again.');
      say(false);
      return undefined;
    }
    // A restart of the server is no news to somebody who thinks.
    const timer = setTimeout(() => (say(true), announce('The connection is lost; trying again.')), 600);
    return () => clearTimeout(timer);
  }, [state]);
  if (out) {
    return html`<p class="trouble" role="alert">You have been signed out: your sign-in has expired. Sign in again to go on.</p>`;
  }
  return lost && html`<p class="trouble">The connection is lost. Trying again; nothing that was confirmed is lost.</p>`;
}


const page = document.getElementById('page');
if (page) render(html`<${App} />`, page);
