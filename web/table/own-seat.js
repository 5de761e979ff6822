// @ts-check
// Your seat at a table: the hand, the controls of the game, hints, and refused moves.

import { connectionStatus } from '../net/connection.js';
import { sortHand, trumpsOf } from '../text/card-order.js';
import { turnText } from '../text/game-text.js';
import { t } from '../text/messages.js';
import { refusalText } from '../text/refusal-text.js';
import { announce } from '../ui/announcer.js';
import { html, useEffect, useLayoutEffect, useRef, useState, useStore } from '../ui/html.js';
import { lazyComponent } from '../ui/lazy-component.js';
import { Hand } from './hand.js';
import { useHint } from './hint.js';
import { cardsOf } from '../queue/move-queue.js';
import { DroppedMove, inputText, QueuedMove } from '../queue/queued-move.js';

/**
 * @typedef {import('../schema').Game} Game
 * @typedef {import('../schema').Offer} Offer
 * @typedef {import('./live-game.js').LiveGameState} LiveGameState
 * @typedef {import('../text/player-names.js').Names} Names
 * @typedef {import('../games/game-modules.js').GameModule} GameModule
 */

const SeatClock = lazyComponent(null, async () => (await import('../seats/seat-clock.js')).SeatClock);
const AutomatedSeat = lazyComponent(null, async () => (await import('../seats/automated-seat.js')).AutomatedSeat);

/** Milliseconds before an unconfirmed move is reported. */
const CONFIRMATION_DELAY = 800;

/** @param {{ liveGame: LiveGameState, game: Game, names: Names, gameModule: GameModule }} props */
export function OwnSeat({ liveGame, game, names, gameModule }) {
  const { selection } = gameModule;
  const seat = game.seats[game.you ?? 0];
  const offers = game.legalMoves;
  const isBusy = liveGame.pending !== null || liveGame.isStepping;
  const isMultiSelect = (typeof selection === 'function' ? selection(offers) : selection) === 'many';
  const [selected, setSelected] = useSelection(seat.hand, isMultiSelect);
  const [explanation, setExplanation] = useExplanation(game.version);
  const queuedCards = cardsOf(liveGame.queued);
  const canQueue = liveGame.canQueue && !offers.length;
  const canQueueCards = canQueue && gameModule.queuedMove?.(seat.hand[0], new Set(), game) !== undefined;
  const hint = useHint(game);
  const ref = useKeptFocus();

  /** @param {string} mutation @param {Record<string, unknown>} input */
  const makeMove = (mutation, input) => {
    setExplanation('');
    liveGame.makeMove(mutation, input);
  };
  /** @param {string} card */
  const onPick = (card) => {
    if (isMultiSelect) return setSelected((gameModule.nextSelection ?? toggle)(card, selected, offers));
    const offer = offers.find((each) => each.__typename === 'PlayOffer');
    if (offer) makeMove(offer.mutation, { card });
    return undefined;
  };
  /** @param {string} mutation @param {Record<string, unknown>} input */
  const queueMove = (mutation, input) => liveGame.queueMove({ mutation, input }, game);
  /** Queue a card before your turn, or take it back. @param {string} card */
  const onQueue = (card) => {
    const move = gameModule.queuedMove?.(card, queuedCards, game);
    if (move) queueMove(move.mutation, { ...move.input });
    else liveGame.cancelQueued();
  };
  /** Send a move that is not offered, because the server's refusal gives the reason. @param {string} card */
  const onRejectedPick = (card) => {
    const move = offers.length ? (gameModule.rejectedMove ?? defaultRejectedMove)(card, offers, game) : null;
    if (liveGame.isStepping) liveGame.showLatest();
    else if (move) liveGame.makeMove(move.mutation, { ...move.input }, { isProbe: true });
    else setExplanation(turnText(game, names));
  };
  const cards = playableCards(offers);
  return html`<section class="mine ${cards.size ? '' : 'mine-idle'}" aria-label=${t('table.yourSeat')} ref=${ref} tabindex="-1">
    ${seat.hand.length > 0 && html`<${Hand}
      cards=${sortHand(seat.hand, game.table?.cardOrder)} trumps=${trumpsOf(game)} playable=${cards.size ? cards : null}
      selected=${isMultiSelect ? selected : null} suggested=${hint.cards} onPick=${onPick}
      queued=${canQueueCards ? queuedCards : null} onQueue=${onQueue}
      onRejectedPick=${onRejectedPick} label=${t('table.yourHand')} isBusy=${isBusy}
    />`}
    <div class="mine-bar">
      ${seat.clock && !seat.automated && html`<${SeatClock} clock=${seat.clock} isOwn=${true} />`}
      <div class="mine-moves">
        <${gameModule.Controls} game=${game} offers=${offers} makeMove=${makeMove} isBusy=${isBusy}
          selected=${selected} setSelected=${setSelected}
          queued=${liveGame.queued} queueMove=${canQueue ? queueMove : null} />
        ${offers.length > 0 && html`<button
          type="button" class="hint-button" aria-busy=${hint.isLoading} onClick=${hint.load}
        >${t('table.hint')}</button>`}
      </div>
    </div>
    <div class="mine-notes">
      <${QueuedMove} queued=${liveGame.queued} onCancel=${liveGame.cancelQueued} />
      <${DroppedMove} dropped=${liveGame.dropped} game=${game} names=${names} />
      ${hint.text && html`<p class="hint-text">${hint.text}</p>`}
      <${MoveStatus} liveGame=${liveGame} game=${game} names=${names} explanation=${explanation} />
      ${seat.automated
        ? html`<${AutomatedSeat} seat=${seat} runCommand=${liveGame.runCommand} />`
        : seat.clock && seat.clock.timeouts > 0 && html`<p class="quiet">${timeoutText(game)}</p>`}
    </div>
  </section>`;
}

/**
 * The status of the last move: late, refused, or not possible now.
 * @param {{ liveGame: LiveGameState, game: Game, names: Names, explanation: string }} props
 */
function MoveStatus({ liveGame, game, names, explanation }) {
  const [isLate, setLate] = useState(false);
  const { pending, refusal } = liveGame;
  useEffect(() => {
    setLate(false);
    if (!pending) return undefined;
    const timer = setTimeout(() => (setLate(true), announce(t('table.notConfirmed'))), CONFIRMATION_DELAY);
    return () => clearTimeout(timer);
  }, [pending]);
  const text = refusal ? refusalText(refusal, game, names) : explanation;
  useEffect(() => {
    if (text) announce(text);
  }, [text, refusal]);
  const connection = useStore(connectionStatus);
  if (pending && isLate) {
    const key = connection === 'lost' ? 'table.serverUnreachable' : 'table.waitingForServer';
    return html`<p class="mine-late">${t(key, { move: inputText(pending) })}</p>`;
  }
  if (!text) return null;
  const prefix = refusal && html`<strong>${t('table.notPossible', { move: inputText(refusal.move) })} </strong>`;
  return html`<p class="refusal mine-refusal">${prefix}${text}</p>`;
}

/** Return what a clock that ran out has led to. @param {Game} game */
function timeoutText({ options }) {
  const limit = options.find(({ name }) => name === 'timeouts_in_a_row')?.value;
  return t('table.timeWasOver', { count: Number(limit) });
}

/** Return the cards that are part of an offer. @param {readonly Offer[]} offers */
function playableCards(offers) {
  return new Set(offers.flatMap((offer) => {
    if ('anySubsetOf' in offer) return offer.anySubsetOf;
    return 'cards' in offer ? offer.cards : [];
  }));
}

/** @param {string} card @param {readonly Offer[]} offers */
function defaultRejectedMove(card, offers) {
  const offer = offers.find(({ __typename }) => __typename === 'PlayOffer' || __typename === 'GroupOffer');
  if (!offer) return null;
  return { mutation: offer.mutation, input: offer.__typename === 'GroupOffer' ? { cards: [card] } : { card } };
}

/** @param {string} card @param {ReadonlySet<string>} selected @returns {Iterable<string>} */
const toggle = (card, selected) =>
  (selected.has(card) ? [...selected].filter((each) => each !== card) : [...selected, card]);

/**
 * Return the selected cards of the hand, and a function that sets them; empty unless several can be selected.
 * @param {readonly string[]} hand @param {boolean} isMultiSelect
 * @returns {[ReadonlySet<string>, (cards: Iterable<string>) => void]}
 */
function useSelection(hand, isMultiSelect) {
  const [picked, setPicked] = useState(/** @type {readonly string[]} */ ([]));
  useEffect(() => {
    if (!isMultiSelect) setPicked([]);
  }, [isMultiSelect]);
  return [new Set(isMultiSelect ? picked.filter((card) => hand.includes(card)) : []), (cards) => setPicked([...cards])];
}

/**
 * Return the reason why a pick has no effect, and a function that sets it; a new version clears it.
 * @param {number} version @returns {[string, (text: string) => void]}
 */
function useExplanation(version) {
  const [state, setState] = useState({ version: 0, text: '' });
  return [state.version === version ? state.text : '', (text) => setState({ version, text })];
}

/** Return a ref for a container that takes the focus when its focused element is removed. */
function useKeptFocus() {
  const ref = useRef(/** @type {HTMLElement | null} */ (null));
  const hadFocus = useRef(false);
  hadFocus.current = ref.current?.contains(document.activeElement) ?? false;
  useLayoutEffect(() => {
    const isFocusLost = hadFocus.current && !ref.current?.contains(document.activeElement);
    if (isFocusLost) ref.current?.focus({ preventScroll: true });
  });
  return ref;
}
