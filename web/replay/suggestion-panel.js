// @ts-check
// The panel that compares players' decisions with the machine's suggestions.

import { t } from 'catalogue/replay.js';
import { RequestError } from '../net/errors.js';
import { moveText } from '../text/game-text.js';
import { formatPercent } from '../text/numbers.js';
import { announce } from '../ui/announcer.js';
import { html, useEffect, useMemo, useRef, useState } from '../ui/html.js';
import { decisionAt, decisionsOf, isSameMove, machineTimes } from './decisions.js';
import { isCancelled, Suggestions } from './suggestions.js';

/**
 * @typedef {import('../schema').Game} Game
 * @typedef {import('../schema').GameEvent} GameEvent
 * @typedef {import('../schema').Hint} Hint
 * @typedef {import('../text/player-names.js').Names} Names
 * @typedef {import('./decisions.js').Decision} Decision
 * @typedef {import('./suggestions.js').Comparison} Comparison
 */

/** Milliseconds that a moment stays on screen before its suggestion is requested. */
const REQUEST_DELAY = 150;

/**
 * @param {{
 *   game: Game, events: readonly GameEvent[], version: number, names: Names, goTo: (version: number) => void,
 *   seat: number | null,
 * }} props
 */
export function SuggestionPanel({ game, events, version, names, goTo, seat }) {
  const [isOpen, setOpen] = useState(false);
  const suggestions = useMemo(() => new Suggestions(game.id), [game.id]);
  const decisionVersions = useMemo(() => {
    const decisions = game.seats.flatMap(({ index }) => decisionsOf(events, game, index));
    return decisions.map((each) => each.version).sort((one, other) => one - other);
  }, [events, game]);
  const decision = useMemo(() => decisionAt(events, game, version), [events, game, version]);
  return html`<section class="panel suggested" aria-label=${t('replay.suggestions')}>
    <h2>${t('replay.suggestions')}</h2>
    <p class="row">
      <button type="button" aria-pressed=${isOpen} onClick=${() => setOpen(!isOpen)}>${t('replay.showSuggestions')}</button>
    </p>
    ${isOpen && html`
      ${!decision && html`<p class="quiet">${t('replay.noDecision')}</p>`}
      ${decision?.isMachine && html`<p class="quiet">
        ${t('replay.machineDecides', { isYou: decision.seat === names.you, name: names.seat(decision.seat) })}</p>`}
      ${decision && !decision.isMachine && html`<${DecisionComparison}
        key=${`${decision.version} ${events.length}`} decision=${decision} suggestions=${suggestions} names=${names}
      />`}
      <p class="row">
        <${DecisionButton} name=${t('replay.previousDecision')} goTo=${goTo}
          target=${decisionVersions.findLast((each) => each < version)} />
        <${DecisionButton} name=${t('replay.nextDecision')} goTo=${goTo}
          target=${decisionVersions.find((each) => each > version)} />
      </p>
      <${GameComparison} game=${game} events=${events} names=${names} suggestions=${suggestions} goTo=${goTo}
        seat=${seat} />`}
  </section>`;
}

/** @param {{ name: string, target: number | undefined, goTo: (version: number) => void }} props */
function DecisionButton({ name, target, goTo }) {
  const isDisabled = target === undefined;
  return html`<button type="button" aria-disabled=${isDisabled} onClick=${() => isDisabled || goTo(target)}>
    ${name}</button>`;
}

/** @param {{ decision: Decision, suggestions: Suggestions, names: Names }} props */
function DecisionComparison({ decision, suggestions, names }) {
  const [suggestion, setSuggestion] = useState(/** @type {Hint | null | undefined | RequestError} */ (undefined));
  useEffect(() => {
    const controller = new AbortController();
    const timer = setTimeout(() => {
      suggestions.suggest(decision, controller.signal).then(
        setSuggestion,
        (error) => error instanceof RequestError && setSuggestion(error),
      );
    }, REQUEST_DELAY);
    return () => (clearTimeout(timer), controller.abort());
  }, []);
  const { move, seat } = decision;
  const hint = suggestion && !(suggestion instanceof RequestError) ? suggestion : null;
  const suggestedMove = hint?.move ?? null;
  const isSame = suggestedMove && move ? isSameMove(suggestedMove, move) : null;
  return html`<dl class="suggested-move" aria-busy=${suggestion === undefined}>
    <div><dt>${t('replay.didMove', { isYou: seat === names.you, name: names.seat(seat) })}</dt>
      <dd>${move ? moveText(move) : t('replay.secretMove')}</dd></div>
    <div><dt>${t('replay.machineMove')}</dt><dd>${
      suggestion === undefined ? t('replay.asking')
      : suggestion instanceof RequestError ? html`<span class="error">${suggestion.message}</span>`
      : suggestedMove ? moveText(suggestedMove)
      : t('replay.unknownMove')
    }</dd></div>
    ${hint?.reason && html`<div><dt>${t('replay.reason')}</dt><dd>${hint.reason.text}</dd></div>`}
    ${isSame !== null && html`<div>
      <dt>${t('replay.comparison')}</dt>
      <dd class=${isSame ? 'suggested-same' : 'suggested-other'}>${t(isSame ? 'replay.sameMove' : 'replay.otherMove')}</dd>
    </div>`}
  </dl>`;
}

/**
 * The comparison over a whole game, on request only because it takes the server a while.
 * @param {{
 *   game: Game, events: readonly GameEvent[], names: Names, suggestions: Suggestions,
 *   goTo: (version: number) => void, seat: number | null,
 * }} props
 */
function GameComparison({ game, events, names, suggestions, goTo, seat }) {
  const people = game.seats.filter(({ index }) => !machineTimes(events, game, index).isAlways);
  const [seatIndex, setSeatIndex] = useState(
    () => [seat, game.you].find((each) => people.some(({ index }) => index === each)) ?? people[0]?.index ?? 0,
  );
  const [comparison, setComparison] = useState(/** @type {Comparison | null} */ (null));
  const [error, setError] = useState(/** @type {RequestError | null} */ (null));
  const [isRunning, setRunning] = useState(false);
  const controller = useRef(/** @type {AbortController | null} */ (null));
  const cancel = () => (controller.current?.abort(), setRunning(false));
  useEffect(() => () => controller.current?.abort(), []);
  useEffect(() => (cancel(), setComparison(null), setError(null)), [seatIndex, events.length]);

  async function compare() {
    const { signal } = (controller.current = new AbortController());
    setError(null);
    setRunning(true);
    try {
      const decisions = decisionsOf(events, game, seatIndex);
      const onProgress = (/** @type {Comparison} */ partial) => signal.aborted || setComparison(partial);
      const result = await suggestions.compare(decisions, signal, onProgress);
      setComparison(result);
      announce(t('replay.playerSummary', { name: names.seat(seatIndex), summary: summaryText(result) }));
      setRunning(false);
    } catch (failure) {
      // The button that cancels has already updated the state.
      if (isCancelled(failure)) return;
      if (!(failure instanceof RequestError)) throw failure;
      setError(failure);
      setRunning(false);
      controller.current.abort();
    }
  }

  if (!people.length) return html`<p class="quiet">${t('replay.onlyMachines')}</p>`;
  return html`<div class="suggested-game">
    <h3>${t('replay.wholeGame')}</h3>
    <p class="row">
      <label class="replay-seat">${t('replay.player')}
        <select value=${String(seatIndex)}
          onChange=${(/** @type {any} */ { target }) => setSeatIndex(Number(target.value))}>
          ${people.map(({ index }) => html`<option value=${String(index)}>${names.seat(index)}</option>`)}
        </select>
      </label>
      ${isRunning
        ? html`<button type="button" onClick=${cancel}>${t('ui.cancel')}</button>`
        : html`<button type="button" onClick=${compare}>${t('replay.compareAll')}</button>`}
    </p>
    ${isRunning && comparison && html`<p>
      <progress max=${comparison.total} value=${comparison.comparedCount}
        aria-label=${t('replay.decisionsCompared')}></progress>
      ${t('replay.progress', { count: comparison.comparedCount, total: comparison.total })}</p>`}
    ${error && html`<p class="error" role="alert">${error.message}</p>`}
    ${comparison && !isRunning && html`<p class="suggested-summary">${summaryText(comparison)}</p>`}
    ${comparison && !isRunning && comparison.differences.length > 0 && html`<details>
      <summary>${t('replay.differences', { count: comparison.differences.length })}</summary>
      <ol class="suggested-list">${comparison.differences.map(({ decision, suggestedMove }) => html`
        <li key=${decision.version}><button type="button" class="plain" onClick=${() => goTo(decision.version)}>
          ${decision.move
            && t('replay.difference', { move: moveText(decision.move), machineMove: moveText(suggestedMove) })}
        </button></li>`)}</ol>
    </details>`}
  </div>`;
}

/** @param {Comparison} comparison */
function summaryText({ comparedCount, total, sameCount }) {
  if (!total) return t('replay.nothingToCompare');
  const sentences = [];
  if (comparedCount) {
    const percent = formatPercent(Math.round((100 * sameCount) / comparedCount) / 100);
    sentences.push(t('replay.sameMoves', { same: sameCount, compared: comparedCount, percent }));
  }
  if (comparedCount < total) sentences.push(t('replay.notCompared', { count: total - comparedCount }));
  return sentences.join(' ');
}
