// @ts-check
// Shows a message in place of a page whose rendering fails.

import { t } from '../text/messages.js';
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
      <h1>${t('frame.failed')}</h1>
      <p>${t('frame.failedExplanation')}</p>
      <p class="row">
        <button type="button" class="main" onClick=${() => location.reload()}>${t('ui.reloadPage')}</button>
        <a class="button" href="/">${t('ui.goToTables')}</a>
      </p>
      <details><summary>${t('frame.errorDetails')}</summary><pre class="scrolls">${String(this.state.error)}</pre></details>
    </div>`;
  }
}
