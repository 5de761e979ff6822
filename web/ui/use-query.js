// @ts-check
// A query's answer in a component.

import { ask, connection } from '../net/client.js';
import { useEffect, useReducer, useState, useStore } from './html.js';
import { expired, session } from '../net/session.js';

/**
 * Ask, and ask again whenever the variables change or somebody else is signed in. What was answered before stays
 * until there is another answer, unless it was answered to somebody else.
 * @param {string} operation @param {Record<string, unknown> | null} variables null asks nothing
 * @returns {{ data: any, fault: import('../net/client.js').Fault | null, busy: boolean, again: () => void }}
 */
export function useAnswer(operation, variables) {
  const who = useStore(session)?.token ?? null;
  const out = useStore(expired);
  const [answer, set] = useState({ data: /** @type {any} */ (null), fault: /** @type {any} */ (null), who });
  const [busy, say] = useState(variables !== null);
  const [turn, again] = useReducer((/** @type {number} */ count) => count + 1, 0);
  const asked = JSON.stringify(variables);
  useEffect(() => {
    const own = new AbortController();
    const { signal } = own;
    if (variables) {
      say(true);
      ask(operation, variables, { signal }).then(
        (data) => signal.aborted || (set({ data, fault: null, who }), say(false)),
        (fault) => signal.aborted || (set(({ data }) => ({ data, fault, who })), say(false)),
      );
    }
    return () => own.abort();
  }, [operation, asked, who, out, turn]);
  const line = useStore(connection);
  useEffect(() => {
    // What failed because the server was away does not have to be asked for by hand.
    if (line === 'open' && answer.fault && answer.fault.code === undefined) again(0);
  }, [line]);
  const { data, fault } = answer.who === who ? answer : { data: null, fault: null };
  return { data, fault, busy, again: () => again(0) };
}
