// @ts-check
// Consistency proofs of RFC 9162, section 2.1.4.2: the log of one checkpoint is the beginning of that of another.

import { sha256 } from 'verify';
import { decode, NoteError } from './signed-notes.js';

/** @typedef {import('./signed-notes.js').Checkpoint} Checkpoint */
/** @typedef {Uint8Array<ArrayBuffer>} Hash */

/**
 * Check that the log of one checkpoint is the beginning of that of another, which is not smaller. Throws NoteError.
 * @param {Checkpoint} older @param {Checkpoint} newer @param {readonly string[]} proof hashes in Base64
 */
export function checkConsistency(older, newer, proof) {
  const hashes = proof.map(decode);
  if (older.size === 0 || older.size === newer.size) {
    const isSame = older.size === 0 || isEqual(older.root, newer.root);
    if (hashes.length || !isSame) throw new NoteError('one size has two roots, or the proof is too long');
    return;
  }
  const [first, ...path] = isPowerOfTwo(older.size) ? [older.root, ...hashes] : hashes;
  if (!first) throw new NoteError('the proof is too short');
  // Numbers of nodes can have more than 32 bits, so there are no shifts.
  let [node, last] = halvedWhile(isOdd, older.size - 1, newer.size - 1);
  let [olderRoot, newerRoot] = [first, first];
  for (const hash of path) {
    if (last === 0) throw new NoteError('the proof is too long');
    if (isOdd(node) || node === last) {
      [olderRoot, newerRoot] = [nodeHash(hash, olderRoot), nodeHash(hash, newerRoot)];
      [node, last] = halvedWhile((each) => each !== 0 && !isOdd(each), node, last);
    } else {
      newerRoot = nodeHash(newerRoot, hash);
    }
    [node, last] = [half(node), half(last)];
  }
  if (last !== 0) throw new NoteError('the proof is too short');
  if (!isEqual(olderRoot, older.root) || !isEqual(newerRoot, newer.root)) throw new NoteError('the proof leads to other roots');
}

/** @param {number} number */
const isOdd = (number) => number % 2 === 1;
/** @param {number} number */
const half = (number) => Math.floor(number / 2);

/** @param {number} number */
function isPowerOfTwo(number) {
  while (!isOdd(number)) number = half(number);
  return number === 1;
}

/**
 * Halve both numbers while a condition holds for the first. @param {(node: number) => boolean} condition
 * @param {number} node @param {number} last @returns {[number, number]}
 */
function halvedWhile(condition, node, last) {
  while (condition(node)) [node, last] = [half(node), half(last)];
  return [node, last];
}

/** @param {Hash} left @param {Hash} right @returns {Hash} */
const nodeHash = (left, right) => sha256([1, ...left, ...right]);

/** @param {Hash} one @param {Hash} other */
const isEqual = (one, other) => one.length === other.length && one.every((byte, place) => byte === other[place]);
