// @ts-check
// The picture of a player at a seat: the initial of the name in a coloured disc.

import { html } from '../ui/html.js';

/** The number of colours in style/felt.css. */
const COLOURS = 8;

/** @param {{ id: string, name: string, isMachine: boolean }} props */
export function SeatAvatar({ id, name, isMachine }) {
  return html`<span class="avatar ${isMachine ? 'avatar-machine' : ''}" data-colour=${colourOf(id)} aria-hidden="true">${
    isMachine ? /\d+$/.exec(name)?.[0] ?? 'M' : [...name][0]?.toUpperCase() ?? '?'}</span>`;
}

/** Return the number of a player's colour, which is always the same. @param {string} id */
function colourOf(id) {
  let sum = 0;
  for (const character of id) sum = (sum * 31 + character.charCodeAt(0)) % 9973;
  return sum % COLOURS;
}
