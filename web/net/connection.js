// @ts-check
// The state of the connection to the server, over HTTP requests and the WebSocket together.

import { Store } from '../store.js';

/** 'open', or 'lost' while requests or the socket fail and are retried. */
export const connectionStatus = new Store(/** @type {'open' | 'lost'} */ ('open'));

/** True once the server serves a newer page, and no longer knows this page's documents. */
export const isOutdated = new Store(false);

/** The transports that fail at present. @type {Set<'requests' | 'socket'>} */
const failing = new Set();

/** Record whether a transport works. @param {'requests' | 'socket'} transport @param {boolean} isReachable */
export function reportReachable(transport, isReachable) {
  // A message on the socket proves that the server is reachable again; an old failed request does not matter then.
  if (isReachable && transport === 'socket') failing.clear();
  else if (isReachable) failing.delete(transport);
  else failing.add(transport);
  connectionStatus.set(failing.size ? 'lost' : 'open');
}
