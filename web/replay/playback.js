// @ts-check
// Playback of a replay: the current version, steps, playing, following, and the address.

import { reducedMotion } from '../motion/use-motion.js';
import { useEffect, useRef, useState } from '../ui/html.js';
import { setSearchParams } from '../ui/router.js';
import { stepTarget } from './chapters.js';

/** The speeds to choose from, in events a second. */
export const SPEEDS = [0.5, 1, 2, 4, 8];
/** Milliseconds at speed 1 for which an event with a text is shown. */
const EVENT_DELAY = 1_000;
/** Milliseconds at speed 1 for which an event without a text is shown. */
const SILENT_EVENT_DELAY = 150;
/** Milliseconds between the events of one move while a running game is followed. */
const LIVE_DELAY = 400;
/** Milliseconds before the version is written to the address: browsers limit how often that may change. */
const ADDRESS_DELAY = 250;

/**
 * @typedef {import('./chapters.js').StepSize} StepSize
 * @typedef {object} Playback
 * @property {number} version the moment on screen
 * @property {boolean} isPlaying
 * @property {boolean} isFollowing whether new events of a running game are shown as they happen
 * @property {number} speed
 * @property {1 | -1} direction of the last step
 * @property {(version: number) => void} goTo
 * @property {(size: StepSize, direction: 1 | -1) => void} step
 * @property {(isPlaying: boolean) => void} setPlaying
 * @property {(speed: number) => void} setSpeed
 * @property {() => void} follow
 */

/**
 * @param {{
 *   lastVersion: number, isLive: boolean, rounds: readonly import('./chapters.js').Round[],
 *   searchParams: URLSearchParams, isReady: (version: number) => boolean, hasText: (version: number) => boolean,
 * }} options `isReady` returns whether a moment can be shown
 * @returns {Playback}
 */
export function usePlayback({ lastVersion, isLive, rounds, searchParams, isReady, hasText }) {
  const addressVersion = searchParams.get('at');
  const startVersion = Math.min(rounds[0]?.dealt ?? 1, lastVersion);
  const [version, setVersion] = useState(
    () => parseVersion(addressVersion, lastVersion) ?? (isLive ? lastVersion : startVersion),
  );
  const [isFollowing, setFollowing] = useState(isLive && addressVersion === null);
  const [isPlaying, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(1);
  const [direction, setDirection] = useState(/** @type {1 | -1} */ (1));

  /** @param {number} target */
  const moveTo = (target) => {
    const newVersion = Math.min(Math.max(target, 1), lastVersion);
    if (newVersion !== version) setDirection(newVersion > version ? 1 : -1);
    setVersion(newVersion);
  };
  /** @param {number} target */
  const goTo = (target) => (setFollowing(false), setPlaying(false), moveTo(target));

  useAddressSync({
    version,
    isStill: !isPlaying,
    newAddress: isFollowing ? null : String(version),
    addressVersion,
    onAddressChange: (text) => goTo(parseVersion(text, lastVersion) ?? version),
  });

  const isDue = isPlaying && version < lastVersion && isReady(version + 1);
  useEffect(() => {
    if (isPlaying && version >= lastVersion && !isLive) setPlaying(false);
    if (!isDue) return undefined;
    const delay = (hasText(version + 1) ? EVENT_DELAY : SILENT_EVENT_DELAY) / speed;
    const timer = setTimeout(() => moveTo(version + 1), delay);
    return () => clearTimeout(timer);
  }, [isDue, isPlaying, version, lastVersion, isLive, speed]);

  useEffect(() => {
    if (!isFollowing || version >= lastVersion) return undefined;
    const isInstant = reducedMotion.matches;
    const timer = setTimeout(() => moveTo(isInstant ? lastVersion : version + 1), isInstant ? 0 : LIVE_DELAY);
    return () => clearTimeout(timer);
  }, [isFollowing, version, lastVersion]);

  return {
    version: Math.min(version, lastVersion), isPlaying, isFollowing, speed, direction, goTo, setSpeed,
    step: (size, stepDirection) => goTo(stepTarget(rounds, lastVersion, version, size, stepDirection)),
    setPlaying: (shouldPlay) => {
      setFollowing(false);
      // At the end, playing starts again from the first deal.
      if (shouldPlay && version >= lastVersion && !isLive) moveTo(startVersion);
      setPlaying(shouldPlay);
    },
    follow: () => (setPlaying(false), moveTo(lastVersion), setFollowing(true)),
  };
}

/** Return the version in an address; null if there is none. @param {string | null} text @param {number} lastVersion */
function parseVersion(text, lastVersion) {
  const version = text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null;
  return version === null ? null : Math.min(Math.max(version, 1), lastVersion);
}

/**
 * Write the version to the address after ADDRESS_DELAY, and report other changes of the address.
 * @param {{
 *   version: number, isStill: boolean, newAddress: string | null, addressVersion: string | null,
 *   onAddressChange: (text: string | null) => void,
 * }} options
 */
function useAddressSync({ version, isStill, newAddress, addressVersion, onAddressChange }) {
  const lastAddress = useRef(addressVersion);
  useEffect(() => {
    if (addressVersion === lastAddress.current) return;
    lastAddress.current = addressVersion;
    onAddressChange(addressVersion);
  }, [addressVersion]);
  useEffect(() => {
    if (!isStill || newAddress === lastAddress.current) return undefined;
    const timer = setTimeout(() => {
      lastAddress.current = newAddress;
      setSearchParams({ at: newAddress });
    }, ADDRESS_DELAY);
    return () => clearTimeout(timer);
  }, [version, isStill, newAddress]);
}
