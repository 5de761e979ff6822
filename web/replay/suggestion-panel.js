// @ts-check
// Beside each decision what the machine would have done, and how often a player did the same over the game.

import { announce } from '../ui/announcer.js';
import { Fault } from '../net/client.js';
import { html, useEffect, useMemo, useRef, useState } from '../ui/html.js';
import { whom } from '../text/phrases.js';
import { moveWords } from '../text/game-text.js';
import { decisionAt, decisionsOf, machineFrom, sameMove } from './decisions.js';
import { cancelled, Suggestions } from './suggestions.js';

/**
 * @typedef {import('../schema').Game} Game
 * @typedef {import('../schema').GameEvent} GameEvent
 * @typedef {import('../text/player-names.js').Names} Names
 * @typedef {import('./decisions.js').Decision} Decision
 */

/** Milliseconds that one stays at a moment before the machine is asked. */
const SETTLED = 150;

/**
 * @param {{
 *   game: Game, events: readonly GameEvent[], at: number, names: Names, go: (at: number) => void, seat: number | null,
 * }} props
 */
export function Suggested({ game, events, at, names, go, seat }) {
  const [shown, show] = useState(false);
  const suggestions = useMemo(() => new Suggestions(game.id), [game.id]);
  const decided = useMemo(() => {
    const all = game.seats.flatMap(({ index }) => decisionsOf(events, game, index));
    return all.map(({ version }) => version).sort((one, other) => one - other);
  }, [events, game]);
  const decision = useMemo(() => decisionAt(events, game, at), [events, game, at]);
  return html`<section class="panel suggested" aria-label="What the machine would have done">
    <h2>What the machine would have done</h2>
    <p class="row">
      <button type="button" aria-pressed=${shown} onClick=${() => show(!shown)}>Show it at each decision</button>
    </p>
    ${shown && html`
      ${!decision && html`<p class="quiet">Nobody decides anything at this moment.</p>`}
      ${decision?.machine && html`<p class="quiet">
        The machine itself decides this for ${whom(names, decision.seat)}.</p>`}
      ${decision && !decision.machine && html`<${OneDecision}
        key=${`${decision.version} ${events.length}`} decision=${decision} suggestions=${suggestions} names=${names}
      />`}
      <p class="row">
        <${To} name="Previous decision" version=${decided.findLast((version) => version < at)} go=${go} />
        <${To} name="Next decision" version=${decided.find((version) => version > at)} go=${go} />
      </p>
      <${OverTheGame} game=${game} events=${events} names=${names} suggestions=${suggestions} go=${go} seat=${seat} />`}
  </section>`;
}

/** @param {{ name: string, version: number | undefined, go: (at: number) => void }} props */
function To({ name, version, go }) {
  const none = version === undefined;
  return html`<button type="button" aria-disabled=${none} onClick=${() => none || go(version)}>${name}</button>`;
}

/** @param {{ decision: Decision, suggestions: Suggestions, names: Names }} props */
function OneDecision({ decision, suggestions, names }) {
  const [found, set] = useState(/** @type {import('../schema').Move | null | undefined | Fault} */ (undefined));
  useEffect(() => {
    const own = new AbortController();
    const timer = setTimeout(() => {
      suggestions.of(decision, own.signal).then(set, (error) => error instanceof Fault && set(error));
    }, SETTLED);
    return () => (clearTimeout(timer), own.abort());
  }, []);
  const { done, seat } = decision;
  const who = names.seat(seat);
  const suggested = found && !(found instanceof Fault) ? found : null;
  const same = suggested && done ? sameMove(suggested, done) : null;
  return html`<dl class="suggested-move" aria-busy=${found === undefined}>
    <div><dt>${who} did</dt><dd>${done ? moveWords(done) : 'Something that is secret still'}</dd></div>
    <div><dt>The machine would have done</dt><dd>${
      found === undefined ? 'Asking…'
      : found instanceof Fault ? html`<span class="error">${found.message}</span>`
      : suggested ? moveWords(suggested)
      : 'Not to be known: you may not see all that was known at that seat.'
    }</dd></div>
    ${same !== null && html`<div>
      <dt>Compared</dt>
      <dd class=${same ? 'suggested-same' : 'suggested-other'}>${same ? '✓ The same' : '≠ Something else'}</dd>
    </div>`}
  </dl>`;
}

/**
 * How often a player did what the machine would have done; only when asked for, since it takes the server a while.
 * @param {{
 *   game: Game, events: readonly GameEvent[], names: Names, suggestions: Suggestions, go: (at: number) => void,
 *   seat: number | null,
 * }} props
 */
function OverTheGame({ game, events, names, suggestions, go, seat }) {
  const people = game.seats.filter(({ index }) => machineFrom(events, game, index) > 0);
  const [chosen, choose] = useState(
    () => [seat, game.you].find((each) => people.some(({ index }) => index === each)) ?? people[0]?.index ?? 0,
  );
  const [count, set] = useState(/** @type {import('./suggestions.js').Count | null} */ (null));
  const [fault, fail] = useState(/** @type {Fault | null} */ (null));
  const [busy, say] = useState(false);
  const own = useRef(/** @type {AbortController | null} */ (null));
  useEffect(() => () => own.current?.abort(), []);
  useEffect(() => (own.current?.abort(), set(null), fail(null), say(false)), [chosen, events.length]);
  const compare = async () => {
    const { signal } = (own.current = new AbortController());
    fail(null);
    say(true);
    try {
      const decisions = decisionsOf(events, game, chosen);
      const found = await suggestions.compare(decisions, signal, (so) => signal.aborted || set(so));
      set(found);
      announce(`${names.seat(chosen)}: ${summary(found)}`);
      say(false);
    } catch (error) {
      // Who cancelled has been shown so already.
      if (cancelled(error)) return;
      if (!(error instanceof Fault)) throw error;
      fail(error);
      say(false);
      own.current.abort();
    }
  };
  if (!people.length) return html`<p class="quiet">Only machines played this game.</p>`;
  return html`<div class="suggested-game">
    <h3>Over the whole game</h3>
    <p class="row">
      <label class="replay-seat">Player
        <select value=${String(chosen)} onChange=${(/** @type {any} */ { target }) => choose(Number(target.value))}>
          ${people.map(({ index }) => html`<option value=${String(index)}>${names.seat(index)}</option>`)}
        </select>
      </label>
      ${busy
        ? html`<button type="button" onClick=${() => (own.current?.abort(), say(false))}>Cancel</button>`
        : html`<button type="button" onClick=${compare}>Compare all decisions</button>`}
    </p>
    ${busy && count && html`<p>
      <progress max=${count.of} value=${count.asked} aria-label="Decisions compared"></progress>
      ${count.asked} of ${count.of}</p>`}
    ${fault && html`<p class="error" role="alert">${fault.message}</p>`}
    ${count && !busy && html`<p class="suggested-summary">${summary(count)}</p>`}
    ${count && !busy && count.different.length > 0 && html`<details>
      <summary>Where it would have done something else (${count.different.length})</summary>
      <ol class="suggested-list">${count.different.map(({ decision, suggested }) => html`<li key=${decision.version}>
        <button type="button" class="plain" onClick=${() => go(decision.version)}>
          ${decision.done && moveWords(decision.done)}; the machine: ${moveWords(suggested)}
        </button></li>`)}</ol>
    </details>`}
  </div>`;
}

/** @param {import('./suggestions.js').Count} count */
function summary({ asked, of, same }) {
  if (!of) return 'There is no decision of which it can be known.';
  const part = asked ? ` (${Math.round((100 * same) / asked)} %)` : '';
  const open = asked < of ? `; ${of - asked} were not asked for` : '';
  return `The same as the machine in ${same} of ${asked} decisions${part}${open}.`;
}
