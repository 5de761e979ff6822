// @ts-check
// What components are written with: templates instead of a build step, and Preact's hooks.

import htm from 'htm';
import { Component, Fragment, h, render } from 'preact';
import { useCallback, useEffect, useId, useLayoutEffect, useMemo, useReducer, useRef, useState } from 'preact/hooks';

/** Make elements from a template, as JSX would. */
export const html = htm.bind(h);

export {
  Component, Fragment, render, useCallback, useEffect, useId, useLayoutEffect, useMemo, useReducer, useRef, useState,
};

/**
 * A value that components follow.
 * @template T
 */
export class Store {
  /** @type {Set<(value: T) => void>} */
  #followers = new Set();

  /** @param {T} value */
  constructor(value) {
    this.value = value;
  }

  /** Give it another value, and tell who follows. @param {T} value */
  set(value) {
    if (Object.is(value, this.value)) return;
    this.value = value;
    for (const tell of [...this.#followers]) {
      // Who stopped, since another was told, is told no more; nor is anybody of a value that is no more.
      if (this.#followers.has(tell) && Object.is(this.value, value)) tell(value);
    }
  }

  /** Call back with each value from now on; returns how to stop that. @param {(value: T) => void} tell */
  follow(tell) {
    this.#followers.add(tell);
    return () => void this.#followers.delete(tell);
  }
}

/** Return a store's value, and render again whenever it changes. @template T @param {Store<T>} store @returns {T} */
export function useStore(store) {
  const [, again] = useReducer((/** @type {number} */ count) => count + 1, 0);
  // Before the browser paints, so that nothing that happens in between is missed.
  useLayoutEffect(() => {
    const seen = store.value;
    const stop = store.follow(() => again(0));
    if (!Object.is(seen, store.value)) again(0);
    return stop;
  }, [store]);
  return store.value;
}
