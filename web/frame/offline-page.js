// @ts-check
// The page that the service worker shows without a connection: opens the page that was asked for once it can be reached.

/** Milliseconds between two attempts. */
const RETRY_INTERVAL = 5_000;

const reason = /** @type {HTMLElement} */ (document.getElementById('reason'));
const statusLine = /** @type {HTMLElement} */ (document.getElementById('status'));

/** Load the page again if the server answers, and return whether it does. */
async function reconnect() {
  try {
    const { status } = await fetch(location.href, { method: 'HEAD', cache: 'no-store' });
    // A proxy answers for a server that is being restarted.
    if (status >= 500) return false;
  } catch {
    return false;
  }
  location.reload();
  return true;
}

function showReason() {
  reason.textContent = navigator.onLine
    ? 'The server does not answer; it may be restarting.'
    : 'You are offline.';
}

addEventListener('online', () => (showReason(), void reconnect()));
addEventListener('offline', showReason);
setInterval(reconnect, RETRY_INTERVAL);
document.getElementById('retry')?.addEventListener('click', async () => {
  statusLine.textContent = 'Trying…';
  if (!(await reconnect())) statusLine.textContent = 'Still no answer.';
});
showReason();
