// @ts-check
// The games to which a connection adds seeds: requests, one seed for each game, warnings, and the start without the missing.

import { Fault, isRefusal, Unreachable } from './errors.js';
import { hasSha256 } from './deal-hashes.js';
import { GameSeed } from './game-seed.js';

/**
 * @typedef {import('../types/operations.js').GameFragment} Game
 * @typedef {import('../types/operations.js').AcceptedFragment} Accepted
 * @typedef {import('./errors.js').Refusal} Refusal
 * @typedef {import('../types/operations.js').GameUpdatesSubscription['gameUpdates']} GameUpdate
 * @typedef {import('./game-seed.js').SeedWarning} SeedWarning
 *
 * The requests of a connection; `send` carries out a mutation by its name, without seeds.
 * @typedef {object} SeedRequests
 * @property {(mutation: 'CommitSeed' | 'JoinGame' | 'RevealSeed' | 'StartGame', input: object) => Promise<Accepted | Refusal>} send
 * @property {(id: string) => Promise<Game | null>} game
 * @property {() => Promise<{ player: { id: string } } | null>} session
 */

/** Milliseconds after which a client tries to start the game again. */
const PAUSE = 1_000;
/** Milliseconds between the first attempts of successive seats, so that they are not sent all at once. */
const SEAT_DELAY = 100;
/** The longest wait, in milliseconds, if the server's clock is not known. */
const MAX_GUESS = 10_000;

/** Adds a seed of the player to each game. A seed is kept in memory as long as this object, and written nowhere. */
export class SeededGames {
  /** @type {Map<string, { seed: GameSeed, last: Promise<unknown>, answerToReveal: Accepted | Refusal | null, hasWarned: boolean }>} */
  #games = new Map();
  #requests;
  #onWarning;

  /** @param {SeedRequests} requests @param {(warning: SeedWarning) => void} [onWarning] */
  constructor(requests, onWarning = ({ game, message }) => console.warn(`Game ${game}: ${message}`)) {
    this.#requests = requests;
    this.#onWarning = onWarning;
  }

  /** Return the seed for a game; null if the connection has none. @param {string} game */
  find(game) {
    return this.#games.get(game)?.seed ?? null;
  }

  /**
   * Commit to the seed or reveal it if the game is ready for that. Return the answer; null if there was nothing to send
   * or the server refused it.
   * @param {Game} game @returns {Promise<Accepted | null>}
   */
  async takeStep(game) {
    if (!game.deal || game.you === null) return null;
    return this.#inTurn(game.id, async (seeded) => {
      const step = await seeded.seed.nextStep(game);
      if (seeded.seed.warning && !seeded.hasWarned) {
        seeded.hasWarned = true;
        this.#onWarning(seeded.seed.warning);
      }
      if (!step) return null;
      const answer = await this.#requests.send(step.mutation === 'commitSeed' ? 'CommitSeed' : 'RevealSeed', { game: game.id, ...step.input });
      if (step.mutation === 'revealSeed') {
        seeded.seed.markRevealed();
        seeded.answerToReveal = answer;
      } else if (!isRefusal(answer)) seeded.seed.markCommitted(answer.version);
      return isRefusal(answer) ? null : answer;
    });
  }

  /** Take a seat and commit to a seed in one command. @param {string} id @returns {Promise<Accepted | Refusal>} */
  async join(id) {
    const game = hasSha256() ? await this.#game(id) : null;
    const session = game?.deal ? await this.#requests.session() : null;
    const foot = game?.deal?.foot;
    if (!session || foot === undefined) return this.#requests.send('JoinGame', { game: id });
    return this.#inTurn(id, async ({ seed }) => {
      const commitment = await seed.commitment(foot, session.player.id);
      const answer = await this.#requests.send('JoinGame', { game: id, commitment });
      if (!isRefusal(answer)) seed.markCommitted(answer.version);
      return answer;
    });
  }

  /**
   * Commit to a seed, start the game and reveal the seed; the events are those of the last two.
   * @param {{ game: string, commandId?: string | null, expectedVersion?: number | null }} input @returns {Promise<Accepted | Refusal>}
   */
  async start(input) {
    const before = await this.#game(input.game);
    let { expectedVersion } = input;
    if (before && mayStart(before) && (expectedVersion ?? before.version) === before.version) {
      const committed = await unlessUnanswered(this.takeStep(before));
      if (committed && expectedVersion === committed.version - 1) expectedVersion = committed.version;
    }
    const started = await this.#requests.send('StartGame', { ...input, expectedVersion });
    if (isRefusal(started) || !started.game) return started;
    await unlessUnanswered(this.takeStep(started.game));
    const answer = this.#games.get(input.game)?.answerToReveal;
    if (started.game.stage !== 'WAITING_FOR_SEEDS' || !answer || isRefusal(answer)) return started;
    if (answer.game) await unlessUnanswered(this.takeStep(answer.game));
    return { ...started, version: answer.version, events: [...started.events, ...answer.events], game: answer.game };
  }

  /** Start a game without the missing seeds; return whether the game still awaits them. @param {string} game */
  async startWithoutMissing(game) {
    const answer = await this.#requests.send('StartGame', { game });
    return isRefusal(answer) && answer.code === 'SEEDS_AWAITED';
  }

  /** @param {string} id */
  async #game(id) {
    try {
      return await this.#requests.game(id);
    } catch (error) {
      // The command is refused for the same reason.
      if (!(error instanceof Fault)) throw error;
      return null;
    }
  }

  /**
   * Carry out one task for a game at a time: its states come from subscriptions and from answers at once.
   * @template T @param {string} id @param {(seeded: { seed: GameSeed, answerToReveal: Accepted | Refusal | null, hasWarned: boolean }) => Promise<T>} task
   * @returns {Promise<T>}
   */
  #inTurn(id, task) {
    const seeded = this.#games.get(id) ?? { seed: new GameSeed(), last: Promise.resolve(), answerToReveal: null, hasWarned: false };
    this.#games.set(id, seeded);
    const done = seeded.last.then(() => task(seeded));
    seeded.last = done.catch(() => {});
    return done;
  }
}

/** Takes the steps of the seed in a game that is followed, and starts the game once the time for seeds is over. */
export class FollowedGame {
  #games;
  /** @type {ReturnType<typeof setTimeout> | null} */
  #timer = null;

  /** @param {SeededGames} games */
  constructor(games) {
    this.#games = games;
  }

  /**
   * Take the step that is due, and return the update; a snapshot with the game after the step. Requests without an answer
   * are repeated after the next update.
   * @param {GameUpdate} update
   */
  async observed(update) {
    const { game, events, snapshot } = update;
    if (game.stage !== 'WAITING_FOR_SEEDS' || game.you === null) this.stop();
    else this.#timer ??= this.#startAfter(delayUntilStart(game, events.at(-1)?.at) + SEAT_DELAY * game.you, game);
    const answer = await unlessUnanswered(this.#games.takeStep(game));
    // Otherwise each program that starts a game after its snapshot would see the lobby a second time.
    return snapshot && answer?.game ? { ...update, version: answer.version, game: answer.game } : update;
  }

  /** Stop waiting for the time to start the game. */
  stop() {
    clearTimeout(this.#timer ?? undefined);
    this.#timer = null;
  }

  /** @param {number} delay milliseconds @param {Game} game */
  #startAfter(delay, game) {
    const timer = setTimeout(async () => {
      await unlessUnanswered(this.#games.takeStep(game));
      // Without an answer too, the game is perhaps still waiting.
      const isWaiting = (await unlessUnanswered(this.#games.startWithoutMissing(game.id))) ?? true;
      if (isWaiting && this.#timer === timer) this.#timer = this.#startAfter(PAUSE, game);
    }, delay);
    return timer;
  }
}

/** @param {Game} game @param {string} [at] the time on the server's clock, if it is known */
function delayUntilStart({ deal }, at) {
  const left = Date.parse(deal?.seedsUntil ?? '') - (at === undefined ? Date.now() : Date.parse(at));
  return Math.max(0, (at === undefined ? Math.min(left, MAX_GUESS) : left) || 0);
}

/** @param {Game} game */
const mayStart = ({ stage, organizer, seats, you }) =>
  stage === 'WAITING_FOR_PLAYERS' && you !== null && organizer?.id === seats[you].player.id;

/** Return the result of a request, null if the server did not answer it. @template T @param {Promise<T>} request */
async function unlessUnanswered(request) {
  try {
    return await request;
  } catch (error) {
    if (!(error instanceof Fault || error instanceof Unreachable)) throw error;
    return null;
  }
}
