export type Options = import('./kibitz.js').Options;
export type GameUpdate = import('./kibitz.js').GameUpdate;
export type MyGamesUpdate = import('./kibitz.js').MyGamesUpdate;
export type Move = import('./kibitz.js').Move;
export type Refusal = import('./errors.js').Refusal;
export type SeedStep = import('./game-seed.js').SeedStep;
export type SeedWarning = import('./game-seed.js').SeedWarning;
export type SeedWarningReason = import('./game-seed.js').SeedWarningReason;
export type DropReason = import('./queued-moves.js').DropReason;
export type DroppedMoves = import('./queued-moves.js').DroppedMoves;
export type QueuedMove = import('./queued-moves.js').QueuedMove;
export type SessionStorage = import('./session.js').SessionStorage;
export type StoredSession = import('./session.js').StoredSession;
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
