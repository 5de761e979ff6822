// @ts-check
// The games as illustrated tiles, each with a button that starts a game against machine players.

import { t, tOptional } from 'catalogue/play.js';
import { playerCountText } from '../games/variants.js';
import { LevelSelect } from '../levels/level-select.js';
import { possibleLevel, usePreferredLevel } from '../levels/preferred-level.js';
import { FACE_DOWN, joinList } from '../text/card-names.js';
import { variantText } from '../text/game-text.js';
import { LEVELS } from '../text/option-text.js';
import { Card } from '../table/card.js';
import { BusyButton, useBusy } from '../ui/busy-button.js';
import { html, useId, useState } from '../ui/html.js';
import { useViewer } from '../ui/viewer.js';
import { readGuestName, writeGuestName } from './guest-name.js';
import { playNow } from './quick-play.js';

/**
 * @typedef {import('../games/variants.js').Variant} Variant
 * @typedef {Pick<Variant, 'name' | 'title'>} TileVariant
 */

/** The cards on a game's tile, of those games that the page expects. @type {Record<string, string[]>} */
const TILE_CARDS = {
  'hundred-and-ten': ['AH', 'JOKER', 'JC', '5C'],
  'oh-hell': ['7D', 'KS', '3H', 'AS'],
  president: ['4C', '9D', '9S', '2H'],
};
const OTHER_CARDS = [FACE_DOWN, FACE_DOWN, FACE_DOWN];
/** Shown until the server has said which games there are, so that nothing moves then. @type {TileVariant[]} */
const EXPECTED = Object.keys(TILE_CARDS).map((name) => ({ name, title: variantText(name) }));

/** The tiles, and the name under which a guest plays. @param {{ variants: Variant[] | null }} props */
export function PlayTiles({ variants }) {
  const isSignedIn = useViewer() !== null;
  const [name, setName] = useState(readGuestName);
  const busy = useBusy();
  const levels = levelsOf(variants);
  const [level, setLevel] = usePreferredLevel(levels);
  const weaker = (variants ?? []).filter((each) => each.machinePlayer && !each.levels.includes(level));
  const note = weaker.length ? t('levels.standardOnly', { games: joinList(weaker.map(({ title }) => title)) }) : '';
  const changeName = (/** @type {string} */ newName) => (writeGuestName(newName), setName(newName));
  return html`<section class="play" aria-label=${t('play.playNow')}>
    <ul class="tiles">
      ${variants
        ? variants.map((variant) => html`<${Tile} key=${variant.name} variant=${variant} busy=${busy}
            players=${playerCountText(variant)} onPlay=${() => playNow(variant, name, possibleLevel(variant.levels, level))} />`)
        : EXPECTED.map((variant) => html`<${Tile} key=${variant.name} variant=${variant} busy=${busy} isExpected />`)}
    </ul>
    <div class="play-options">
      ${!isSignedIn && html`<${GuestName} name=${name} onChange=${changeName} />`}
      <${LevelSelect} label=${t('levels.ofMachines')} levels=${levels} value=${level} onValueChange=${setLevel} note=${note} />
    </div>
  </section>`;
}

/**
 * Return the levels at which the machine plays any variant; all of them until the variants are known.
 * @param {Variant[] | null} variants
 */
const levelsOf = (variants) => LEVELS.filter((level) => variants?.some(({ levels }) => levels.includes(level)) ?? true);

/**
 * @param {{
 *   variant: TileVariant, busy: import('../ui/busy-button.js').Busy, players?: string, onPlay?: () => Promise<unknown>,
 *   isExpected?: boolean,
 * }} props
 */
function Tile({ variant, busy, players = '…', onPlay = async () => {}, isExpected = false }) {
  const cards = TILE_CARDS[variant.name] ?? OTHER_CARDS;
  return html`<li class="tile">
    <div class="tile-cards" aria-hidden="true">
      ${cards.map((card, index) => html`<${Card} key=${index} card=${card} />`)}
    </div>
    <h2>${variant.title}</h2>
    <p>${tOptional(`play.about.${variant.name}`)}</p>
    <p class="quiet">${players} · <a href=${`/rules/${encodeURIComponent(variant.name)}`}
      aria-label=${t('ui.rulesOf', { game: variant.title })}>${t('ui.rules')}</a></p>
    <div class="row" inert=${isExpected}>
      <${BusyButton} busy=${busy} name=${`play ${variant.name}`} label=${t('play.playGame', { game: variant.title })} primary
        action=${onPlay}>${t('play.play')}<//>
      <a class="button" href=${`/new?variant=${encodeURIComponent(variant.name)}`}
        aria-label=${t('play.setUpGame', { game: variant.title })}>${t('ui.setUp')}</a>
    </div>
  </li>`;
}

/** @param {{ name: string, onChange: (name: string) => void }} props */
function GuestName({ name, onChange }) {
  const id = useId();
  const onInput = (/** @type {Event & { currentTarget: HTMLInputElement }} */ event) => onChange(event.currentTarget.value);
  return html`<p class="guest-name">
    <label for=${id}>${t('play.guestName')}</label>
    <input id=${id} value=${name} onInput=${onInput} autocomplete="nickname" maxlength="40" />
    <span class="hint">${t('play.guestHint')}</span>
  </p>`;
}
