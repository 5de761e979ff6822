// @ts-check
// htm bound to Preact, Preact's hooks, and `useStore()`. Components import these from here.

import htm from 'htm';
import { Component, Fragment, h, render } from 'preact';
import { useCallback, useEffect, useId, useLayoutEffect, useMemo, useReducer, useRef, useState } from 'preact/hooks';

/** Create elements from a template, as JSX does. */
export const html = htm.bind(h);

export {
  Component, Fragment, render, useCallback, useEffect, useId, useLayoutEffect, useMemo, useReducer, useRef, useState,
};

/**
 * Return a store's value and render again whenever it changes.
 * @template T @param {import('../store.js').Store<T>} store @returns {T}
 */
export function useStore(store) {
  const rerender = useRerender();
  // A layout effect, so that no change before the first paint is missed.
  useLayoutEffect(() => {
    const renderedValue = store.value;
    const unsubscribe = store.subscribe(rerender);
    if (!Object.is(renderedValue, store.value)) rerender();
    return unsubscribe;
  }, [store]);
  return store.value;
}

/** Return a function that renders the component again. @returns {() => void} */
export function useRerender() {
  const [, increment] = useReducer((/** @type {number} */ count) => count + 1, 0);
  return () => increment(0);
}
