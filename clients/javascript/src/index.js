// @ts-check
// Client of a Kibitz card-game server.

/**
 * @typedef {import('./kibitz.js').Options} Options
 * @typedef {import('./kibitz.js').GameUpdate} GameUpdate
 * @typedef {import('./kibitz.js').MyGamesUpdate} MyGamesUpdate
 * @typedef {import('./kibitz.js').Move} Move
 * @typedef {import('./errors.js').Refusal} Refusal
 * @typedef {import('./game-seed.js').SeedStep} SeedStep
 * @typedef {import('./game-seed.js').SeedWarning} SeedWarning
 * @typedef {import('./game-seed.js').SeedWarningReason} SeedWarningReason
 * @typedef {import('./queued-moves.js').DropReason} DropReason
 * @typedef {import('./queued-moves.js').DroppedMoves} DroppedMoves
 * @typedef {import('./queued-moves.js').QueuedMove} QueuedMove
 * @typedef {import('./session.js').SessionStorage} SessionStorage
 * @typedef {import('./session.js').StoredSession} StoredSession
 */

export { Fault, Refused, Unauthenticated, Unreachable, accepted, isRefusal } from './errors.js';
export { GameSeed } from './game-seed.js';
export { Kibitz } from './kibitz.js';
export { QueuedMoves } from './queued-moves.js';
export { browserStorage } from './session.js';
