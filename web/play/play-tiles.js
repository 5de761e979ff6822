// @ts-check
// The games as illustrated tiles, each with a button that starts a game against machine players.

import { playerCountText } from '../games/variants.js';
import { FACE_DOWN } from '../text/card-names.js';
import { Card } from '../table/card.js';
import { BusyButton, useBusy } from '../ui/busy-button.js';
import { html, useId, useState } from '../ui/html.js';
import { useViewer } from '../ui/viewer.js';
import { readGuestName, writeGuestName } from './guest-name.js';
import { playNow } from './quick-play.js';

/** @typedef {import('../games/variants.js').Variant} Variant */

/**
 * The cards and the sentence of a game's tile; other games have face-down cards and no sentence.
 * @type {Record<string, { cards: string[], text: string }>}
 */
const TILES = {
  'hundred-and-ten': {
    cards: ['AH', 'JOKER', 'JC', '5C'],
    text: 'Bid for the right to name trumps. The five is the best of them, and the ace of hearts always belongs to them.',
  },
  'oh-hell': {
    cards: ['7D', 'KS', '3H', 'AS'],
    text: 'Say how many tricks you will take: no more, no less. Nineteen rounds of small hands, some of them blind.',
  },
  president: {
    cards: ['4C', '9D', '9S', '2H'],
    text: 'Get rid of your cards first: play higher, in ones, pairs or more, and skip the others.',
  },
};
const OTHER_TILE = { cards: [FACE_DOWN, FACE_DOWN, FACE_DOWN], text: '' };

/** The tiles, and the name under which a guest plays. @param {{ variants: Variant[] | null }} props */
export function PlayTiles({ variants }) {
  const isSignedIn = useViewer() !== null;
  const [name, setName] = useState(readGuestName);
  const busy = useBusy();
  const changeName = (/** @type {string} */ newName) => (writeGuestName(newName), setName(newName));
  return html`<section class="play" aria-label="Play now">
    <ul class="tiles">
      ${(variants ?? []).map((variant) => html`<${Tile} key=${variant.name} variant=${variant} busy=${busy}
        onPlay=${() => playNow(variant, name)} />`)}
    </ul>
    ${!isSignedIn && html`<${GuestName} name=${name} onChange=${changeName} />`}
  </section>`;
}

/** @param {{ variant: Variant, busy: import('../ui/busy-button.js').Busy, onPlay: () => Promise<unknown> }} props */
function Tile({ variant, busy, onPlay }) {
  const { cards, text } = TILES[variant.name] ?? OTHER_TILE;
  return html`<li class="tile">
    <div class="tile-cards" aria-hidden="true">
      ${cards.map((card, index) => html`<${Card} key=${index} card=${card} />`)}
    </div>
    <h2>${variant.title}</h2>
    <p>${text}</p>
    <p class="quiet">${playerCountText(variant)} · <a href=${`/rules/${encodeURIComponent(variant.name)}`}
      aria-label=${`Rules of ${variant.title}`}>Rules</a></p>
    <div class="row">
      <${BusyButton} busy=${busy} name=${`play ${variant.name}`} label=${`Play ${variant.title}`} primary
        action=${onPlay}>Play<//>
      <a class="button" href=${`/new?variant=${encodeURIComponent(variant.name)}`}
        aria-label=${`Set up a table of ${variant.title}`}>Set up a table</a>
    </div>
  </li>`;
}

/** @param {{ name: string, onChange: (name: string) => void }} props */
function GuestName({ name, onChange }) {
  const id = useId();
  const onInput = (/** @type {Event & { currentTarget: HTMLInputElement }} */ event) => onChange(event.currentTarget.value);
  return html`<p class="guest-name">
    <label for=${id}>You play as</label>
    <input id=${id} value=${name} onInput=${onInput} autocomplete="nickname" maxlength="40" />
    <span class="hint">No account, no password.</span>
  </p>`;
}
