// @ts-check
// The games as illustrated tiles, each with a button that starts a game against machine players.

import { t, tOptional } from 'catalogue/play.js';
import { playerCountText } from '../games/variants.js';
import { FACE_DOWN } from '../text/card-names.js';
import { Card } from '../table/card.js';
import { BusyButton, useBusy } from '../ui/busy-button.js';
import { html, useId, useState } from '../ui/html.js';
import { useViewer } from '../ui/viewer.js';
import { readGuestName, writeGuestName } from './guest-name.js';
import { playNow } from './quick-play.js';

/** @typedef {import('../games/variants.js').Variant} Variant */

/** The cards on a game's tile. @type {Record<string, string[]>} */
const TILE_CARDS = {
  'hundred-and-ten': ['AH', 'JOKER', 'JC', '5C'],
  'oh-hell': ['7D', 'KS', '3H', 'AS'],
  president: ['4C', '9D', '9S', '2H'],
};
const OTHER_CARDS = [FACE_DOWN, FACE_DOWN, FACE_DOWN];

/** The tiles, and the name under which a guest plays. @param {{ variants: Variant[] | null }} props */
export function PlayTiles({ variants }) {
  const isSignedIn = useViewer() !== null;
  const [name, setName] = useState(readGuestName);
  const busy = useBusy();
  const changeName = (/** @type {string} */ newName) => (writeGuestName(newName), setName(newName));
  return html`<section class="play" aria-label=${t('play.playNow')}>
    <ul class="tiles">
      ${(variants ?? []).map((variant) => html`<${Tile} key=${variant.name} variant=${variant} busy=${busy}
        onPlay=${() => playNow(variant, name)} />`)}
    </ul>
    ${!isSignedIn && html`<${GuestName} name=${name} onChange=${changeName} />`}
  </section>`;
}

/** @param {{ variant: Variant, busy: import('../ui/busy-button.js').Busy, onPlay: () => Promise<unknown> }} props */
function Tile({ variant, busy, onPlay }) {
  const cards = TILE_CARDS[variant.name] ?? OTHER_CARDS;
  return html`<li class="tile">
    <div class="tile-cards" aria-hidden="true">
      ${cards.map((card, index) => html`<${Card} key=${index} card=${card} />`)}
    </div>
    <h2>${variant.title}</h2>
    <p>${tOptional(`play.about.${variant.name}`)}</p>
    <p class="quiet">${playerCountText(variant)} · <a href=${`/rules/${encodeURIComponent(variant.name)}`}
      aria-label=${t('ui.rulesOf', { game: variant.title })}>${t('ui.rules')}</a></p>
    <div class="row">
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
