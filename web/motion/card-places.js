// @ts-check
// Reads where the cards of a board are on the screen, also those in flight.

/**
 * @typedef {object} Home where an element is without its transform
 * @property {HTMLElement} element
 * @property {number} homeX its middle on the screen
 * @property {number} homeY
 * @property {number} size its width
 * @typedef {object} Place
 * @property {number} x the middle on the screen
 * @property {number} y
 * @property {number} width
 * @property {number} angle in radians
 * @typedef {Place & Home & { card: string | null, area: string }} CardPlace `card` is null face down; `area` is `middle`, `own` or
 *   a seat
 */

const CARDS = '.hand > *, .played, .seat-cards .card, .middle :not(.played) > .card';

/** Read the places of all cards of a board. @param {HTMLElement} board @returns {CardPlace[]} */
export function readCards(board) {
  return [...board.querySelectorAll(CARDS)].flatMap((element) => {
    const card = element.matches('.card') ? element : element.querySelector('.card');
    if (!(element instanceof HTMLElement) || !(card instanceof HTMLElement)) return [];
    return [{ ...readPlace(element), card: card.dataset.card ?? null, area: areaOf(element) }];
  });
}

/**
 * Read the place of an element that is transformed around its middle.
 * @param {HTMLElement} element @returns {Place & Home}
 */
export function readPlace(element) {
  const { left, top, width, height } = element.getBoundingClientRect();
  const { transform } = getComputedStyle(element);
  const { a, b, e, f } = transform === 'none' ? { a: 1, b: 0, e: 0, f: 0 } : new DOMMatrix(transform);
  const [x, y] = [left + width / 2, top + height / 2];
  return {
    element, x, y, width: element.offsetWidth * Math.hypot(a, b), angle: Math.atan2(b, a),
    homeX: x - e, homeY: y - f, size: element.offsetWidth || 1,
  };
}

/** Return the transform that shows an element at a place. @param {Home} home @param {Place} at */
export const transformTo = ({ homeX, homeY, size }, at) =>
  `translate(${at.x - homeX}px, ${at.y - homeY}px) rotate(${at.angle}rad) scale(${at.width / size})`;

/** @param {Element} element */
function areaOf(element) {
  if (element.closest('.middle')) return 'middle';
  const seat = element.closest('.seats > .seat');
  return seat instanceof HTMLElement ? seat.dataset.seat ?? '' : 'own';
}
