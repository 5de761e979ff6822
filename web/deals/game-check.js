// @ts-check
// The check of a game by the verifier, and the button that saves the file which it reads.

import { verify } from 'verify';

import { joinList } from '../text/card-names.js';
import { capitalize, seatName } from '../text/phrases.js';
import { displayName } from '../text/player-names.js';
import { announce } from '../ui/announcer.js';
import { BusyButton, useBusy } from '../ui/busy-button.js';
import { html, useState } from '../ui/html.js';
import { dealFacts } from './deal-facts.js';
import { loadGameFile, saveFile } from './game-file.js';
import { withContradictions } from './page-contradictions.js';
import { readSeed } from './seed-storage.js';
import { EventLink, ShuffleTable } from './shuffle-table.js';

/**
 * @typedef {import('../schema').Game} Game
 * @typedef {import('../text/player-names.js').Names} Names
 * @typedef {import('verify').Report} Report
 * @typedef {(version: number) => void} GoTo
 * @typedef {{ text: string, version: number, report: Report }} CheckedFile `version` is that of its last event
 */

/**
 * @param {{
 *   game: Game, events: readonly import('../schema').GameEvent[], names: Names, goTo?: GoTo,
 * }} props
 */
export function GameCheck({ game, events, names, goTo }) {
  const busy = useBusy();
  const [file, setFile] = useState(/** @type {CheckedFile | null} */ (null));
  const isOutdated = file !== null && file.version < events.length;
  const isOver = events.some(({ __typename: kind }) => kind === 'GameWon' || kind === 'GameClosed');

  /** Return the file of the game as it is now, checked. */
  async function loadFile() {
    if (file && !isOutdated) return file;
    const text = await loadGameFile(game.id);
    const version = text.split('\n').length - 2;
    return { text, version, report: withContradictions(verify(text, ownSeed(game, events)), text, game, events) };
  }

  async function check() {
    const checked = await loadFile();
    setFile(checked);
    announce(`${seedText(checked.report)} ${conclusionText(checked.report)}`.trim());
  }

  async function save() {
    const { text } = await loadFile();
    saveFile(text, `kibitz-${game.variant.name}-${game.id.slice(0, 8)}.jsonl`);
  }

  return html`<div class="deals-check">
    <p class="row">
      <${BusyButton} busy=${busy} name="check" action=${check}>${isOutdated ? 'Check again' : 'Check the game'}<//>
      <${BusyButton} busy=${busy} name="save" action=${save}>Save the game<//>
    </p>
    ${game.you !== null && !isOver
      && html`<p class="hint">The file contains your hand: do not share it before the end.</p>`}
    ${!file && html`<p class="hint">The check runs in your browser. To check the game without the server, save it and
      run <code>verify.py</code> or <code>verify.mjs</code> of the source code on the file.</p>`}
    ${file && html`<${SeedUse} report=${file.report} />
      <${Conclusion} report=${file.report} game=${game} names=${names} goTo=${goTo} />
      ${isOutdated && html`<p class="quiet">This is the game up to event ${file.version}.</p>`}
      <${ShuffleTable} shuffles=${file.report.shuffles} events=${events} goTo=${goTo}
        reasonText=${(/** @type {string} */ reason) => reasonText(reason, game, names)} />`}
  </div>`;
}

/** Number of items after which a list is cut. */
const MAX_ITEMS = 8;

/**
 * Return your seed in a game and your id; nothing if this browser does not have the seed.
 * @param {Game} game @param {readonly import('../schema').GameEvent[]} events
 */
function ownSeed(game, events) {
  const own = game.you === null ? undefined : dealFacts(game, events)?.seats[game.you];
  const seed = own && readSeed(game.id, own.player, own.commitment)?.seed;
  return seed ? { seed, player: own.player } : {};
}

/** @param {Report} report */
function conclusionText({ findings: [finding], unchecked, seed }) {
  if (finding) return finding.version === null ? 'The game cannot be checked.' : `Wrong at event ${finding.version}.`;
  const isUnused = seed?.used === false;
  if (unchecked.length) return `${isUnused ? 'All else is right' : 'Right'}, as far as it can be checked.`;
  return isUnused ? 'All else is right.' : 'All is right.';
}

/** Return whether the game used your seed, as text. @param {Report} report */
function seedText({ seed }) {
  if (!seed || seed.used === null) return '';
  const reason = seed.reason.replace('the player has', 'you have').replace('the player', 'you');
  return seed.used ? 'Your seed was used.' : `Your seed was not used: ${reason}.`;
}

/** @param {{ report: Report }} props */
function SeedUse({ report }) {
  const text = seedText(report);
  if (!text) return null;
  return report.seed?.used
    ? html`<p class="deals-right">✓ ${text}</p>`
    : html`<p class="deals-wrong" role="alert"><strong>✗ ${text}</strong></p>`;
}

/** @param {{ report: Report, game: Game, names: Names, goTo?: GoTo }} props */
function Conclusion({ report, game, names, goTo }) {
  const { seats, findings, unchecked } = report;
  if (findings.length) {
    return html`<div class="deals-wrong" role="alert">
      <p><strong>✗ ${conclusionText(report)}</strong></p>
      <ul>${findings.slice(0, MAX_ITEMS).map(({ version, reason }, place) => html`<li key=${place}>
        ${version !== null && html`<${EventLink} version=${version} goTo=${goTo} />: `}
        ${capitalize(reasonText(reason, game, names))}.</li>`)}</ul>
      ${findings.length > MAX_ITEMS && html`<p>More follows: ${findings.length - MAX_ITEMS}.</p>`}
    </div>`;
  }
  return html`<div class="deals-right">
    <p><strong>✓ ${conclusionText(report)}</strong></p>
    ${unchecked.length
      ? html`<p class="quiet">Not checked: ${joinList(uncheckedTexts(unchecked))}.</p>`
      : html`<p>Each deck follows from ${seats.some(({ opened }) => opened) && 'the seeds and '}the server’s part, and each
          card went where it had to.</p>`}
  </div>`;
}

/** @param {readonly string[]} unchecked */
const uncheckedTexts = (unchecked) => (unchecked.length <= MAX_ITEMS
  ? unchecked
  : [...unchecked.slice(0, MAX_ITEMS), `${unchecked.length - MAX_ITEMS} more`]);

/**
 * Return a reason of the verifier with names, and with shuffles counted from 1.
 * @param {string} reason @param {Game} game @param {Names} names
 */
function reasonText(reason, game, names) {
  let text = reason.replace(/\bshuffle (\d+)/g, (_, number) => `shuffle ${Number(number) + 1}`);
  text = text.replace(/\bseat (\d+)/g, (_, seat) => `the seat of ${seatName(names, Number(seat))}`);
  for (const { player } of game.seats) text = text.replaceAll(player.id, displayName(player));
  return text;
}
