// @ts-check
// Client of a Kibitz card-game server.

/**
 * @typedef {import('./kibitz.js').Options} Options
 * @typedef {import('./kibitz.js').GameUpdate} GameUpdate
 * @typedef {import('./kibitz.js').MyGamesUpdate} MyGamesUpdate
 * @typedef {import('./kibitz.js').Move} Move
 * @typedef {import('./errors.js').Refusal} Refusal
 * @typedef {import('./session.js').SessionStorage} SessionStorage
 * @typedef {import('./session.js').StoredSession} StoredSession
 */

export { Fault, Refused, Unauthenticated, Unreachable, accepted, isRefusal } from './errors.js';
export { Kibitz } from './kibitz.js';
export { browserStorage } from './session.js';
