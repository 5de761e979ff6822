// @ts-check
// The check of a game by the verifier, and the button that saves the file which it reads.

import { t, tParts } from 'catalogue/deals.js';
import { verify } from 'verify';

import { joinList } from '../text/card-names.js';
import { capitalize, seatName } from '../text/phrases.js';
import { displayName } from '../text/player-names.js';
import { announce } from '../ui/announcer.js';
import { BusyButton, useBusy } from '../ui/busy-button.js';
import { html, useState } from '../ui/html.js';
import { loadGameFile, saveFile, withNewProof } from '../transparency/game-file.js';
import { dealFacts } from './deal-facts.js';
import { withContradictions } from './page-contradictions.js';
import { ProofVerdict, useGameVerdict } from './proof-verdict.js';
import { readSeed } from './seed-storage.js';
import { EventLink, ShuffleTable } from './shuffle-table.js';

/**
 * @typedef {import('../schema').Game} Game
 * @typedef {import('../text/player-names.js').Names} Names
 * @typedef {import('verify').Report} Report
 * @typedef {(version: number) => void} GoTo
 * @typedef {import('../transparency/game-file.js').GameFile} GameFile
 * @typedef {{ file: GameFile, version: number, report: Report }} CheckedFile `version` is that of its last event
 */

/**
 * @param {{
 *   game: Game, events: readonly import('../schema').GameEvent[], names: Names, goTo?: GoTo,
 * }} props
 */
export function GameCheck({ game, events, names, goTo }) {
  const busy = useBusy();
  const [checked, setChecked] = useState(/** @type {CheckedFile | null} */ (null));
  const isOutdated = checked !== null && checked.version < events.length;
  const isOver = events.some(({ __typename: kind }) => kind === 'GameWon' || kind === 'GameClosed');
  const { verdict, judge } = useGameVerdict(game.id, isOver);

  /** Load the file of the game as it is now, and check it. */
  async function loadFile() {
    const file = await loadGameFile(game.id);
    const { records } = file.records;
    const report = withContradictions(verify(file.text, ownSeed(game, events)), records, game, events);
    return { file, version: records.length, report };
  }

  async function check() {
    const found = await loadFile();
    setChecked(found);
    announce(`${seedText(found.report)} ${conclusionText(found.report)}`.trim());
    // Also before the end: the records must be those that the server has shown before.
    void judge(found.file);
  }

  async function save() {
    const { file } = checked && !isOutdated ? checked : await loadFile();
    const { text } = isOver ? await withNewProof(game.id, file) : file;
    saveFile(text, `kibitz-${game.variant.name}-${game.id.slice(0, 8)}.jsonl`);
  }

  return html`<div class="deals-check">
    <p class="row">
      <${BusyButton} busy=${busy} name="check" action=${check}>${t(isOutdated ? 'deals.checkAgain' : 'deals.checkGame')}<//>
      <${BusyButton} busy=${busy} name="save" action=${save}>${t('deals.saveGame')}<//>
    </p>
    ${game.you !== null && !isOver
      && html`<p class="hint">${t('deals.fileHasHand')}</p>`}
    ${!checked && html`<p class="hint">${tParts('deals.checkHint', VERIFIERS)}</p>`}
    ${checked && html`<${SeedUse} report=${checked.report} />
      <${Conclusion} report=${checked.report} isOver=${isOver} game=${game} names=${names} goTo=${goTo} />
      ${isOutdated && html`<p class="quiet">${t('deals.gameUpTo', { event: String(checked.version) })}</p>`}
      <${ShuffleTable} shuffles=${checked.report.shuffles} events=${events} goTo=${goTo}
        reasonText=${(/** @type {string} */ reason) => reasonText(reason, game, names)} />
      <${Head} report=${checked.report} />`}
    ${isOver && html`<${ProofVerdict} verdict=${verdict} isWrong=${Boolean(checked?.report.findings.length)}
      onRetry=${() => judge()} />`}
  </div>`;
}

/** The names of the verifiers on the command line. */
const VERIFIERS = { python: html`<code>${'verify.py'}</code>`, javascript: html`<code>${'verify.mjs'}</code>` };
/** The sentences for the verifier's reasons why a seed was not used. @type {Record<string, string>} */
const UNUSED_TEXTS = {
  'the player did not reveal it': t('deals.seedNotRevealed'),
  'the player has no seat, or did not commit to it': t('deals.seedNotCommitted'),
};
/** The words for the parts of the log that the verifier cannot check. @type {Record<string, string>} */
const UNPROVEN_TEXTS = {
  'that the log has the game, because the file has no proof': t('deals.notInLogYet'),
};
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
  if (finding?.version === null) return t('deals.cannotCheck');
  if (finding) return t('deals.wrongAt', { event: String(finding.version) });
  const isUnused = seed?.used === false;
  if (unchecked.length) return t(isUnused ? 'deals.elseRightSoFar' : 'deals.rightSoFar');
  return t(isUnused ? 'deals.elseRight' : 'deals.allRight');
}

/** Return whether the game used your seed, as text. @param {Report} report */
function seedText({ seed }) {
  if (!seed || seed.used === null) return '';
  if (seed.used) return t('deals.seedUsed');
  return UNUSED_TEXTS[seed.reason] ?? t('deals.seedUnused', { reason: seed.reason });
}

/** @param {{ report: Report }} props */
function SeedUse({ report }) {
  const text = seedText(report);
  if (!text) return null;
  return report.seed?.used
    ? html`<p class="deals-right">✓ ${text}</p>`
    : html`<p class="deals-wrong" role="alert"><strong>✗ ${text}</strong></p>`;
}

/** @param {{ report: Report, isOver: boolean, game: Game, names: Names, goTo?: GoTo }} props */
function Conclusion({ report, isOver, game, names, goTo }) {
  const { seats, findings, unchecked, unproven } = report;
  // Once the game is over, the verdict on its proof says the rest.
  const gaps = isOver ? unchecked : [...unchecked, ...unproven.map((part) => UNPROVEN_TEXTS[part] ?? part)];
  if (findings.length) {
    return html`<div class="deals-wrong" role="alert">
      <p><strong>✗ ${conclusionText(report)}</strong></p>
      <ul>${findings.slice(0, MAX_ITEMS).map(({ version, reason }, place) => html`<li key=${place}>
        ${version !== null && html`<${EventLink} version=${version} goTo=${goTo} />: `}
        ${capitalize(reasonText(reason, game, names))}.</li>`)}</ul>
      ${findings.length > MAX_ITEMS && html`<p>${t('deals.moreFindings', { count: findings.length - MAX_ITEMS })}</p>`}
    </div>`;
  }
  return html`<div class="deals-right">
    <p><strong>✓ ${conclusionText(report)}</strong></p>
    ${gaps.length
      ? html`<p class="quiet">${t('deals.notChecked', { parts: joinList(uncheckedTexts(gaps)) })}</p>`
      : html`<p>${t(seats.some(({ opened }) => opened) ? 'deals.decksFollowSeeds' : 'deals.decksFollowServer')}</p>`}
  </div>`;
}

/** The head of the game, which players can compare. @param {{ report: Report }} props */
function Head({ report: { head } }) {
  if (head === null) return null;
  return html`<p class="game-head">${tParts('deals.head', { head: html`<code>${head}</code>` })}</p>`;
}

/** @param {readonly string[]} unchecked */
const uncheckedTexts = (unchecked) => (unchecked.length <= MAX_ITEMS
  ? unchecked
  : [...unchecked.slice(0, MAX_ITEMS), t('deals.moreParts', { count: unchecked.length - MAX_ITEMS })]);

/**
 * Return a reason of the verifier with names, and with shuffles counted from 1.
 * @param {string} reason @param {Game} game @param {Names} names
 */
function reasonText(reason, game, names) {
  let text = reason.replace(/(\bshuffle )(\d+)/g, (_, before, number) => before + String(Number(number) + 1));
  text = text.replace(/(\bseat )(\d+)/g, (_, before, seat) => `${before}${Number(seat) + 1} (${seatName(names, Number(seat))})`);
  for (const { player } of game.seats) text = text.replaceAll(player.id, displayName(player));
  return text;
}
