// @ts-check
// The signals of a table beside the game: players who come and go, and what is said.

import { subscribe } from '../net/subscriptions.js';
import { Store } from '../store.js';
import { t } from '../text/messages.js';
import { announce } from '../ui/announcer.js';
import { useEffect, useMemo, useStore } from '../ui/html.js';
import { useViewerId } from '../ui/viewer.js';

/** Number of phrases that are kept, as in the server's snapshot. */
const MAX_SAID = 50;

/**
 * @typedef {import('../schema').PhraseSaid} PhraseSaid
 * @typedef {object} SignalState
 * @property {ReadonlyMap<number, boolean>} presence whether the player of a seat is present; empty if you may not know
 * @property {readonly import('../schema').SeatPresence[]} changes of presence in the last message; none in a snapshot
 * @property {readonly PhraseSaid[]} said the newest last
 */

/** The signals of one table. @extends {Store<SignalState>} */
export class TableSignals extends Store {
  #game;
  #stop = () => {};

  /** @param {string} game */
  constructor(game) {
    super(/** @type {SignalState} */ ({ presence: new Map(), changes: [], said: [] }));
    this.#game = game;
  }

  start() {
    this.#stop = subscribe('TableSignals', () => ({ game: this.#game }), {
      onNext: ({ tableSignals }) => this.#add(tableSignals),
    });
  }

  stop() {
    this.#stop();
  }

  /** Begin again with a snapshot, because you may see other phrases now. */
  restart = () => (this.stop(), this.start());

  /** @param {import('../schema').TableSignal} signal */
  #add({ snapshot, presence, said }) {
    const earlier = snapshot ? [] : this.value.said;
    const isNew = (/** @type {PhraseSaid} */ { key }) => earlier.every((each) => each.key !== key);
    const seats = presence.map(({ seat, present }) => /** @type {[number, boolean]} */ ([seat, present]));
    this.set({
      presence: new Map([...(snapshot ? [] : this.value.presence), ...seats]),
      changes: snapshot ? [] : presence,
      said: [...earlier, ...said.filter(isNew)].slice(-MAX_SAID),
    });
  }
}

/**
 * Follow the signals of a table once it is loaded, and announce who comes and goes.
 * @param {string} id @param {import('../text/player-names.js').Names | null} names null until the table is loaded
 */
export function useTableSignals(id, names) {
  const viewer = useViewerId();
  const isLoaded = names !== null;
  const signals = useMemo(() => new TableSignals(id), [id, viewer]);
  useEffect(() => {
    if (!isLoaded) return undefined;
    signals.start();
    return () => signals.stop();
  }, [signals, isLoaded]);
  const state = useStore(signals);
  useEffect(() => {
    for (const { seat, present } of state.changes) {
      if (!names || seat === names.you) continue;
      announce(t(present ? 'signals.isHere' : 'signals.isAway', { name: names.seat(seat) }));
    }
  }, [state.changes]);
  return { ...state, restart: signals.restart };
}
