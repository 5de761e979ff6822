// @ts-check
// Shows a message in place of a page whose rendering fails.

import { Component, html } from '../ui/html.js';

/** @augments {Component<{ children?: import('preact').ComponentChildren }, { error: unknown }>} */
export class ErrorBoundary extends Component {
  /** @override @param {unknown} error */
  static getDerivedStateFromError(error) {
    return { error };
  }

  /** @override @param {unknown} error */
  componentDidCatch(error) {
    console.error(error);
  }

  /** @override */
  render() {
    if (this.state.error === undefined) return this.props.children;
    return html`<div role="alert">
      <h1>Something went wrong on this page</h1>
      <p>The fault is the page's, not yours. What the server confirmed is kept.</p>
      <p class="row">
        <button type="button" class="main" onClick=${() => location.reload()}>Load the page again</button>
        <a class="button" href="/">Go to the tables</a>
      </p>
      <details><summary>What it was</summary><pre class="scrolls">${String(this.state.error)}</pre></details>
    </div>`;
  }
}
