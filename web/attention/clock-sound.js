// @ts-check
// A tick for each of the last ten seconds of your clock.

import { serverNow } from '../net/server-clock.js';
import { useEffect } from '../ui/html.js';
import { playSound } from './sound-player.js';

const TICKS = 10;

/** Tick at the end of the time. @param {string | null} deadline of your running clock; null without one */
export function useClockSound(deadline) {
  useEffect(() => {
    if (!deadline) return undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    /** @param {number} tick seconds before the end */
    const wait = (tick) => {
      const delay = Date.parse(deadline) - tick * 1_000 - serverNow();
      if (tick < 1) return;
      // A page that opens within these seconds, or has slept, goes on with the next whole second.
      if (delay < 0) return wait(tick - 1);
      timer = setTimeout(() => (void playSound('clock'), wait(tick - 1)), delay);
    };
    wait(TICKS);
    return () => clearTimeout(timer);
  }, [deadline]);
}
