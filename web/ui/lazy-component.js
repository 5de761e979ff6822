// @ts-check
// What is loaded or made only once it is needed, so that a page is there sooner.

import { html, useLayoutEffect, useState } from './html.js';
import { Failed, Loading } from './load-state.js';

const LOST = { message: 'A part of this page could not be loaded.' };

/**
 * Return a component whose module is loaded when it is first shown.
 * @template P
 * @param {string} what it shows, such as 'the table'
 * @param {() => Promise<import('preact').ComponentType<P>>} load
 * @returns {import('preact').FunctionComponent<P>}
 */
export function later(what, load) {
  /** @type {import('preact').ComponentType<P> | null} */
  let Loaded = null;
  return function Later(props) {
    const [state, say] = useState(/** @type {'waiting' | 'loaded' | 'lost'} */ ('waiting'));
    useLayoutEffect(() => {
      if (!Loaded) load().then((found) => ((Loaded = found), say('loaded')), () => say('lost'));
    }, []);
    if (Loaded) return html`<${Loaded} ...${props} />`;
    if (state === 'lost') return html`<${Failed} fault=${LOST} what=${what} again=${() => location.reload()} />`;
    return html`<${Loading} what=${what} />`;
  };
}

/** Return a function that makes something when it is first called. @template T @param {() => T} make */
export function once(make) {
  /** @type {T | undefined} */
  let made;
  return () => (made ??= make());
}
