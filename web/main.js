// @ts-check
// The entry point: maps addresses to pages and renders the frame around them.

import { AccountButton } from './account/account-button.js';
import { ErrorBoundary } from './frame/error-boundary.js';
import { SoundSwitch } from './frame/sound-switch.js';
import { StatusBanners } from './frame/status-banners.js';
import { startRenewals } from './net/renewal.js';
import { SchemeSwitch } from './settings/scheme-switch.js';
import { SettingsButton } from './settings/settings-button.js';
import { t } from './text/messages.js';
import { Announcements } from './ui/announcer.js';
import { html, render, useEffect, useLayoutEffect, useState, useStore } from './ui/html.js';
import { Loading } from './ui/load-state.js';
import { useTitle } from './frame/page-title.js';
import { currentLocation, restoreScroll } from './ui/router.js';

/** @typedef {import('preact').ComponentType<{ parameters: string[], searchParams: URLSearchParams }>} Page */
/** @typedef {{ Page: Page, parameters: string[] }} Match */

/** The pages by address. api/web/files.py has the same list. @type {[RegExp, () => Promise<{ default: Page }>][]} */
const ROUTES = [
  [/^\/$/, () => import('./pages/lobby.js')],
  [/^\/new$/, () => import('./pages/create.js')],
  [/^\/games\/([^/]+)$/, () => import('./pages/table.js')],
  [/^\/games\/([^/]+)\/replay$/, () => import('./pages/replay.js')],
  [/^\/j\/([^/]+)$/, () => import('./pages/join.js')],
  [/^\/join\/([^/]+)$/, () => import('./pages/join.js')],
  [/^\/leaderboards$/, () => import('./pages/leaderboards.js')],
  [/^\/players\/([^/]+)$/, () => import('./pages/profile.js')],
  [/^\/statistics$/, () => import('./pages/statistics.js')],
  [/^\/rules$/, () => import('./pages/rules-index.js')],
  [/^\/rules\/([^/]+)$/, () => import('./pages/rules.js')],
];

const NAVIGATION = [
  ['/', t('frame.tables')], ['/leaderboards', t('frame.leaderboards')], ['/statistics', t('frame.statistics')],
  ['/rules', t('ui.rules')],
];

function NotFound() {
  useTitle(t('frame.notFoundTitle'));
  return html`<h1>${t('frame.notFound')}</h1>
    <p>${t('frame.notFoundExplanation')}</p>
    <p><a class="button" href="/">${t('ui.goToTables')}</a></p>`;
}

function NotLoaded() {
  useTitle(t('frame.notLoadedTitle'));
  return html`<h1>${t('frame.notLoaded')}</h1>
    <p>${t('frame.notLoadedExplanation')}</p>
    <p><button type="button" class="main" onClick=${() => location.reload()}>${t('frame.loadAgain')}</button></p>`;
}

/** Load the page of a path. @param {string} path @returns {Promise<Match>} */
async function loadPage(path) {
  const [pattern, load] = ROUTES.find(([each]) => each.test(path)) ?? [];
  try {
    const parameters = (pattern?.exec(path) ?? []).slice(1).map(decodeURIComponent);
    return { Page: load ? (await load()).default : NotFound, parameters };
  } catch (error) {
    if (error instanceof URIError) return { Page: NotFound, parameters: [] };
    console.error(error);
    return { Page: NotLoaded, parameters: [] };
  }
}

/** Milliseconds after the load before the service worker is registered, so that its files do not delay the page's. */
const REGISTRATION_DELAY = 2_000;

/** Milliseconds after the load before the log is compared with the pins, for the same reason. */
const COMPARISON_DELAY = 3_000;

/** Milliseconds for which the first content stands in for a page that is slow to load. */
const FIRST_CONTENT_TIME = 2_000;

/** True once a page was shown. The first page leaves the focus where the browser put it. */
let hasNavigated = false;

/** @param {{ first: Match & { path: string } | null }} props `first` is the first page, if it is loaded */
function App({ first }) {
  const { path, searchParams } = useStore(currentLocation);
  const [match, setMatch] = useState(/** @type {Match & { path: string } | null} */ (first));
  useLayoutEffect(() => {
    if (match?.path === path) return undefined;
    let isCurrent = true;
    loadPage(path).then((loaded) => isCurrent && setMatch({ ...loaded, path }));
    return () => void (isCurrent = false);
  }, [path]);
  return html`
    <a class="skip" href="#main">${t('frame.toContent')}</a>
    <header class="top">
      <a class="brand" href="/"><${Logo} />${t('frame.brand')}</a>
      <nav aria-label=${t('frame.pages')}>
        ${NAVIGATION.map(([address, name]) =>
          html`<a href=${address} aria-current=${path === address ? 'page' : undefined}>${name}</a>`)}
      </nav>
      <div class="own"><${SoundSwitch} /><${SchemeSwitch} /><${SettingsButton} /><${AccountButton} /></div>
    </header>
    <${StatusBanners} />
    <main id="main" tabindex="-1">
      ${match
        ? html`<${ErrorBoundary} key=${match.path}><${PageView} ...${match} searchParams=${searchParams} /><//>`
        : html`<${Loading} subject=${t('frame.pageSubject')} />`}
    </main>
    <${Announcements} />`;
}

/**
 * A page. When it opens, its heading gets the focus and its scroll position is restored.
 * @param {Match & { searchParams: URLSearchParams }} props
 */
function PageView({ Page, parameters, searchParams }) {
  useEffect(() => {
    if (hasNavigated) focusHeading();
    hasNavigated = true;
    return restoreScroll(currentLocation.value.scrollTop);
  }, []);
  return html`<${Page} parameters=${parameters} searchParams=${searchParams} />`;
}

function focusHeading() {
  const main = document.getElementById('main');
  const heading = main?.querySelector('h1');
  heading?.setAttribute('tabindex', '-1');
  (heading ?? main)?.focus({ preventScroll: true });
}

/** The spade of the icon. */
function Logo() {
  return html`<svg class="mark" viewBox="0 0 32 32" aria-hidden="true">
    <path d="M16 2c5 7 11 11 11 17a6 6 0 0 1-9.5 4.5c.3 3 1.3 5 3 6.5h-9c1.7-1.5 2.7-3.5 3-6.5A6 6 0 0 1 5 19C5 13 11
      9 16 2z" />
  </svg>`;
}

/** Register the service worker. Without its module, from another version of the server, the page goes on as it is. */
async function supportOffline() {
  const { registerServiceWorker } = await import('./frame/offline-support.js');
  await registerServiceWorker();
}

/** Watch the log. Without its module, from another version of the server, the page goes on as it is. */
async function watchServerLog() {
  const { watchLog } = await import('./transparency/log-watch.js');
  await watchLog();
}

startRenewals();
addEventListener('load', () => setTimeout(() => supportOffline().catch(() => {}), REGISTRATION_DELAY));
addEventListener('load', () => setTimeout(() => watchServerLog().catch(() => {}), COMPARISON_DELAY));
/** Replace the content of index.html by the page. It has the same elements up to the content of the page. */
async function renderFirstPage() {
  const { path } = currentLocation.value;
  const first = await Promise.race([
    loadPage(path).then((match) => ({ ...match, path })),
    new Promise((/** @type {(none: null) => void} */ resolve) => setTimeout(resolve, FIRST_CONTENT_TIME, null)),
  ]);
  const root = /** @type {HTMLElement} */ (document.getElementById('page'));
  render(html`<${App} first=${first} />`, root);
  delete document.documentElement.dataset.known;
}

void renderFirstPage();
