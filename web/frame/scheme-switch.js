// @ts-check
// Light or dark, or as the system has it.

import { html, useEffect, useState } from '../ui/html.js';

const KEY = 'kibitz.scheme';
const ROOT = document.documentElement;

/** The schemes in the order in which the button goes through them, with what the button shows. */
const SCHEMES = /** @type {const} */ ({
  system: ['as the system', html`<circle cx="12" cy="12" r="9" />
    <path d="M12 3a9 9 0 0 1 0 18z" fill="currentColor" />`],
  light: ['light', html`<circle cx="12" cy="12" r="4.5" />
    <path d="M12 1v4m0 14v4M1 12h4m14 0h4M4.2 4.2l2.9 2.9m9.8 9.8 2.9 2.9m0-15.6-2.9 2.9m-9.8 9.8-2.9 2.9" />`],
  dark: ['dark', html`<path d="M20.5 14.5A9 9 0 0 1 9.5 3.5a9 9 0 1 0 11 11z" />`],
});

/** @typedef {keyof typeof SCHEMES} Scheme */
const NAMES = /** @type {Scheme[]} */ (Object.keys(SCHEMES));

/** @returns {Scheme} */
const read = () => NAMES.find((name) => name === ROOT.dataset.scheme) ?? 'system';

/** A button that goes from one scheme to the next. */
export function SchemeSwitch() {
  const [scheme, show] = useState(read);
  useEffect(() => {
    /** @param {StorageEvent} event of another tab */
    const heard = ({ key, newValue }) => key === KEY && choose(NAMES.find((name) => name === newValue) ?? 'system');
    addEventListener('storage', heard);
    return () => removeEventListener('storage', heard);
  }, []);

  /** @param {Scheme} chosen */
  function choose(chosen) {
    if (chosen === 'system') delete ROOT.dataset.scheme;
    else ROOT.dataset.scheme = chosen;
    show(chosen);
  }

  function next() {
    const chosen = NAMES[(NAMES.indexOf(scheme) + 1) % NAMES.length];
    choose(chosen);
    try {
      if (chosen === 'system') localStorage.removeItem(KEY);
      else localStorage.setItem(KEY, chosen);
    } catch {
      // A browser that keeps nothing: so until this page is left.
    }
  }

  const [words, icon] = SCHEMES[scheme];
  const label = `Colours: ${words}`;
  return html`<button type="button" class="icon" aria-label=${label} title=${label} onClick=${next}>
    <svg viewBox="0 0 24 24" aria-hidden="true">${icon}</svg>
  </button>`;
}
