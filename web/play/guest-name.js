// @ts-check
// A made-up name for a guest, kept in this browser until it is changed.

import { t } from 'catalogue/play.js';

const STORAGE_KEY = 'kibitz.guest-name';

/** Return any of some words. @param {string} text the words, separated by spaces */
function anyOf(text) {
  const words = text.split(' ');
  return words[Math.floor(Math.random() * words.length)];
}

/** Return the stored name, or a new one. */
export function readGuestName() {
  try {
    const stored = localStorage.getItem(STORAGE_KEY);
    if (stored) return stored;
  } catch {
    // Without storage there is a new name on each visit.
  }
  const name = t('play.madeUpName', { adjective: anyOf(t('play.adjectives')), animal: anyOf(t('play.animals')) });
  writeGuestName(name);
  return name;
}

/** @param {string} name */
export function writeGuestName(name) {
  try {
    localStorage.setItem(STORAGE_KEY, name);
  } catch {
    // There is no storage.
  }
}
