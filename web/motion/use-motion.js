// @ts-check
// Moves the cards of a board. The code for it loads later.

import { useEffect, useLayoutEffect, useRef } from '../ui/html.js';

/** @typedef {import('./moment-changes.js').Moment} Moment */

/** Milliseconds that the first hand has for itself. */
const LOAD_DELAY = 1_200;

export const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');

/** @type {typeof import('./board-motion.js').BoardMotion | null} */
let BoardMotion = null;

/** Load the module that moves cards. */
export function useMotionModule() {
  useEffect(() => {
    if (BoardMotion || reducedMotion.matches) return undefined;
    // A failure leaves the board without motion.
    const load = () => import('./board-motion.js').then((module) => void ({ BoardMotion } = module), () => {});
    const timer = setTimeout(load, LOAD_DELAY);
    return () => clearTimeout(timer);
  }, []);
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
