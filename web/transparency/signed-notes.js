// @ts-check
// Signed notes with Ed25519, and the checkpoints and proofs of a log that contain them: the formats of C2SP.

import { hashes, verify } from 'noble-ed25519';
import { sha512 } from 'noble-hashes';
import { hex, sha256 } from 'verify';

// Pages over plain HTTP have no Web Crypto, which the library would use.
hashes.sha512 = sha512;

/** Maximum number of characters in a note. */
const MAX_NOTE = 65_536;
/** The number of the algorithm in a key. */
const ED25519 = 1;
const KEY = /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)$/;
const SIGNATURE = /^\u2014 ([^\s+]+) ([A-Za-z0-9+/=]+)$/;
const NUMBER = '(0|[1-9][0-9]{0,14})';
const HASH = '[A-Za-z0-9+/]{43}=';
const CHECKPOINT = RegExp(`^([^\n]+)\n${NUMBER}\n(${HASH})\n(?:[^\n]+\n)*$`);
const PROOF = RegExp(`^c2sp\\.org/tlog-proof@v1\n(?:extra [A-Za-z0-9+/=]*\n)?index ${NUMBER}\n((?:${HASH}\n)*)\n(.+)$`, 's');
const CONTROLS = /[\0-\t\v-\x1f]/;

/**
 * @typedef {{ name: string, id: string, bytes: Uint8Array<ArrayBuffer> }} VerifierKey `name` is the origin of the log
 * @typedef {{ origin: string, size: number, root: Uint8Array<ArrayBuffer>, note: string }} Checkpoint
 * @typedef {{ index: number, hashes: string[], note: string }} LogProof
 */

/** A note, a key or a proof is malformed, or not signed as it should be; the message is for the evidence. */
export class NoteError extends Error {}

/** Return the name of a key without checking it: the origin of its log. @param {string} key */
export const originOf = (key) => key.split('+', 1)[0];

/** Return a key from its text. Throws NoteError. @param {string} text @returns {VerifierKey} */
export function parseKey(text) {
  const [, name, id, material] = KEY.exec(text.trim()) ?? [];
  if (name === undefined) throw new NoteError('the key is no verifier key');
  const bytes = decode(material);
  if (bytes.length !== 33 || bytes[0] !== ED25519) throw new NoteError('the key is no key of Ed25519');
  if (hex(sha256([...utf8(`${name}\n`), ...bytes]).slice(0, 4)) !== id) {
    throw new NoteError('the id of the key is not that of its name and material');
  }
  return { name, id, bytes: bytes.slice(1) };
}

/**
 * Return a checkpoint whose note the key of its log has signed. Throws NoteError.
 * @param {string} note @param {VerifierKey} key @returns {Checkpoint}
 */
export function openCheckpoint(note, key) {
  const [, origin, size, root] = CHECKPOINT.exec(openNote(note, key)) ?? [];
  if (origin === undefined) throw new NoteError('the note is no checkpoint');
  if (origin !== key.name) throw new NoteError(`the checkpoint is of the log ${origin}, not of ${key.name}`);
  return { origin, size: Number(size), root: decode(root), note };
}

/** Return a proof from its text. Throws NoteError. @param {string} text @returns {LogProof} */
export function parseProof(text) {
  const [, index, path, note] = PROOF.exec(text) ?? [];
  if (index === undefined) throw new NoteError('this is no proof of a log');
  const list = path.split('\n').slice(0, -1);
  list.forEach(decode);
  return { index: Number(index), hashes: list, note };
}

/** Return the bytes of a text in canonical Base64. Throws NoteError. @param {string} text */
export function decode(text) {
  let decoded = null;
  try {
    decoded = atob(text);
  } catch {
    // The comparison below tells.
  }
  if (decoded === null || btoa(decoded) !== text) throw new NoteError('a part is not in canonical Base64');
  return Uint8Array.from(decoded, (character) => character.charCodeAt(0));
}

/** Return the text of a note that a key has signed. Throws NoteError. @param {string} note @param {VerifierKey} key */
function openNote(note, key) {
  const end = note.lastIndexOf('\n\n');
  const [text, signatures] = [note.slice(0, end + 1), note.slice(end + 2)];
  if (note.length > MAX_NOTE || end < 0 || !signatures.endsWith('\n') || CONTROLS.test(note)) {
    throw new NoteError('this is no signed note');
  }
  let isSigned = false;
  for (const line of signatures.slice(0, -1).split('\n')) {
    const [, name, encoded] = SIGNATURE.exec(line) ?? [];
    if (name === undefined) throw new NoteError('a signature of the note is malformed');
    const signature = decode(encoded);
    if (name !== key.name || hex(signature.slice(0, 4)) !== key.id) continue;
    if (!isSignature(signature.slice(4), utf8(text), key)) {
      throw new NoteError(`the signature of ${key.name} is wrong`);
    }
    isSigned = true;
  }
  if (!isSigned) throw new NoteError(`${key.name} has not signed the note`);
  return text;
}

/** @param {Uint8Array<ArrayBuffer>} signature @param {Uint8Array<ArrayBuffer>} text @param {VerifierKey} key */
const isSignature = (signature, text, key) =>
  // The library throws for another length. The strict rules of RFC 8032 hold, as on the server.
  signature.length === 64 && verify(signature, text, key.bytes, { zip215: false });

/** @param {string} text */
const utf8 = (text) => new TextEncoder().encode(text);
