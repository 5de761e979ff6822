// @ts-check
// An observable value. Components read it with `useStore()`.

/**
 * A value with listeners.
 * @template T
 */
export class Store {
  /** @type {Set<(value: T) => void>} */
  #listeners = new Set();

  /** @param {T} value */
  constructor(value) {
    this.value = value;
  }

  /** Replace the value and notify the listeners, unless it is the same. @param {T} value */
  set(value) {
    if (Object.is(value, this.value)) return;
    this.value = value;
    for (const listener of [...this.#listeners]) {
      // A listener may unsubscribe another one, or set another value.
      if (this.#listeners.has(listener) && Object.is(this.value, value)) listener(value);
    }
  }

  /**
   * Call a listener with each new value; returns a function that unsubscribes it.
   * @param {(value: T) => void} listener
   */
  subscribe(listener) {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
}
