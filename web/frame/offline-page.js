// @ts-check
// The page that the service worker shows without a connection: opens the page that was asked for once it can be reached.

/** Milliseconds between two attempts. */
const RETRY_INTERVAL = 5_000;

// The server writes the texts of the catalogue into offline.html.
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
  const { offline = '', unreachable = '' } = reason.dataset;
  reason.textContent = navigator.onLine ? unreachable : offline;
}

addEventListener('online', () => (showReason(), void reconnect()));
addEventListener('offline', showReason);
setInterval(reconnect, RETRY_INTERVAL);
document.getElementById('retry')?.addEventListener('click', async () => {
  const { trying = '', failed = '' } = statusLine.dataset;
  statusLine.textContent = trying;
  if (!(await reconnect())) statusLine.textContent = failed;
});
showReason();
