// @ts-check
// A Relay connection that a component reads page by page and reloads in place.

import { request } from '../net/client.js';
import { useEffect, useRef, useRerender } from './html.js';
import { useViewerId } from './viewer.js';

/** The server's largest page. */
const MAX_PAGE_SIZE = 100;

/**
 * @template Row
 * @typedef {{
 *   edges: { node: Row }[], pageInfo: { hasNextPage: boolean, endCursor?: string | null },
 *   asOf?: import('../schema').AsOf,
 * }} Connection
 */

/**
 * @template Row
 * @typedef {object} ListState
 * @property {Row[] | null} rows null until the first page has arrived
 * @property {string | null} nextCursor null at the end of the list
 * @property {import('../schema').AsOf | null} asOf the age of the last page; null of a list that does not tell it
 * @property {Error | null} error
 * @property {boolean} isLoading
 */

/** Reads one list. A new request cancels the one before. @template Row */
class ListReader {
  /** @type {ListState<Row>} */
  state = { rows: null, nextCursor: null, asOf: null, error: null, isLoading: false };
  #controller = new AbortController();
  /** True while the current request appends rows. */
  #isAppending = false;
  /** True if the list must be reloaded once the current request has ended. */
  #isStale = false;
  /** The number of rows to append once the current request has ended. */
  #rowsWanted = 0;

  /**
   * @param {string} operation @param {object} variables
   * @param {(data: any) => Connection<Row> | undefined} selectConnection @param {(row: Row) => string} keyOf
   * @param {() => void} onChange
   */
  constructor(operation, variables, selectConnection, keyOf, onChange) {
    this.operation = operation;
    this.variables = variables;
    this.selectConnection = selectConnection;
    this.keyOf = keyOf;
    this.onChange = onChange;
  }

  /**
   * Read a number of rows from the start of the list, or append them.
   * @param {number} count @param {boolean} [append]
   */
  async load(count, append = false) {
    this.#controller.abort();
    const { signal } = (this.#controller = new AbortController());
    this.#isAppending = append;
    this.#isStale = false;
    this.#rowsWanted = 0;
    this.#setState({ ...this.state, isLoading: true });
    try {
      /** @type {Map<string, Row>} */
      const rowsByKey = new Map(append ? this.state.rows?.map((row) => [this.keyOf(row), row]) : []);
      /** @type {import('../schema').AsOf | null} */
      let asOf = null;
      let after = append ? this.state.nextCursor : null;
      const target = rowsByKey.size + count;
      do {
        const first = Math.min(target - rowsByKey.size, MAX_PAGE_SIZE);
        const data = await request(this.operation, { ...this.variables, first, after }, { signal });
        const connection = this.selectConnection(data);
        const { edges = [], pageInfo = null } = connection ?? {};
        asOf = connection?.asOf ?? null;
        for (const { node } of edges) rowsByKey.set(this.keyOf(node), node);
        after = pageInfo?.hasNextPage ? pageInfo.endCursor ?? null : null;
      } while (after && rowsByKey.size < target);
      signal.throwIfAborted();
      this.#setState({ rows: [...rowsByKey.values()], nextCursor: after, asOf, error: null, isLoading: false });
    } catch (error) {
      if (!signal.aborted) this.#setState({ ...this.state, error: /** @type {Error} */ (error), isLoading: false });
    }
    if (signal.aborted) return;
    if (this.#isStale) await this.load(Math.max(count, this.#rowCount + this.#rowsWanted));
    else if (this.#rowsWanted && this.state.nextCursor) await this.load(this.#rowsWanted, true);
  }

  /** Append rows, after the request that is in flight unless that one appends them. @param {number} count */
  async loadMore(count) {
    if (!this.state.isLoading) await this.load(count, true);
    else if (!this.#isAppending) this.#rowsWanted = count;
  }

  /** Read the current rows again, after the request that is in flight. @param {number} minimum number of rows */
  async reload(minimum) {
    if (this.state.isLoading) this.#isStale = true;
    else await this.load(Math.max(minimum, this.#rowCount));
  }

  /** Read the first rows. @param {number} minimum number of rows */
  start(minimum) {
    void this.load(Math.max(minimum, this.#rowCount));
  }

  cancel() {
    this.#controller.abort();
  }

  get #rowCount() {
    return this.state.rows?.length ?? 0;
  }

  /** @param {ListState<Row>} state */
  #setState(state) {
    this.state = state;
    this.onChange();
  }
}

/**
 * Read the first page of a connection. `loadMore()` appends a page, `reload()` reads the current rows again.
 * @template Row
 * @param {string} operation which takes `first` and `after` @param {object} variables the other variables
 * @param {(data: any) => Connection<Row> | undefined} selectConnection returns the connection in the response
 * @param {(row: Row) => string} keyOf returns a row's id @param {number} [pageSize]
 */
export function usePagedList(operation, variables, selectConnection, keyOf, pageSize = 50) {
  const rerender = useRerender();
  const key = JSON.stringify([operation, variables]);
  /** @type {{ current: { key: string, reader: ListReader<Row> } | null }} */
  const cached = useRef(null);
  if (cached.current?.key !== key) {
    cached.current?.reader.cancel();
    cached.current = { key, reader: new ListReader(operation, variables, selectConnection, keyOf, rerender) };
  }
  const { reader } = cached.current;
  const viewerId = useViewerId();
  useEffect(() => {
    reader.start(pageSize);
    return () => reader.cancel();
  }, [key, viewerId]);
  return {
    ...reader.state,
    loadMore: () => reader.loadMore(pageSize),
    reload: () => reader.reload(pageSize),
  };
}
