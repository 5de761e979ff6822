// @ts-check
// Moves the cards of a board: each from where it was on the screen to where it is now. Only transforms and opacity change.

import { reducedMotion } from './use-motion.js';
import { readCards, readPlace, transformTo } from './card-places.js';
import { GhostLayer } from './ghost-layer.js';
import { changesBetween } from './moment-changes.js';

/**
 * @typedef {import('./card-places.js').Place} Place
 * @typedef {import('./card-places.js').CardPlace} CardPlace
 * @typedef {import('./card-places.js').Home} Home
 * @typedef {() => void} Start starts an animation
 * @typedef {import('./moment-changes.js').Changes} Changes
 * @typedef {import('./moment-changes.js').Moment} Moment
 * @typedef {{ card: string | null, x: number, y: number, animation: Animation }} Flight
 */

/** Milliseconds of a card's flight, of a turn, and of a trick's way to its pile. */
const [FLIGHT, FLIP, SLIDE] = [300, 280, 420];
/** Milliseconds between two dealt cards, at most, and between the first and the last. */
const [DEAL_STEP, DEAL_TIME] = [45, 420];
const EASE_OUT = 'cubic-bezier(0.2, 0.75, 0.3, 1)';
/** The size of a card at a seat, as part of its size on the table. */
const SEAT_SCALE = 0.4;
/** The most face-down cards that fly to one seat. */
const MAX_BACKS = 3;
/** A card that has moved by fewer pixels stays where it is. */
const STILL = 1.5;
const MODIFIERS = new Set(['Shift', 'Control', 'Alt', 'Meta']);

/** The motion of one board. */
export class BoardMotion {
  /** @type {Set<Animation>} */
  #running = new Set();
  /** @type {WeakMap<Element, Flight>} */
  #flights = new WeakMap();
  #ghosts = new GhostLayer();
  /** Elements with layers of their own, which they keep until all is at rest: merging a layer paints. @type {Set<HTMLElement>} */
  #layered = new Set();

  constructor() {
    addEventListener('pointerdown', this.#onInput, true);
    addEventListener('keydown', this.#onInput, true);
  }

  stop() {
    this.finish();
    removeEventListener('pointerdown', this.#onInput, true);
    removeEventListener('keydown', this.#onInput, true);
  }

  /** Show all cards in their places. */
  finish() {
    for (const animation of [...this.#running]) animation.cancel();
    this.#running.clear();
    this.#ghosts.clear();
    this.#mergeLayers();
  }

  /** @param {Event} event */
  #onInput = (event) => {
    if (!(event instanceof KeyboardEvent && MODIFIERS.has(event.key))) this.finish();
  };

  /**
   * Read the board before it shows another moment. Returns a function to call once it does; null if nothing is to move.
   * @param {HTMLElement | null} board @param {Moment | null} former @param {Moment} moment @param {boolean} isStart
   */
  prepare(board, former, moment, isStart) {
    const changes = reducedMotion.matches || document.hidden ? null : changesBetween(former, moment, isStart);
    if (!changes) return void this.finish();
    const before = board ? readCards(board) : [];
    const ghosts = before
      .filter(({ area, card }) => area === 'middle' && (changes.leaves(card) || (card && changes.players.size > 0)))
      .map((place) => ({ place, ghost: this.#ghosts.copy(place) }));
    return (/** @type {HTMLElement} */ element) => this.#start(element, before, ghosts, changes);
  }

  /**
   * @param {HTMLElement} board @param {CardPlace[]} before @param {{ place: CardPlace, ghost: HTMLElement }[]} leaving
   * @param {Changes} changes
   */
  #start(board, before, leaving, changes) {
    this.#ghosts.open(board);
    /** What is written once all is read. @type {Start[]} */
    const starts = [];
    const known = new Map(before.flatMap((place) => (place.card ? [[place.card, place]] : [])));
    const backs = countBacks(before);
    const after = readCards(board);
    const dealer = seatPlace(board, changes.dealer);
    /** @type {Map<string, CardPlace[]>} */
    const dealt = new Map();
    for (const place of after) {
      const { card, area, element } = place;
      const flight = this.#flights.get(element);
      const isOnItsWay = flight && flight.card === card && isNear(flight, { x: place.homeX, y: place.homeY });
      const former = card === null ? undefined : known.get(card);
      const player = card === null ? undefined : changes.players.get(card);
      if (isOnItsWay) continue;
      if (former) {
        if (!isNear(former, place)) starts.push(this.#fly(place, former));
      } else if (area === 'middle') {
        if (player !== undefined) {
          const from = seatPlace(board, player, place.width * SEAT_SCALE);
          starts.push(this.#fly(place, from, { isFading: true }));
        } else if (card !== null && card === changes.turned) {
          starts.push(this.#turn(place, 0));
        }
      } else if (card && (backs.get(area) ?? 0) > 0) {
        const delay = 25 * after.filter((each) => each.area === area).indexOf(place);
        starts.push(this.#turn(place, delay));
      } else if (card || after.filter((each) => each.area === area && !each.card).indexOf(place) >= (backs.get(area) ?? 0)) {
        dealt.set(area, [...(dealt.get(area) ?? []), place]);
      }
    }
    for (const places of dealt.values()) {
      const step = dealStep(places.length);
      for (const [at, place] of places.entries()) {
        const from = { ...dealer, width: place.width * SEAT_SCALE };
        starts.push(this.#fly(place, from, { isFading: true, delay: at * step }));
      }
    }
    for (const [seat, count] of changes.dealt) {
      if (seat === changes.dealer || board.querySelector(`.seats > [data-seat="${seat}"] .seat-cards`)) continue;
      const to = seatPlace(board, seat);
      starts.push(() => this.#dealBacks(dealer, to, Math.min(count, MAX_BACKS), dealStep(count)));
    }
    const shown = new Set(after.flatMap(({ card }) => card ?? []));
    const gone = leaving.filter(({ place: { card } }) => card === null || !shown.has(card));
    if (gone.length) starts.push(...this.#leave(board, gone, changes));
    if (changes.areBidsRevealed) starts.push(() => this.#turnBids(board));
    for (const start of starts) start();
  }

  /**
   * @param {CardPlace} place @param {Place} from @param {{ isFading?: boolean, delay?: number }} [options] `isFading` for a card
   *   that appears
   * @returns {Start}
   */
  #fly(place, from, { isFading = false, delay = 0 } = {}) {
    const { element, card } = place;
    const home = this.#home(place);
    const keyframes = [
      { transform: transformTo(home, from), ...(isFading ? { opacity: 0 } : {}) },
      ...(isFading ? [{ opacity: 1, offset: 0.25 }] : []),
      { transform: transformTo(home, home), ...(isFading ? { opacity: 1 } : {}) },
    ];
    return () => {
      const animation = this.#run(element, keyframes, { duration: FLIGHT, delay, easing: EASE_OUT });
      this.#flights.set(element, { card, x: home.homeX, y: home.homeY, animation });
    };
  }

  /** Return a place without the animation that is under way. @param {CardPlace} place */
  #home(place) {
    const flight = this.#flights.get(place.element);
    if (!flight) return place;
    flight.animation.cancel();
    this.#flights.delete(place.element);
    return readPlace(place.element);
  }

  /**
   * Turn a card face up: its back is shown until it stands on its edge.
   * @param {CardPlace} place @param {number} delay @returns {Start}
   */
  #turn(place, delay) {
    const home = this.#home(place);
    const still = transformTo(home, home);
    const half = FLIP / 2;
    return () => {
      const back = this.#ghosts.back(home);
      const lying = transformTo(back, home);
      this.#run(back.element, [{ transform: lying }, { transform: `${lying} scaleX(0)` }], {
        duration: half, delay, easing: 'ease-in',
      });
      this.#run(home.element, [{ transform: `${still} scaleX(0)` }, { transform: still }], {
        duration: half, delay: delay + half, easing: 'ease-out',
      });
    };
  }

  /** @param {Place} from @param {Place} to @param {number} count @param {number} step */
  #dealBacks(from, to, count, step) {
    for (let at = 0; at < count; at++) {
      const home = this.#ghosts.back(from);
      this.#run(home.element, [
        { transform: transformTo(home, from), opacity: 0 },
        { opacity: 1, offset: 0.2 },
        { opacity: 1, offset: 0.8 },
        { transform: transformTo(home, to), opacity: 0 },
      ], { duration: FLIGHT, delay: at * step, easing: EASE_OUT });
    }
  }

  /**
   * Move the cards of the middle to the pile of the trick's winner or off the table, or let others cover them.
   * @param {HTMLElement} board @param {{ place: CardPlace, ghost: HTMLElement }[]} leaving @param {Changes} changes
   * @returns {Start[]}
   */
  #leave(board, leaving, { trickWinner, leaves }) {
    const pile = trickWinner === null ? null : board.querySelector(`[data-pile="${trickWinner}"]`);
    const end = trickWinner === null ? null : pile instanceof HTMLElement ? readPlace(pile) : seatPlace(board, trickWinner);
    const middle = {
      x: leaving.reduce((sum, { place }) => sum + place.x, 0) / leaving.length,
      y: leaving.reduce((sum, { place }) => sum + place.y, 0) / leaving.length,
    };
    return leaving.map(({ place, ghost }, at) => () => {
      const home = this.#ghosts.add(ghost, place);
      if (!leaves(place.card)) {
        const still = transformTo(home, place);
        this.#run(ghost, [{ transform: still, opacity: 1 }, { transform: still, opacity: 0 }], { duration: FLIGHT, easing: 'ease-in' });
        return;
      }
      const gathered = { x: middle.x + (at - 1) * 6, y: middle.y, width: place.width * 0.9, angle: (at - 1) * 0.08 };
      const far = end
        ? { x: end.x, y: end.y, width: place.width * 0.2, angle: 0 }
        : { x: place.x, y: place.y - place.width, width: place.width * 0.8, angle: 0.2 };
      this.#run(ghost, [
        { transform: transformTo(home, place), opacity: 1, easing: 'ease-out' },
        ...(end ? [{ transform: transformTo(home, gathered), opacity: 1, offset: 0.4, easing: 'ease-in' }] : []),
        { transform: transformTo(home, far), opacity: end ? 0.4 : 0 },
      ], { duration: SLIDE });
    });
  }

  /** @param {HTMLElement} board */
  #turnBids(board) {
    for (const bid of /** @type {NodeListOf<HTMLElement>} */ (board.querySelectorAll('.seat-bid'))) {
      this.#run(bid, [{ transform: 'scaleY(0)' }, { transform: 'scaleY(1.15)', offset: 0.7 }, { transform: 'none' }], {
        duration: FLIP, easing: 'ease-out',
      });
    }
  }

  #mergeLayers() {
    for (const { style } of this.#layered) style.willChange = '';
    this.#layered.clear();
  }

  /** @param {HTMLElement} element @param {Keyframe[]} keyframes @param {KeyframeAnimationOptions} options */
  #run(element, keyframes, options) {
    element.style.willChange = 'transform, opacity';
    this.#layered.add(element);
    const animation = element.animate(keyframes, { fill: 'backwards', ...options });
    const end = () => {
      this.#running.delete(animation);
      if (this.#running.size === 0) this.#mergeLayers();
      if (this.#flights.get(element)?.animation === animation) this.#flights.delete(element);
      this.#ghosts.remove(element);
    };
    animation.onfinish = animation.oncancel = end;
    this.#running.add(animation);
    return animation;
  }
}

/** @param {{ x: number, y: number }} one @param {{ x: number, y: number }} other */
const isNear = (one, other) => Math.abs(one.x - other.x) < STILL && Math.abs(one.y - other.y) < STILL;

/** @param {number} count */
const dealStep = (count) => Math.min(DEAL_STEP, DEAL_TIME / Math.max(count, 1));

/** Return the number of face-down cards by area. @param {CardPlace[]} places */
function countBacks(places) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { area, card } of places) if (!card) counts.set(area, (counts.get(area) ?? 0) + 1);
  return counts;
}

/**
 * Return the place of a seat's figure; the middle of the table without a seat.
 * @param {HTMLElement} board @param {number | null} seat @param {number} [width] @returns {Place}
 */
function seatPlace(board, seat, width = 30) {
  const found = seat === null ? null : board.querySelector(`.seats > [data-seat="${seat}"] .seat-face`);
  const { left, top, width: across, height } = (found ?? board.querySelector('.middle') ?? board).getBoundingClientRect();
  return { x: left + across / 2, y: top + height / 2, width, angle: 0 };
}
