// @ts-check
// The setting of sounds and vibration, kept in this browser.

import { Store } from '../store.js';

const STORAGE_KEY = 'kibitz.sound';

export const isSoundOn = new Store(readSetting());

function readSetting() {
  try {
    return localStorage.getItem(STORAGE_KEY) !== 'off';
  } catch {
    return true;
  }
}

/** @param {boolean} isOn */
export function setSound(isOn) {
  isSoundOn.set(isOn);
  try {
    if (isOn) localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, 'off');
  } catch {
    // Without storage the choice holds until the page is closed.
  }
}

// From another tab.
addEventListener('storage', ({ key, newValue }) => key === STORAGE_KEY && isSoundOn.set(newValue !== 'off'));
