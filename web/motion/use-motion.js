// @ts-check
// Moves cards between two moments of a board. The code that moves them loads later; without it nothing moves.

import { useEffect, useLayoutEffect, useRef } from '../ui/html.js';

/**
 * @typedef {object} Moment what a board shows
 * @property {import('../schema').Game} game
 * @property {readonly import('../schema').GameEvent[]} events at least those up to the moment
 * @property {number | null} ownSeat
 */

/** Milliseconds before the module loads, so that it does not delay the first hand. */
const LOAD_DELAY = 1_200;

export const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');

/** @type {typeof import('./board-motion.js').BoardMotion | null} */
let BoardMotion = null;

/** Load the module that moves cards. */
export function useMotionModule() {
  useEffect(() => {
    if (BoardMotion || reducedMotion.matches) return undefined;
    const load = () => import('./board-motion.js').then((module) => void ({ BoardMotion } = module), () => {});
    const timer = setTimeout(load, LOAD_DELAY);
    return () => clearTimeout(timer);
  }, []);
}

/**
 * Move the cards of a board to where its new moment has them. Returns a ref for the board's element.
 * @param {Moment} moment @param {boolean} isStart whether the first moment is the start of the game
 */
export function useMotion(moment, isStart) {
  const board = useRef(/** @type {HTMLElement | null} */ (null));
  const shown = useRef(/** @type {Moment | null} */ (null));
  const motion = useRef(/** @type {InstanceType<typeof import('./board-motion.js').BoardMotion> | null} */ (null));
  useMotionModule();
  const isNew = shown.current?.game.version !== moment.game.version || shown.current.ownSeat !== moment.ownSeat;
  if (BoardMotion) motion.current ??= new BoardMotion();
  // Read while the document still shows the former moment.
  const start = isNew ? motion.current?.prepare(board.current, shown.current, moment, isStart) : null;
  useLayoutEffect(() => {
    shown.current = moment;
    if (board.current) start?.(board.current);
  });
  useLayoutEffect(() => () => motion.current?.stop(), []);
  return board;
}
