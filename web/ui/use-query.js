// @ts-check
// Queries in components.

import { request } from '../net/client.js';
import { connectionStatus } from '../net/connection.js';
import { isSessionExpired, session } from '../net/session.js';
import { useEffect, useReducer, useState, useStore } from './html.js';

/** @typedef {import('../net/errors.js').RequestError} RequestError */

/**
 * Execute a query, and again when the variables or the signed-in player change. The former data stay until there are
 * new ones, unless they belong to another player.
 * @param {string} operation @param {Record<string, unknown> | null} variables null executes nothing
 * @returns {{ data: any, error: RequestError | null, isLoading: boolean, refetch: () => void }}
 */
export function useQuery(operation, variables) {
  const viewer = useStore(session)?.player.id ?? null;
  const isExpired = useStore(isSessionExpired);
  const [result, setResult] = useState({ data: /** @type {any} */ (null), error: /** @type {any} */ (null), viewer });
  const [isLoading, setLoading] = useState(variables !== null);
  const [refetchCount, refetch] = useReducer((/** @type {number} */ count) => count + 1, 0);
  const variablesKey = JSON.stringify(variables);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    if (variables) {
      setLoading(true);
      request(operation, variables, { signal }).then(
        (data) => signal.aborted || (setResult({ data, error: null, viewer }), setLoading(false)),
        (error) => signal.aborted || (setResult(({ data }) => ({ data, error, viewer })), setLoading(false)),
      );
    }
    return () => controller.abort();
  }, [operation, variablesKey, viewer, isExpired, refetchCount]);
  const status = useStore(connectionStatus);
  useEffect(() => {
    // A query that failed because the server was unreachable is repeated without the user's help.
    if (status === 'open' && result.error && result.error.code === undefined) refetch(0);
  }, [status]);
  const { data, error } = result.viewer === viewer ? result : { data: null, error: null };
  return { data, error, isLoading, refetch: () => refetch(0) };
}
