// @ts-check
// Components whose modules load when they are first rendered.

import { t } from '../text/messages.js';
import { html, useLayoutEffect, useState } from './html.js';
import { LoadError, Loading } from './load-state.js';

const LOAD_FAILURE = { message: t('ui.partNotLoaded') };

/** Milliseconds of a page's life that belong to what is seen first. */
const START_TIME = 1_500;
/** Milliseconds that belong to it from now on, on a device that is slow to begin. */
const LEAST_TIME = 700;

/** Wait until the page has had time for what is seen first. */
export const afterStart = () =>
  new Promise((resolve) => setTimeout(resolve, Math.max(START_TIME - performance.now(), LEAST_TIME)));

/**
 * Return a component that loads its module when it is first rendered.
 * @template P
 * @param {string | null} subject its content, such as 'the table'; null for content that nobody waits for
 * @param {() => Promise<import('preact').ComponentType<P>>} load
 * @returns {import('preact').FunctionComponent<P>}
 */
export function lazyComponent(subject, load) {
  /** @type {import('preact').ComponentType<P> | null} */
  let Loaded = null;
  return function LazyComponent(props) {
    const [status, setStatus] = useState(/** @type {'loading' | 'loaded' | 'failed'} */ ('loading'));
    useLayoutEffect(() => {
      if (Loaded) return;
      load().then(
        (component) => ((Loaded = component), setStatus('loaded')),
        () => setStatus('failed'),
      );
    }, []);
    if (Loaded) return html`<${Loaded} ...${props} />`;
    if (subject === null) return null;
    if (status === 'failed') {
      return html`<${LoadError} error=${LOAD_FAILURE} subject=${subject} onRetry=${() => location.reload()} />`;
    }
    return html`<${Loading} subject=${subject} />`;
  };
}
