// @ts-check
// Your seeks: the games that you look for, live. They stay open while a component follows them.

import { subscribe } from '../net/subscriptions.js';
import { useEffect, useState } from '../ui/html.js';
import { useViewerId } from '../ui/viewer.js';

/** @typedef {import('../schema').Seek} Seek */

/** Follow your seeks, the oldest first; null until they are loaded, and for a spectator. */
export function useOwnSeeks() {
  const viewer = useViewerId();
  const [seeks, setSeeks] = useState(/** @type {readonly Seek[] | null} */ (null));
  useEffect(() => {
    setSeeks(null);
    if (!viewer) return undefined;
    return subscribe('MySeeks', () => ({}), { onNext: ({ mySeeks }) => setSeeks(mySeeks.seeks) });
  }, [viewer]);
  return seeks;
}
