// @ts-check
// The viewer: the player as whom the server answers.

import { isSessionExpired, session } from '../net/session.js';
import { useStore } from './html.js';

/** @typedef {import('../net/session.js').Session} Session */

/** Return the id of the signed-in player; null for a spectator. A renewed token does not change it. */
export const useViewerId = () => useViewer()?.player.id ?? null;

/** Return the session if it is valid; null for a spectator and for an expired session. @returns {Session | null} */
export function useViewer() {
  const current = useStore(session);
  return useStore(isSessionExpired) ? null : current;
}
