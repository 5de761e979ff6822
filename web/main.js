// @ts-check
// Which address shows which page, and the frame around it.

import { Announcements } from './ui/announcer.js';
import { Guard } from './frame/error-boundary.js';
import { SchemeSwitch } from './frame/scheme-switch.js';
import { Trouble } from './frame/status-banners.js';
import { html, render, useEffect, useLayoutEffect, useState, useStore } from './ui/html.js';
import { Account } from './account/account-button.js';
import { land, place } from './ui/router.js';
import { Loading } from './ui/load-state.js';
import { useTitle } from './ui/page-title.js';

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

const NAVIGATION = [['/', 'Tables'], ['/leaderboards', 'Leaderboards'], ['/statistics', 'Statistics']];

function NotFound() {
  useTitle('No such page');
  return html`<h1>There is no such page</h1>
    <p>The address may be mistyped, or what was there is gone.</p>
    <p><a class="button" href="/">Go to the tables</a></p>`;
}

function NotLoaded() {
  useTitle('Not loaded');
  return html`<h1>This page could not be loaded</h1>
    <p>The server cannot be reached, or has a newer version of the page.</p>
    <p><button type="button" class="main" onClick=${() => location.reload()}>Load it again</button></p>`;
}

/**
 * @param {string} path
 * @returns {Promise<{ Page: Page, parameters: string[] }>}
 */
async function find(path) {
  const [pattern, load] = PAGES.find(([each]) => each.test(path)) ?? [];
  try {
    const parameters = (pattern?.exec(path) ?? []).slice(1).map(decodeURIComponent);
    return { Page: load ? (await load()).default : NotFound, parameters };
  } catch (error) {
    if (error instanceof URIError) return { Page: NotFound, parameters: [] };
    console.error(error);
    return { Page: NotLoaded, parameters: [] };
  }
}

/** Whether a page was shown before; then the keyboard goes on at the new one's heading. */
let arrived = false;

function App() {
  const { path, query } = useStore(place);
  const [shown, show] = useState(/** @type {{ Page: Page, parameters: string[], path: string } | null} */ (null));
  useLayoutEffect(() => {
    let wanted = true;
    find(path).then((found) => wanted && show({ ...found, path }));
    return () => void (wanted = false);
  }, [path]);
  return html`
    <a class="skip" href="#main">To the content</a>
    <header class="top">
      <a class="brand" href="/"><${Mark} />Kibitz</a>
      <nav aria-label="Pages">
        ${NAVIGATION.map(([address, name]) =>
          html`<a href=${address} aria-current=${path === address ? 'page' : undefined}>${name}</a>`)}
      </nav>
      <div class="own"><${SchemeSwitch} /><${Account} /></div>
    </header>
    <${Trouble} />
    <main id="main" tabindex="-1">
      ${shown
        ? html`<${Guard} key=${shown.path}><${Shown} ...${shown} query=${query} /><//>`
        : html`<${Loading} what="the page" />`}
    </main>
    <${Announcements} />`;
}

/**
 * A page, with the keyboard at its heading and as far down as it was left.
 * @param {{ Page: Page, parameters: string[], query: URLSearchParams }} props
 */
function Shown({ Page, parameters, query }) {
  useEffect(() => {
    if (arrived) focusHeading();
    arrived = true;
    return land(place.value.y);
  }, []);
  return html`<${Page} parameters=${parameters} query=${query} />`;
}

function focusHeading() {
  const main = document.getElementById('main');
  const heading = main?.querySelector('h1');
  heading?.setAttribute('tabindex', '-1');
  (heading ?? main)?.focus({ preventScroll: true });
}

/** The spade of the icon. */
function Mark() {
  return html`<svg class="mark" viewBox="0 0 32 32" aria-hidden="true">
    <path d="M16 2c5 7 11 11 11 17a6 6 0 0 1-9.5 4.5c.3 3 1.3 5 3 6.5h-9c1.7-1.5 2.7-3.5 3-6.5A6 6 0 0 1 5 19C5 13 11
      9 16 2z" />
  </svg>`;
}

const page = document.getElementById('page');
if (page) render(html`<${App} />`, page);
