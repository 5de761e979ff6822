// @ts-check
// The panel beside the felt with one of its tabs: a column where there is room, a drawer over the felt elsewhere.

import { t } from '../text/messages.js';
import { html, useEffect, useId, useRef, useState } from '../ui/html.js';

/** The width from which the panel is a column; style/side-panel.css has the same. */
const WIDE = '(min-width: 64rem) and (min-height: 30rem)';

/**
 * @typedef {{ id: string, name: string, badge?: boolean, render: () => import('preact').ComponentChildren }} Tab `badge` marks news
 */

/** Return whether the panel is open, the id of its tab, and functions to change them. @param {string} firstTab */
export function useSidePanel(firstTab) {
  const [isOpen, setOpen] = useState(() => matchMedia(WIDE).matches);
  const [tab, setTab] = useState(firstTab);
  useEffect(() => {
    const wide = matchMedia(WIDE);
    // A window that becomes narrow would have its felt covered by the drawer.
    const onChange = () => setOpen(wide.matches);
    wide.addEventListener('change', onChange);
    return () => wide.removeEventListener('change', onChange);
  }, []);
  return { isOpen, tab, setOpen, setTab };
}

/** The button that opens and closes the panel. @param {{ panel: ReturnType<typeof useSidePanel>, badge?: boolean }} props */
export function PanelButton({ panel: { isOpen, setOpen }, badge = false }) {
  return html`<button type="button" class="icon panel-button" aria-expanded=${isOpen} aria-label=${t('felt.panel')}
    title=${t('felt.panelHint')} onClick=${() => setOpen(!isOpen)}>
    <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M3 5h18v14H3ZM15 5v14M18 9h0M18 12h0" /></svg>
    ${badge && !isOpen && html`<span class="badge"><span class="unseen">${t('felt.newPhrase')}</span></span>`}
  </button>`;
}

/**
 * @param {{ panel: ReturnType<typeof useSidePanel>, tabs: readonly Tab[] }} props nothing is rendered while it is closed
 */
export function SidePanel({ panel: { isOpen, tab, setOpen, setTab }, tabs }) {
  const id = useId();
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  const current = tabs.find((each) => each.id === tab) ?? tabs[0];
  useEffect(() => {
    if (!isOpen) return undefined;
    const onKeyDown = (/** @type {KeyboardEvent} */ event) => {
      if (event.key === 'Escape' && !matchMedia(WIDE).matches && !document.querySelector('dialog[open]')) setOpen(false);
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [isOpen]);
  if (!isOpen) return null;
  /** @param {KeyboardEvent} event */
  const onKeyDown = (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const next = (tabs.indexOf(current) + step + tabs.length) % tabs.length;
    setTab(tabs[next].id);
    const button = list.current?.children[next];
    if (button instanceof HTMLElement) button.focus({ preventScroll: true });
  };
  return html`<aside class="table-side" aria-label=${t('felt.besideTable')}>
    <div class="tabs-row">
      <div class="tabs" role="tablist" aria-label=${t('felt.tabs')} ref=${list} onKeyDown=${onKeyDown}>
        ${tabs.map((each) => html`<button key=${each.id} type="button" role="tab" id=${`${id}-${each.id}`}
          aria-selected=${each === current} aria-controls=${each === current ? `${id}-panel` : undefined}
          tabindex=${each === current ? 0 : -1} onClick=${() => setTab(each.id)}>${each.name}${each.badge
            && each !== current && html`<span class="badge"><span class="unseen">${t('felt.tabHasNewPhrase')}</span></span>`}</button>`)}
      </div>
      <button type="button" class="icon side-close" aria-label=${t('felt.closePanel')} onClick=${() => setOpen(false)}>
        <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M5 5l14 14M19 5L5 19" /></svg>
      </button>
    </div>
    <div class="side-content" role="tabpanel" id=${`${id}-panel`} aria-labelledby=${`${id}-${current.id}`} key=${current.id}>
      ${current.render()}
    </div>
  </aside>`;
}
