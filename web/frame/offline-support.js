// @ts-check
// Registers the service worker, where the browser has any: over HTTPS and on the same machine.

const ADDRESS = '/service-worker.js';

/** Register the service worker; an older one is replaced. */
export async function registerServiceWorker() {
  try {
    // The page's policy requires it: only this address can become the worker's.
    const { trustedTypes } = /** @type {any} */ (window);
    const policy = trustedTypes?.createPolicy('service-worker', { createScriptURL: () => ADDRESS });
    await navigator.serviceWorker?.register(policy?.createScriptURL('') ?? ADDRESS, { updateViaCache: 'none' });
  } catch {
    // Storage is blocked, or the server has been replaced meanwhile. The pages work without the worker.
  }
}
