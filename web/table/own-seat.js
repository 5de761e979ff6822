// @ts-check
// One's own place at a table: the hand, what can be done with it, and what was refused and why.

import { announce } from '../ui/announcer.js';
import { html, useEffect, useLayoutEffect, useRef, useState, useStore } from '../ui/html.js';
import { connection } from '../net/client.js';
import { Hand } from './hand.js';
import { useHint } from './hint.js';
import { refusalWords } from '../text/refusal-text.js';
import { moveWords, turnWords } from '../text/game-text.js';

/**
 * @typedef {import('../schema').Game} Game
 * @typedef {import('../schema').Offer} Offer
 * @typedef {ReturnType<typeof import('./live-game.js').useGame>} Live
 * @typedef {import('../text/player-names.js').Names} Names
 * @typedef {{ live: Live, game: Game, names: Names, module: import('../games/game-modules.js').GameModule }} Props
 */

/** Milliseconds after which one is told that there is no answer yet. */
const PATIENCE = 800;

/** @param {Props} props */
export function Mine({ live, game, names, module }) {
  const seat = game.seats[game.you ?? 0];
  const offers = game.legalMoves;
  const busy = live.pending !== null || live.stepping;
  const many = (typeof module.usesHand === 'function' ? module.usesHand(offers) : module.usesHand) === 'many';
  const [chosen, choose] = useChosen(seat.hand, many);
  const [why, explain] = useExplained(game.version);
  const hint = useHint(game);
  const place = useKept();

  /** @param {string} mutation @param {Record<string, unknown>} input */
  const act = (mutation, input) => {
    explain('');
    live.act(mutation, input);
  };
  /** @param {string} card */
  const pick = (card) => {
    if (many) return choose(module.pick ? module.pick(card, chosen, offers) : toggled(chosen, card));
    const offer = offers.find((each) => each.__typename === 'PlayOffer');
    if (offer) act(offer.mutation, { card });
    return undefined;
  };
  /** What is not offered is tried, to hear from who knows the rules why. @param {string} card */
  const refused = (card) => {
    const move = offers.length ? (module.attempt ?? attempt)(card, offers, game) : null;
    if (live.stepping) live.hurry();
    else if (move) live.act(move.mutation, { ...move.input }, { attempt: true });
    else explain(turnWords(game, names));
  };
  const cards = legal(offers);
  return html`<section class="mine ${cards.size ? '' : 'mine-idle'}" aria-label="Your place" ref=${place} tabindex="-1">
    ${seat.hand.length > 0 && html`<${Hand}
      cards=${module.sort(seat.hand, game)} legal=${cards.size ? cards : null} chosen=${many ? chosen : null}
      hinted=${hint.cards} onPick=${pick} refused=${refused} label="Your hand" busy=${busy}
    />`}
    <div class="mine-moves">
      <${module.Controls} game=${game} offers=${offers} act=${act} busy=${busy} chosen=${chosen} choose=${choose} />
      ${offers.length > 0 && html`<button
        type="button" class="hint-button" aria-busy=${hint.asking} onClick=${hint.ask}
      >Hint</button>`}
    </div>
    ${hint.text && html`<p class="hint-text">${hint.text}</p>`}
    <${Answer} live=${live} game=${game} names=${names} why=${why} />
    ${seat.automated && html`<p class="quiet">The machine plays your seat to the end.</p>`}
  </section>`;
}

/** What became of the last move. @param {{ live: Live, game: Game, names: Names, why: string }} props */
function Answer({ live, game, names, why }) {
  const [late, wait] = useState(false);
  const { pending, refusal } = live;
  useEffect(() => {
    wait(false);
    if (!pending) return undefined;
    const timer = setTimeout(() => (wait(true), announce('Your move is not confirmed yet.')), PATIENCE);
    return () => clearTimeout(timer);
  }, [pending]);
  const text = refusal ? refusalWords(refusal, game, names) : why;
  useEffect(() => {
    if (text) announce(text);
  }, [text, refusal]);
  const line = useStore(connection);
  if (pending && late) {
    return html`<p class="mine-late">${moveOf(pending)}: not confirmed yet.
      ${line === 'lost'
        ? ' The server cannot be reached; the move is sent until there is an answer, and counts once.'
        : ' Waiting for the server.'}</p>`;
  }
  if (!text) return null;
  const what = refusal && html`<strong>${moveOf(refusal.move)}: not possible. </strong>`;
  return html`<p class="refusal mine-refusal">${what}${text}</p>`;
}

/** A move in words. @param {import('./game-display.js').Move} move */
const moveOf = ({ mutation, input }) =>
  moveWords(/** @type {any} */ ({ __typename: mutation[0].toUpperCase() + mutation.slice(1), mutation, ...input }));

/** The cards that offers speak of. @param {readonly Offer[]} offers */
function legal(offers) {
  return new Set(offers.flatMap((offer) => {
    if ('anySubsetOf' in offer) return offer.anySubsetOf;
    return 'cards' in offer ? offer.cards : [];
  }));
}

/** @param {string} card @param {readonly Offer[]} offers */
function attempt(card, offers) {
  const offer = offers.find(({ __typename }) => __typename === 'PlayOffer' || __typename === 'GroupOffer');
  if (!offer) return null;
  return { mutation: offer.mutation, input: offer.__typename === 'GroupOffer' ? { cards: [card] } : { card } };
}

/** @param {ReadonlySet<string>} chosen @param {string} card */
const toggled = (chosen, card) => (chosen.has(card) ? [...chosen].filter((each) => each !== card) : [...chosen, card]);

/**
 * The cards that were picked, as long as they are in hand and several can be.
 * @param {readonly string[]} hand @param {boolean} many
 * @returns {[ReadonlySet<string>, (cards: Iterable<string>) => void]}
 */
function useChosen(hand, many) {
  const [picked, pick] = useState(/** @type {readonly string[]} */ ([]));
  useEffect(() => {
    if (!many) pick([]);
  }, [many]);
  return [new Set(many ? picked.filter((card) => hand.includes(card)) : []), (cards) => pick([...cards])];
}

/**
 * Why nothing came of a press, until the game goes on.
 * @param {number} version @returns {[string, (text: string) => void]}
 */
function useExplained(version) {
  const [said, say] = useState({ version: 0, text: '' });
  return [said.version === version ? said.text : '', (text) => say({ version, text })];
}

/** Keeps the keyboard in a place when the button that had it goes away. */
function useKept() {
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  const inside = useRef(false);
  inside.current = place.current?.contains(document.activeElement) ?? false;
  useLayoutEffect(() => {
    const gone = inside.current && !place.current?.contains(document.activeElement);
    if (gone) place.current?.focus({ preventScroll: true });
  });
  return place;
}
