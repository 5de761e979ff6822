// @ts-check
// The service worker: keeps static files, shows a page when the server cannot be reached, and opens the table of a
// notification that was clicked.
//
// It stores files of the folder `/web/` only, never pages or answers of the API. The server writes the digest of all files
// into their addresses here, so that each version of the files has a worker and a cache of its own. An address always has
// the same content; therefore a new worker may replace an older one below an open page.

/** @typedef {Event & { waitUntil: (promise: Promise<unknown>) => void }} ExtendableEvent */
/** @typedef {ExtendableEvent & { addRoutes?: (routes: object) => Promise<void> }} InstallEvent */
/**
 * @typedef {ExtendableEvent & {
 *   request: Request, preloadResponse: Promise<Response | undefined>, respondWith: (response: Promise<Response>) => void,
 * }} FetchEvent
 */
/** @typedef {{ url: string, focus: () => Promise<unknown> }} WindowClient */
/** @typedef {ExtendableEvent & { notification: Notification }} NotificationEvent */

/** Typed by hand: the pages' modules are checked with the types of windows. */
const worker = /** @type {any} */ (self);

const FOLDER = '/web/';
const OFFLINE_PAGE = '/web/offline.html';
const OFFLINE_FILES = [
  OFFLINE_PAGE, '/web/style.css', '/web/icon.svg', '/web/settings/initial-settings.js', '/web/frame/offline-page.js',
];
/** The path of a file in any version. The server changes only paths without backslashes. */
const FILE = /^\/web\/[0-9a-f]{16}\//;
/** Number of versions whose files are kept: the current one, and the one before for pages that are still open. */
const KEPT_VERSIONS = 2;

worker.addEventListener('install', (/** @type {InstallEvent} */ event) => event.waitUntil(install(event)));
worker.addEventListener('activate', (/** @type {ExtendableEvent} */ event) => event.waitUntil(activate()));

worker.addEventListener('fetch', (/** @type {FetchEvent} */ event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (request.mode === 'navigate') event.respondWith(loadPage(event));
  else if (FILE.test(pathname)) event.respondWith(loadFile(event, pathname));
});

worker.addEventListener('notificationclick', (/** @type {NotificationEvent} */ event) => {
  event.notification.close();
  event.waitUntil(openTable(event.notification.data.path));
});

/** @param {InstallEvent} event */
async function install(event) {
  // Requests to the API need not wait until the worker has started, in browsers that know routes.
  await event.addRoutes?.([{ condition: { urlPattern: '/graphql' }, source: 'network' }]).catch(() => {});
  const files = await Promise.all(OFFLINE_FILES.map(async (path) => {
    const response = await fetch(path);
    if (!response.ok) throw new TypeError(`The server no longer has ${path}.`);
    return /** @type {const} */ ([path, response]);
  }));
  await ignoreStorageErrors(async () => {
    const cache = await caches.open(FOLDER);
    for (const [path, response] of files) await cache.put(path, response);
  });
  await worker.skipWaiting();
}

async function activate() {
  // The browser requests a page while the worker starts.
  await worker.registration.navigationPreload?.enable();
  await ignoreStorageErrors(async () => {
    const names = await caches.keys();
    const outdated = names.filter((name) => FILE.test(name) && name !== FOLDER).slice(0, 1 - KEPT_VERSIONS);
    for (const name of outdated) await caches.delete(name);
  });
}

/** Return a page from the server, or the offline page. @param {FetchEvent} event */
async function loadPage({ request, preloadResponse }) {
  try {
    return (await preloadResponse) ?? (await fetch(request));
  } catch (error) {
    const offlinePage = await cached(OFFLINE_PAGE);
    if (!offlinePage) throw error;
    return offlinePage;
  }
}

/** Return a file from the cache, or from the server. @param {FetchEvent} event @param {string} path */
async function loadFile(event, path) {
  const file = await cached(path);
  if (file) return file;
  const response = await fetch(event.request);
  if (response.ok && path.startsWith(FOLDER)) {
    const copy = response.clone();
    event.waitUntil(ignoreStorageErrors(async () => (await caches.open(FOLDER)).put(path, copy)));
  }
  return response;
}

/** @param {string} path */
const cached = (path) => ignoreStorageErrors(() => caches.match(path, { ignoreVary: true }));

/**
 * Use the browser's storage, which can be full or blocked: then the files come from the server alone.
 * @template T @param {() => Promise<T>} use
 */
async function ignoreStorageErrors(use) {
  try {
    return await use();
  } catch {
    return undefined;
  }
}

/** Bring the page of a table to the front, or open it. @param {string} path */
async function openTable(path) {
  /** @type {WindowClient[]} */
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const page = pages.find(({ url }) => new URL(url).pathname === path);
  await (page ? page.focus() : worker.clients.openWindow(path));
}
