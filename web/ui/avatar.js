// @ts-check
// Avatars: figures that are drawn from a player's id, the same wherever the player appears.

import { html, useMemo } from './html.js';

/** Colours of the tile: at least 3 : 1 on light and dark pages, and under the light figure. */
export const TILES = [
  '#c2493d', '#b8592a', '#97702a', '#6d7c2c', '#3f8548', '#218572', '#1f7f95', '#3a74b8', '#5f68c4', '#8459bd',
  '#a94fa5', '#bd4774',
];
/** Colours of the figure, no human skin among them. */
export const HEADS = ['#fff4dc', '#ffe3d3', '#ffeaa8', '#dcf5d0', '#cdf1ee', '#d9e8ff', '#eadfff', '#ffdcea'];
/** Colour of eyes, mouths and outlines. */
export const INK = '#23292e';
/** The tile and the figure of an empty seat or an erased player. */
const NOBODY = { tile: '#7c8489', head: '#dfe3e5' };
/** The tile and the lights of machine players. */
const MACHINE = { tile: '#5c6f7e', lights: ['#7df0c0', '#8fd8ff', '#ffd86b', '#ffb0a0', '#d6b8ff', '#c7f27a'] };

/** Outlines of heads in a square of 64, about 32 wide around (32, 34). */
const FACES = [
  'M32 17c10 0 17 7 17 17s-7 17-17 17-17-7-17-17 7-17 17-17z',
  'M25 18h14c6 0 9 4 9 9v14c0 6-4 10-9 10H25c-5 0-9-4-9-10V27c0-5 3-9 9-9z',
  'M32 15c8 0 14 8 14 20 0 10-6 16-14 16s-14-6-14-16c0-12 6-20 14-20z',
  'M32 20c12 0 19 6 19 15s-7 15-19 15-19-6-19-15 7-15 19-15z',
  'M32 15c7 0 10 6 13 11 6 10 5 25-13 25s-19-15-13-25c3-5 6-11 13-11z',
  'M23 18c4-2 14-2 18 0 4 1 6 5 6 10 0 13-6 23-15 23S17 41 17 28c0-5 2-9 6-10z',
];
/** What is behind the head, in the colour of the head or of the dress. */
const BEHIND = [
  '',
  'M17 14a7 7 0 1 0 .01 0zM47 14a7 7 0 1 0 .01 0z',
  'M18 8l14 11-13 12zM46 8L32 19l13 12z',
  'M22 4c5 0 7 8 7 18h-8c-4-8-4-18 1-18zM42 4c-5 0-7 8-7 18h8c4-8 4-18-1-18z',
  'M16 28.5a6 6 0 1 0 .01 0zM48 28.5a6 6 0 1 0 .01 0z',
  'M32 8c14 0 21 9 21 22v18H11V30C11 17 18 8 32 8z',
];
/** What is on top of the head, in the colour of the dress. */
const TOPS = [
  '',
  'M14 27c0-11 8-16 18-16s18 5 18 16c-6-3-12-5-18-5s-12 2-18 5z',
  'M31 20c-1-5-1-8 0-11-4 1-8-1-9-5 5-2 9 0 10 3 1-4 5-6 10-4 0 5-4 8-8 7-1 3-1 6 0 10z',
  'M17 27c1-9 7-14 15-14 7 0 13 4 15 12-9 1-14-2-17-6-2 4-7 7-13 8z',
  'M23 19l-2-12 7 6 4-8 4 8 7-6-2 12z',
  'M17 26c2-8 7-13 15-13s13 5 15 13h8c1 0 1 3-1 3H17z',
  'M32 5.5a5.5 5.5 0 1 1-.01 0zM21 21c3-5 7-7 11-7s8 2 11 7c-7-2-15-2-22 0z',
  'M32 17l-11-7v13zM32 17l11-7v13z',
];
/** The index of the crown, which is of gold. */
const CROWN = 4;
/** Eyes with the width of their lines, which have round ends: a line of no length is a dot. @type {[string, number][]} */
const EYES = [
  ['M25.5 33v.01M38.5 33v.01', 4.6],
  ['M25.5 31.5v3M38.5 31.5v3', 4],
  ['M28 33v.01M36 33v.01', 4.2],
  ['M22.5 34c1.5-3.5 4.5-3.5 6 0M35.5 34c1.5-3.5 4.5-3.5 6 0', 2.6],
  ['M25.5 33v.01', 4.6],
];
/** The index of the eyes of which one winks, and the other eye. */
const WINK = { index: EYES.length - 1, line: 'M35.5 34c1.5-3.5 4.5-3.5 6 0' };
const MOUTHS = [
  'M27 40.5c2.5 3.5 7.5 3.5 10 0',
  'M29 41c1.5 2 4.5 2 6 0',
  'M28.5 42c3 0 5.5-.5 7.5-2.5',
  'M32 41v1.5',
  'M26 40c0 8 12 8 12 0z',
];
const GLASSES = 'M25.5 27.5a5.5 5.5 0 1 0 .01 0zM38.5 27.5a5.5 5.5 0 1 0 .01 0zM31 33h2';

/** Antennas and ears of machines. */
const AERIALS = [
  'M32 20V10M32 9v.01', 'M24 20l-4-9M20 10v.01M40 20l4-9M44 10v.01', 'M32 20v-6M25 12h14', 'M22 20v-6M42 20v-6M32 20v-9',
];
/** Eyes of machines. */
const LIGHTS = [
  'M24.5 32.5v.01M39.5 32.5v.01', 'M24.5 30.5v4M39.5 30.5v4', 'M22.5 32.5h4.5M37 32.5h4.5', 'M23 32.5h18',
  'M22.5 34l2.5-3 2.5 3M36.5 34l2.5-3 2.5 3',
];
/** Mouths of machines. */
const GRILLES = ['M26 41h12', 'M26 41v.01M32 41v.01M38 41v.01', 'M26 40c2 3 10 3 12 0', 'M25 41h2l2-2 3 4 3-4 2 2h2'];

/**
 * The figure of a player. It is hidden from screen readers: a name belongs beside it.
 * @param {{ id: string | null, isMachine?: boolean, size?: number | string }} props `id` is null for an empty seat or an
 *   erased player; `size` is a number of pixels or a length such as `2rem`
 */
export function Avatar({ id, isMachine = false, size = 32 }) {
  const figure = useMemo(() => {
    if (isMachine) return machine(choices(id ?? ''));
    return id ? person(choices(id)) : nobody();
  }, [id, isMachine]);
  return html`<svg class=${`avatar ${isMachine ? 'avatar-machine' : ''}`} viewBox="0 0 64 64" width=${size} height=${size}
    aria-hidden="true">${figure}</svg>`;
}

/** A person's figure: a creature with a head, a dress, and something on its head. @param {Choose} choose */
function person(choose) {
  const tileIndex = choose(TILES.length);
  const dress = TILES[(tileIndex + 3 + choose(TILES.length - 5)) % TILES.length];
  const head = HEADS[choose(HEADS.length)];
  const behind = choose(BEHIND.length);
  // Hair to the shoulders is in the colour of the dress, ears are in that of the head.
  const isHair = behind === BEHIND.length - 1;
  const top = choose(TOPS.length);
  const eyesIndex = choose(EYES.length);
  const [eyes, eyesWidth] = EYES[eyesIndex];
  const mouth = MOUTHS[choose(MOUTHS.length)];
  const hasGlasses = choose(4) === 0 && eyesIndex < 2;
  const hasCheeks = choose(2) === 0;
  const dark = `color-mix(in srgb, ${dress}, ${INK} 45%)`;
  return html`<rect width="64" height="64" fill=${TILES[tileIndex]} />
    <path d=${BEHIND[behind]} fill=${isHair ? dark : head} />
    <path d="M8 66c0-13 10-18 24-18s24 5 24 18z" fill=${dark} />
    <path d=${FACES[choose(FACES.length)]} fill=${head} />
    <path d=${TOPS[top]} fill=${top === CROWN ? '#ffd257' : dark} />
    ${hasCheeks && html`<path d="M21.5 38.5h.01M42.5 38.5h.01" stroke="#f0808a" stroke-opacity=".55" stroke-width="5"
      stroke-linecap="round" />`}
    <g fill="none" stroke=${INK} stroke-linecap="round" stroke-linejoin="round">
      
      <path d=${eyes} stroke-width=${hasGlasses ? 3.4 : eyesWidth} />
      ${eyesIndex === WINK.index && html`<path d=${WINK.line} stroke-width="2.6" />`}
      <path d=${mouth} stroke-width="2.6" fill=${mouth.endsWith('z') ? INK : 'none'} />
      ${hasGlasses && html`<path d=${GLASSES} stroke-width="2" />`}
    </g>`;
}

/** A machine's figure: a head of metal with a screen. @param {Choose} choose */
function machine(choose) {
  const light = MACHINE.lights[choose(MACHINE.lights.length)];
  return html`<rect width="64" height="64" fill=${MACHINE.tile} />
    <path d="M17 66v-8c0-4 4-6 8-6h14c4 0 8 2 8 6v8z" fill="#2f3c46" />
    <path d="M28 46h8v8h-8z" fill="#aab8c2" />
    <path d=${AERIALS[choose(AERIALS.length)]} fill="none" stroke="#e8eef2" stroke-width="3" stroke-linecap="round" />
    <path d="M10 29h6v10h-6zM48 29h6v10h-6z" fill="#aab8c2" />
    <rect x="14" y="19" width="36" height="31" rx=${[4, 8, 13][choose(3)]} fill="#e8eef2" />
    <rect x="18" y="25" width="28" height="21" rx="5" fill="#1d262d" />
    <g fill="none" stroke=${light} stroke-linecap="round" stroke-linejoin="round">
      <path d=${LIGHTS[choose(LIGHTS.length)]} stroke-width="4" />
      <path d=${GRILLES[choose(GRILLES.length)]} stroke-width="2.2" />
    </g>`;
}

/** The figure of an empty seat or an erased player. */
function nobody() {
  return html`<rect width="64" height="64" fill=${NOBODY.tile} />
    <path d="M10 66c0-14 9-20 22-20s22 6 22 20z" fill=${NOBODY.head} /><circle cx="32" cy="28" r="13" fill=${NOBODY.head} />`;
}

/** @typedef {(count: number) => number} Choose */

/** Return a function that chooses numbers below a count, the same ones for the same id. @param {string} id @returns {Choose} */
function choices(id) {
  let state = 0x811c9dc5;
  // FNV-1a, and then xorshift: not secret, only well mixed.
  for (let index = 0; index < id.length; index += 1) state = Math.imul(state ^ id.charCodeAt(index), 0x01000193);
  return (count) => {
    state = Math.imul(state ^ (state >>> 16), 0x45d9f3b) + 0x9e3779b9 | 0;
    const mixed = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d);
    return ((mixed ^ (mixed >>> 13)) >>> 0) % count;
  };
}
