// @ts-check
// The settings of this browser: the colour scheme, the deck and the index. Style sheets read them from the root element.

import { Store } from '../store.js';

const ROOT = document.documentElement;

/**
 * A choice that is kept in the local storage, and holds in all tabs at once.
 * @template {string} Value
 */
export class BrowserSetting {
  #key;

  /** @param {string} name also the name of the attribute `data-NAME` @param {readonly Value[]} values the default is first */
  constructor(name, values) {
    this.name = name;
    this.values = values;
    this.#key = `kibitz.${name}`;
    /** The chosen value. @type {Store<Value>} */
    this.chosen = new Store(this.#toValue(ROOT.dataset[name]));
    /** Whether the browser refused to store the last choice, so that it ends with the page. @type {Store<boolean>} */
    this.isLost = new Store(false);
    addEventListener('storage', ({ key, newValue }) => {
      // The key is null if another tab has cleared the storage.
      if (key === this.#key || key === null) this.#apply(this.#toValue(newValue));
    });
  }

  /** Choose and store a value. @param {Value} value */
  choose(value) {
    this.#apply(value);
    try {
      if (value === this.values[0]) localStorage.removeItem(this.#key);
      else localStorage.setItem(this.#key, value);
      this.isLost.set(false);
    } catch {
      this.isLost.set(true);
    }
  }

  /** @param {string | null | undefined} text */
  #toValue(text) {
    return this.values.find((each) => each === text) ?? this.values[0];
  }

  /** @param {Value} value */
  #apply(value) {
    if (value === this.values[0]) delete ROOT.dataset[this.name];
    else ROOT.dataset[this.name] = value;
    this.chosen.set(value);
  }
}

/** @typedef {'system' | 'light' | 'dark'} Scheme */

export const scheme = new BrowserSetting('scheme', /** @type {const} */ (['system', 'light', 'dark']));
/** The number of colours that suits have. */
export const deck = new BrowserSetting('deck', /** @type {const} */ (['two', 'four']));
/** The size of the ranks and suits in the corners of cards. */
export const index = new BrowserSetting('index', /** @type {const} */ (['usual', 'large']));
