// @ts-check
// A list that is read page by page, and read anew without losing one's place.

import { ask } from '../net/client.js';
import { useEffect, useReducer, useRef } from './html.js';
import { useViewer } from '../net/session.js';

/** The most that the server gives in a page. */
const LARGEST = 100;

/**
 * @template Row
 * @typedef {{ edges: { node: Row }[], pageInfo: { hasNextPage: boolean, endCursor?: string | null } }} Connection
 */

/**
 * @template Row
 * @typedef {object} Reading
 * @property {Row[] | null} rows null until there was an answer, and while the answer to something else is awaited
 * @property {string | null} next the cursor after which it goes on
 * @property {Error | null} fault
 * @property {boolean} busy
 */

/** Reads one list for a component; what is asked later wins. @template Row */
class Reader {
  /** @type {Reading<Row>} */
  state = { rows: null, next: null, fault: null, busy: false };
  #stop = new AbortController();
  #stale = false;

  /**
   * @param {string} operation @param {object} variables
   * @param {(data: any) => Connection<Row> | undefined} pick @param {(row: Row) => string} name
   * @param {() => void} changed
   */
  constructor(operation, variables, pick, name, changed) {
    this.operation = operation;
    this.variables = variables;
    this.pick = pick;
    this.name = name;
    this.changed = changed;
  }

  /**
   * Read up to so many rows, from the beginning or behind those that are there.
   * @param {number} count @param {boolean} [on]
   */
  async read(count, on = false) {
    this.#stop.abort();
    const { signal } = (this.#stop = new AbortController());
    this.#stale = false;
    this.#set({ ...this.state, busy: true });
    try {
      /** @type {Map<string, Row>} */
      const found = new Map(on ? this.state.rows?.map((row) => [this.name(row), row]) : []);
      let after = on ? this.state.next : null;
      const wanted = found.size + count;
      do {
        const first = Math.min(wanted - found.size, LARGEST);
        const data = await ask(this.operation, { ...this.variables, first, after }, { signal });
        const { edges = [], pageInfo = null } = this.pick(data) ?? {};
        for (const { node } of edges) found.set(this.name(node), node);
        after = pageInfo?.hasNextPage ? pageInfo.endCursor ?? null : null;
      } while (after && found.size < wanted);
      signal.throwIfAborted();
      this.#set({ rows: [...found.values()], next: after, fault: null, busy: false });
    } catch (error) {
      if (!signal.aborted) this.#set({ ...this.state, fault: /** @type {Error} */ (error), busy: false });
    }
    if (this.#stale && !signal.aborted) await this.read(Math.max(count, this.state.rows?.length ?? 0));
  }

  /** Read anew as many rows as there are; what is being read now is read to its end before. @param {number} least */
  async again(least) {
    if (this.state.busy) this.#stale = true;
    else await this.read(Math.max(least, this.state.rows?.length ?? 0));
  }

  stop() {
    this.#stop.abort();
  }

  /** @param {Reading<Row>} state */
  #set(state) {
    this.state = state;
    this.changed();
  }
}

/**
 * Read a list: its first rows at once, `more` when wanted; `again` reads anew as many rows as there are.
 * @template Row
 * @param {string} operation which takes `first` and `after` @param {object} variables what it takes besides
 * @param {(data: any) => Connection<Row> | undefined} pick where the list is in the answer
 * @param {(row: Row) => string} name by what a row is known again @param {number} [size] how many come at a time
 */
export function useList(operation, variables, pick, name, size = 50) {
  const [, changed] = useReducer((/** @type {number} */ count) => count + 1, 0);
  const asked = JSON.stringify([operation, variables]);
  /** @type {{ current: { asked: string, reader: Reader<Row> } | null }} */
  const kept = useRef(null);
  if (kept.current?.asked !== asked) {
    kept.current?.reader.stop();
    kept.current = { asked, reader: new Reader(operation, variables, pick, name, () => changed(0)) };
  }
  const { reader } = kept.current;
  const asker = useViewer()?.token;
  useEffect(() => {
    reader.read(Math.max(size, reader.state.rows?.length ?? 0));
    return () => reader.stop();
  }, [asked, asker]);
  return {
    ...reader.state,
    more: () => reader.read(size, true),
    again: () => reader.again(size),
  };
}
