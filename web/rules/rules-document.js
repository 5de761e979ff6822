// @ts-check
// Reads the Markdown of a game's rules: the few forms that docs/how-to/add-a-game.md describes. All else stays text.

/**
 * @typedef {{ kind: 'heading', level: number, text: string, id: string }} Heading `id` is its address on the page
 * @typedef {{ kind: 'paragraph', text: string }} Paragraph
 * @typedef {{ kind: 'cards', cards: string[] }} CardRow a paragraph of cards alone, in notation
 * @typedef {{ kind: 'list', isOrdered: boolean, items: string[] }} List
 * @typedef {{ kind: 'table', header: string[], rows: string[][] }} Table
 * @typedef {Heading | Paragraph | CardRow | List | Table} Block
 * @typedef {{ kind: 'text' | 'bold' | 'card', text: string }} Span
 */

const HEADING = /^(#{1,3}) (.+)$/;
const ITEM = /^(?:-|\d+\.) (.+)$/;
const CARD = /\[([2-9TJQKA][HDCS]|JOKER|\?\?)\]/;
const CARD_ROW = new RegExp(`^(?:${CARD.source}\\s*)+$`);
const SPANS = new RegExp(`(\\*\\*.+?\\*\\*|${CARD.source.replace('(', '(?:')})`);

/** Return the blocks of a text. @param {string} text @returns {Block[]} */
export const parseRules = (text) => chunks(text).map(parseBlock);

/** Return the parts of a line of text: plain, bold, and cards in notation. @param {string} text @returns {Span[]} */
export function parseSpans(text) {
  return text.split(SPANS).filter(Boolean).map((part) => {
    if (part.startsWith('**') && part.endsWith('**') && part.length > 4) return { kind: 'bold', text: part.slice(2, -2) };
    const card = CARD.exec(part);
    return card?.[0] === part ? { kind: 'card', text: card[1] } : { kind: 'text', text: part };
  });
}

/** Return the sentence under the title, which gives the goal of the game. @param {string} text */
export function goalText(text) {
  const block = parseRules(text).find(({ kind }) => kind === 'paragraph');
  return block?.kind === 'paragraph' ? block.text : '';
}

/** Return the lines of each block; blank lines separate them, and a heading is one by itself. @param {string} text */
function chunks(text) {
  /** @type {string[][]} */
  const found = [];
  let isOpen = false;
  for (const line of text.split(/\r?\n/)) {
    const isHeading = HEADING.test(line);
    if (!line.trim()) isOpen = false;
    else if (isOpen && !isHeading) found[found.length - 1].push(line);
    else found.push([line]);
    if (line.trim()) isOpen = !isHeading;
  }
  return found;
}

/** @param {string[]} lines @returns {Block} */
function parseBlock(lines) {
  const [first] = lines;
  const [, marks, heading] = HEADING.exec(first) ?? [];
  if (heading) return { kind: 'heading', level: marks.length, text: heading, id: addressOf(heading) };
  if (first.startsWith('|')) {
    const [header, , ...rows] = lines.map(cells);
    return { kind: 'table', header, rows };
  }
  if (ITEM.test(first)) return { kind: 'list', isOrdered: !first.startsWith('-'), items: items(lines) };
  const text = joined(lines);
  if (CARD_ROW.test(text)) return { kind: 'cards', cards: parseSpans(text).filter(isCard).map((span) => span.text) };
  return { kind: 'paragraph', text };
}

/** Return the items of a list; a line without a mark continues its item. @param {string[]} lines */
function items(lines) {
  /** @type {string[][]} */
  const found = [];
  for (const line of lines) {
    const item = ITEM.exec(line);
    if (item) found.push([item[1]]);
    else found[found.length - 1].push(line);
  }
  return found.map(joined);
}

/** @param {string} line of a table */
const cells = (line) => line.replace(/^\||\|$/g, '').split('|').map((cell) => cell.trim());

/** @param {string[]} lines */
const joined = (lines) => lines.map((line) => line.trim()).join(' ');

/** @param {Span} span */
const isCard = ({ kind }) => kind === 'card';

/** @param {string} heading */
const addressOf = (heading) => heading.toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '');
