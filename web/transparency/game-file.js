// @ts-check
// The file of a game in the format kibitz/game/v1, as the viewer may read it.

import { canonical } from 'verify';
import { loadProof, loadRecords } from './log-requests.js';

/** The first line of a file. */
const HEADER = '{"format":"kibitz/game/v1"}';

/**
 * @typedef {object} GameFile
 * @property {string} text
 * @property {import('./log-requests.js').Records} records
 * @property {import('./log-requests.js').ProvenGame} answer the log, and the proof of the game
 */

/**
 * Load the records of a game's events, and the proof of the game. Throws RequestError.
 * @param {string} id @returns {Promise<GameFile>}
 */
export async function loadGameFile(id) {
  // The records come after the proof, so that they contain all that it covers.
  const answer = await loadProof(id);
  return fileOf(await loadRecords(id), answer);
}

/**
 * Return the file of a game that is over with the proof, if there is one by now. Throws RequestError.
 * @param {string} id @param {GameFile} file @returns {Promise<GameFile>}
 */
export const withNewProof = async (id, file) => (file.answer.proof ? file : fileOf(file.records, await loadProof(id)));

/**
 * @param {import('./log-requests.js').Records} records @param {import('./log-requests.js').ProvenGame} answer
 * @returns {GameFile}
 */
function fileOf(records, answer) {
  const lines = [HEADER, ...records.records];
  // A proof of fewer events is none of this file.
  if (answer.proof?.version === records.records.length) lines.push(canonical({ proof: answer.proof.text }));
  return { text: lines.map((line) => `${line}\n`).join(''), records, answer };
}

/** Save a text as a file. @param {string} text @param {string} name of the file */
export function saveFile(text, name) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/jsonl' }));
  link.download = name;
  link.click();
  // The download has begun by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
