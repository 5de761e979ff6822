// @ts-check
// Moves the cards of a board. The code for it loads later.

import { useEffect, useLayoutEffect, useRef } from '../ui/html.js';
import { afterStart } from '../ui/lazy-component.js';

/** @typedef {import('./moment-changes.js').Moment} Moment */

export const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');

/** @type {typeof import('./board-motion.js').BoardMotion | null} */
let BoardMotion = null;

/** The game whose first deal is to be seen when its table opens. @type {string | null} */
let expectedGame = null;

/** Load the module that moves cards, if they are to move. A failure leaves the board without motion. */
async function loadMotion() {
  if (BoardMotion || reducedMotion.matches) return;
  await import('./board-motion.js').then((module) => void ({ BoardMotion } = module), () => {});
}

/** Let the first deal of a game be seen when its table opens. @param {string} id */
export function expectDeal(id) {
  expectedGame = id;
  void loadMotion();
}

/** Return, once, whether the first deal of a game is to be seen. @param {string} id */
export function takeExpectedDeal(id) {
  const isExpected = expectedGame === id;
  if (isExpected) expectedGame = null;
  return isExpected;
}

/** Load the module that moves cards after what is seen first. */
export function useMotionModule() {
  useEffect(() => void afterStart().then(loadMotion), []);
}

/**
 * Move the cards of a board. Returns a ref for its element.
 * @param {Moment} moment @param {boolean} isStart
 */
export function useMotion(moment, isStart) {
  const board = useRef(/** @type {HTMLElement | null} */ (null));
  const shown = useRef(/** @type {Moment | null} */ (null));
  const motion = useRef(/** @type {import('./board-motion.js').BoardMotion | null} */ (null));
  useMotionModule();
  const isNew = shown.current?.game.version !== moment.game.version || shown.current.ownSeat !== moment.ownSeat;
  if (BoardMotion) motion.current ??= new BoardMotion();
  // The document still shows the former moment.
  const start = isNew ? motion.current?.prepare(board.current, shown.current, moment, isStart) : null;
  useLayoutEffect(() => {
    shown.current = moment;
    if (board.current) start?.(board.current);
  });
  useLayoutEffect(() => () => motion.current?.stop(), []);
  return board;
}
