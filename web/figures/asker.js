// @ts-check
// Who asks: what was refused to a sign-in that has expired, or is somebody else's by now, is asked again.

import { useStore } from '../html.js';
import { expired, session } from '../session.js';

/** Return what changes with who asks. */
export function useAsker() {
  const who = useStore(session)?.token ?? '';
  return useStore(expired) ? '' : who;
}
