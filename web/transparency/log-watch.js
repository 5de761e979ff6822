// @ts-check
// Watches the server's log: compares it with the pins when a page opens, and now and then while it is open.

import { furtherBanners } from '../frame/status-banners.js';
import { RequestError } from '../net/errors.js';
import { lazyComponent } from '../ui/lazy-component.js';
import { followHead, judgeGame } from './game-verdict.js';
import { alarms, LogAlarmError, raiseAlarm } from './log-alarms.js';
import { compareLog } from './log-comparison.js';
import { loadLog, loadProof, loadRecords } from './log-requests.js';
import { readPins, updatePins } from './pin-storage.js';

/** Milliseconds between two comparisons by this browser, in whichever of its tabs. */
const INTERVAL = 600_000;

/**
 * The alarms that follow from one answer and the pins before it. No restore explains them, and a server that has given
 * such an answer might refuse the next one for ever.
 * @type {ReadonlySet<import('./log-alarms.js').AlarmReason>}
 */
const ONE_ANSWER = new Set(['signature', 'otherKey', 'shrunk', 'sameSize']);

const LogBanners = lazyComponent(null, async () => (await import('./log-banners.js')).LogBanners);

/** The end of the last task. Tasks run one after the other: an answer that was overtaken looks like a smaller log. */
let lastTask = /** @type {Promise<unknown>} */ (Promise.resolve());

/** Compare the log now, unless it was compared lately, and from now on. */
export async function watchLog() {
  setInterval(() => document.hidden || void compareLately(), INTERVAL);
  await compareLately();
}

async function compareLately() {
  const { comparedAt, restored } = readPins();
  if (restored) showBanners();
  const elapsed = Date.now() - comparedAt;
  // The clock may have been set back.
  if (elapsed >= 0 && elapsed < INTERVAL) return;
  try {
    await inTurn(async () => void (await compareLog(await loadLog())));
    updatePins({ comparedAt: Date.now() });
  } catch (error) {
    // The alarm is on the page, and the next page asks again. A server that cannot be reached has no log to compare.
    if (!(error instanceof LogAlarmError || error instanceof RequestError)) throw error;
  }
}

/**
 * Return the verdict on a finished game. Throws LogAlarmError, after it is on the page, and RequestError.
 * @param {string} game
 * @param {{ answer?: import('./log-requests.js').ProvenGame, records?: import('./log-requests.js').Records } | null} [loaded]
 *   the records and, from before them, the proof, which are requested if they are missing; with null the game is judged by
 *   what was kept of it
 * @returns {Promise<import('./game-verdict.js').GameVerdict>}
 */
export function checkGame(game, loaded = null) {
  let first = loaded;
  return inTurn(async () => {
    const [answer, records] = [first?.answer ?? await loadProof(game), first?.records ?? (loaded && await loadRecords(game))];
    first = null;
    return judgeGame(game, answer, records);
  });
}

/**
 * Keep the head of a game that you play or watch. Throws LogAlarmError, after it is on the page, and RequestError.
 * @param {string} game
 */
export const keepGameHead = (game) => inTurn(async () => {
  // A head is kept under the key of the log as it is now: a restored log may lack events honestly.
  const answer = await loadLog();
  await compareLog(answer);
  await followHead(game, answer.log.verifierKey);
});

/**
 * Run a task after those before it, and again after an alarm: a restore between two answers looks like a contradiction.
 * @template T @param {() => Promise<T>} task @returns {Promise<T>}
 */
function inTurn(task) {
  const done = lastTask.then(() => run(task));
  lastTask = done.catch(() => {});
  return done;
}

/** @template T @param {() => Promise<T>} task @returns {Promise<T>} */
async function run(task) {
  const { newest } = readPins();
  try {
    return await task().catch(async (error) => {
      if (!(error instanceof LogAlarmError)) throw error;
      const found = await task().catch((second) => {
        throw second instanceof RequestError && ONE_ANSWER.has(error.reason) ? error : second;
      });
      // Only a restore, which brings another key, explains the alarm: an honest answer does not undo a lie.
      if (readPins().newest === newest) throw error;
      return found;
    });
  } catch (error) {
    if (error instanceof LogAlarmError) raiseAlarm(error);
    throw error;
  } finally {
    if (alarms.value.length || readPins().restored) showBanners();
  }
}

/** Show the banners of the log above the page. */
function showBanners() {
  if (!furtherBanners.value.includes(LogBanners)) furtherBanners.set([...furtherBanners.value, LogBanners]);
}
