// @ts-check
// The button that switches the colour scheme: as the system, light or dark.

import { html, useEffect, useState } from '../ui/html.js';

const STORAGE_KEY = 'kibitz.scheme';
const ROOT = document.documentElement;

/** The schemes in the order of the button, each with its description and icon. */
const SCHEMES = /** @type {const} */ ({
  system: ['as the system', html`<circle cx="12" cy="12" r="9" />
    <path d="M12 3a9 9 0 0 1 0 18z" fill="currentColor" />`],
  light: ['light', html`<circle cx="12" cy="12" r="4.5" />
    <path d="M12 1v4m0 14v4M1 12h4m14 0h4M4.2 4.2l2.9 2.9m9.8 9.8 2.9 2.9m0-15.6-2.9 2.9m-9.8 9.8-2.9 2.9" />`],
  dark: ['dark', html`<path d="M20.5 14.5A9 9 0 0 1 9.5 3.5a9 9 0 1 0 11 11z" />`],
});

/** @typedef {keyof typeof SCHEMES} Scheme */
const SCHEME_NAMES = /** @type {Scheme[]} */ (Object.keys(SCHEMES));

/** @param {string | null | undefined} name @returns {Scheme} */
const toScheme = (name) => SCHEME_NAMES.find((each) => each === name) ?? 'system';

/** A button that switches to the next scheme. */
export function SchemeSwitch() {
  const [scheme, setScheme] = useState(() => toScheme(ROOT.dataset.scheme));
  useEffect(() => {
    /** @param {StorageEvent} event from another tab */
    const onStorage = ({ key, newValue }) => key === STORAGE_KEY && applyScheme(toScheme(newValue));
    addEventListener('storage', onStorage);
    return () => removeEventListener('storage', onStorage);
  }, []);

  /** @param {Scheme} newScheme */
  function applyScheme(newScheme) {
    if (newScheme === 'system') delete ROOT.dataset.scheme;
    else ROOT.dataset.scheme = newScheme;
    setScheme(newScheme);
  }

  function switchToNext() {
    const nextScheme = SCHEME_NAMES[(SCHEME_NAMES.indexOf(scheme) + 1) % SCHEME_NAMES.length];
    applyScheme(nextScheme);
    try {
      if (nextScheme === 'system') localStorage.removeItem(STORAGE_KEY);
      else localStorage.setItem(STORAGE_KEY, nextScheme);
    } catch {
      // Without storage the scheme holds until the page is closed.
    }
  }

  const [description, icon] = SCHEMES[scheme];
  const label = `Colours: ${description}`;
  return html`<button type="button" class="icon" aria-label=${label} title=${label} onClick=${switchToNext}>
    <svg viewBox="0 0 24 24" aria-hidden="true">${icon}</svg>
  </button>`;
}
