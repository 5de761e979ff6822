// @ts-check
// Copies of cards that have left the table, and backs of cards: shown above the board while they move.

import { Card } from '../table/card.js';
import { html, render } from '../ui/html.js';
import { lazyValue } from '../text/lazy-value.js';

/**
 * @typedef {import('./card-places.js').Place} Place
 * @typedef {import('./card-places.js').Home} Home
 */

/** A face-down card to copy. */
const cardBack = lazyValue(() => {
  const parent = document.createElement('div');
  render(html`<${Card} card="??" />`, parent);
  return /** @type {HTMLElement} */ (parent.firstElementChild);
});

/** The layer of a board that has the class `motion-layer`. */
export class GhostLayer {
  /** @type {Element | null} */
  #layer = null;
  #left = 0;
  #top = 0;

  /** Use the layer of a board. @param {HTMLElement} board */
  open(board) {
    this.#layer = board.querySelector(':scope > .motion-layer');
    const { left, top } = board.getBoundingClientRect();
    [this.#left, this.#top] = [left, top];
  }

  /** Copy a card that is on the table. @param {{ element: HTMLElement }} place */
  copy({ element }) {
    return ghostOf(element.matches('.card') ? element : element.querySelector('.card') ?? element);
  }

  /** Show the back of a card. @param {Place} place */
  back(place) {
    return this.add(ghostOf(cardBack()), place);
  }

  /** Show a copy where the card was. @param {HTMLElement} ghost @param {Place} place @returns {Home} */
  add(ghost, { x, y, width }) {
    ghost.style.setProperty('--card-width', `${width}px`);
    ghost.style.left = `${x - this.#left - width / 2}px`;
    ghost.style.top = `${y - this.#top - width * 0.7}px`;
    this.#layer?.append(ghost);
    return { element: ghost, homeX: x, homeY: y, size: width };
  }

  /** Remove a copy; other elements stay. @param {Element} element */
  remove(element) {
    if (element.parentElement === this.#layer) element.remove();
  }

  clear() {
    this.#layer?.replaceChildren();
  }
}

/** @param {Element} card */
function ghostOf(card) {
  const ghost = /** @type {HTMLElement} */ (card.cloneNode(true));
  ghost.querySelector('.unseen')?.remove();
  return ghost;
}
