// @ts-check
// A made-up name for a guest, kept in this browser until it is changed.

const STORAGE_KEY = 'kibitz.guest-name';
const ADJECTIVES = [
  'Amber', 'Bold', 'Brave', 'Bright', 'Calm', 'Clever', 'Eager', 'Gentle', 'Golden', 'Happy', 'Jolly', 'Keen', 'Kind',
  'Lively', 'Lucky', 'Merry', 'Nimble', 'Patient', 'Proud', 'Quick', 'Quiet', 'Silver', 'Sunny', 'Swift', 'Witty',
];
const ANIMALS = [
  'Badger', 'Beaver', 'Crane', 'Dolphin', 'Falcon', 'Ferret', 'Finch', 'Fox', 'Hare', 'Hedgehog', 'Heron', 'Koala', 'Lark',
  'Lynx', 'Magpie', 'Marten', 'Otter', 'Owl', 'Panda', 'Puffin', 'Raven', 'Robin', 'Seal', 'Squirrel', 'Wren',
];

/** @param {readonly string[]} words */
const anyOf = (words) => words[Math.floor(Math.random() * words.length)];

/** Return the stored name, or a new one. */
export function readGuestName() {
  try {
    const stored = localStorage.getItem(STORAGE_KEY);
    if (stored) return stored;
  } catch {
    // Without storage there is a new name on each visit.
  }
  const name = `${anyOf(ADJECTIVES)} ${anyOf(ANIMALS)}`;
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
