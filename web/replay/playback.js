// @ts-check
// Where one is in a replay, and how one moves: by steps, by playing, by following what happens, and by the address.

import { useEffect, useRef, useState } from '../ui/html.js';
import { ask as change } from '../ui/router.js';
import { stepFrom } from './chapters.js';

/** Speeds of playing, in events that are told a second. */
export const SPEEDS = [0.5, 1, 2, 4, 8];
/** Milliseconds at speed 1 that an event is shown which is told, and one that is not. */
const TOLD = 1_000;
const UNTOLD = 150;
/** Milliseconds between events of one move when the game is followed. */
const FOLLOWING = 400;
/** Milliseconds after which a moment is written into the address: browsers take only so many changes of it. */
const SETTLED = 250;

const still = matchMedia('(prefers-reduced-motion: reduce)');

/**
 * @typedef {import('./chapters.js').Stride} Stride
 * @typedef {object} Moving
 * @property {number} at the version one looks at
 * @property {boolean} playing
 * @property {boolean} following whether one goes along with a running game
 * @property {number} speed
 * @property {1 | -1} direction in which one went last
 * @property {(at: number) => void} go
 * @property {(stride: Stride, direction: 1 | -1) => void} step
 * @property {(on: boolean) => void} play
 * @property {(speed: number) => void} setSpeed
 * @property {() => void} follow
 */

/**
 * @param {{
 *   last: number, live: boolean, rounds: readonly import('./chapters.js').Round[], query: URLSearchParams,
 *   ready: (version: number) => boolean, tells: (version: number) => boolean,
 * }} given `ready` says whether a moment can be shown, and `tells` whether its event is worth a pause
 * @returns {Moving}
 */
export function useMoving({ last, live, rounds, query, ready, tells }) {
  const asked = query.get('at');
  const [at, set] = useState(() => moment(asked, last) ?? (live ? last : Math.min(rounds[0]?.dealt ?? 1, last)));
  const [following, setFollowing] = useState(live && asked === null);
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(1);
  const [direction, setDirection] = useState(/** @type {1 | -1} */ (1));

  /** @param {number} to */
  const move = (to) => {
    const next = Math.min(Math.max(to, 1), last);
    if (next !== at) setDirection(next > at ? 1 : -1);
    set(next);
  };
  /** @param {number} to */
  const go = (to) => (setFollowing(false), setPlaying(false), move(to));

  const written = following ? null : String(at);
  useAddress({ at, still: !playing, written, asked, go: (text) => go(moment(text, last) ?? at) });

  const due = playing && at < last && ready(at + 1);
  useEffect(() => {
    if (playing && at >= last && !live) setPlaying(false);
    if (!due) return undefined;
    const timer = setTimeout(() => move(at + 1), (tells(at + 1) ? TOLD : UNTOLD) / speed);
    return () => clearTimeout(timer);
  }, [due, playing, at, last, live, speed]);

  useEffect(() => {
    if (!following || at >= last) return undefined;
    // What one move led to is told step by step, unless motion is not wanted.
    const timer = setTimeout(() => move(still.matches ? last : at + 1), still.matches ? 0 : FOLLOWING);
    return () => clearTimeout(timer);
  }, [following, at, last]);

  return {
    at: Math.min(at, last), playing, following, speed, direction, go, setSpeed,
    step: (stride, towards) => go(stepFrom(rounds, last, at, stride, towards)),
    play: (on) => {
      setFollowing(false);
      // From the end one plays it all once more.
      if (on && at >= last && !live) move(Math.min(rounds[0]?.dealt ?? 1, last));
      setPlaying(on);
    },
    follow: () => (setPlaying(false), move(last), setFollowing(true)),
  };
}

/** Return the version that an address names; null for none. @param {string | null} text @param {number} last */
function moment(text, last) {
  const version = text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null;
  return version === null ? null : Math.min(Math.max(version, 1), last);
}

/**
 * Write the moment into the address once one stays there, and go where another address leads.
 * @param {{
 *   at: number, still: boolean, written: string | null, asked: string | null, go: (text: string | null) => void,
 * }} given
 */
function useAddress({ at, still: stays, written, asked, go }) {
  const last = useRef(asked);
  useEffect(() => {
    if (asked === last.current) return;
    last.current = asked;
    go(asked);
  }, [asked]);
  useEffect(() => {
    if (!stays || written === last.current) return undefined;
    const timer = setTimeout(() => {
      last.current = written;
      change({ at: written });
    }, SETTLED);
    return () => clearTimeout(timer);
  }, [at, stays, written]);
}
