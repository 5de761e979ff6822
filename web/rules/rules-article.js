// @ts-check
// The rules of a game as an article: headings, paragraphs, lists and tables, with cards as pictures.

import { Card } from '../table/card.js';
import { html } from '../ui/html.js';
import { parseSpans } from './rules-document.js';

/** @typedef {import('./rules-document.js').Block} Block */

/** The blocks of a game's rules, without their title. @param {{ blocks: Block[] }} props */
export const RulesArticle = ({ blocks }) => html`<article class="rules">${blocks.map(blockView)}</article>`;

/** @param {Block} block */
function blockView(block) {
  switch (block.kind) {
    case 'heading':
      return html`<${block.level < 3 ? 'h2' : 'h3'} id=${block.id}>${block.text}<//>`;
    case 'paragraph':
      return html`<p>${textView(block.text)}</p>`;
    case 'cards':
      return html`<ol class="rules-cards">${block.cards.map((card) => html`<li><${Card} card=${card} /></li>`)}</ol>`;
    case 'list':
      return html`<${block.isOrdered ? 'ol' : 'ul'}>${block.items.map((item) => html`<li>${textView(item)}</li>`)}<//>`;
    case 'table':
      return html`<div class="scrolls" role="group" aria-label=${block.header.join(', ')} tabindex="0"><table>
        <thead><tr>${block.header.map((cell) => html`<th scope="col">${textView(cell)}</th>`)}</tr></thead>
        <tbody>${block.rows.map((row) => html`<tr>${row.map((cell) => html`<td>${textView(cell)}</td>`)}</tr>`)}</tbody>
      </table></div>`;
  }
}

/** @param {string} text */
const textView = (text) => parseSpans(text).map((span) => {
  if (span.kind === 'card') return html`<${Card} card=${span.text} />`;
  return span.kind === 'bold' ? html`<b>${span.text}</b>` : span.text;
});
