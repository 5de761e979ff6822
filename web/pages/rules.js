// @ts-check
// The rules of one game: its text with pictures of cards, a table of contents, and links to play.

import { t } from 'catalogue/pages.js';
import { playerCountText } from '../games/variants.js';
import { RulesArticle } from '../rules/rules-article.js';
import { parseRules } from '../rules/rules-document.js';
import { UnwrittenRules } from '../rules/unwritten-rules.js';
import { html, useEffect, useMemo } from '../ui/html.js';
import { LoadStatus } from '../ui/load-state.js';
import { useTitle } from '../frame/page-title.js';
import { useQuery } from '../ui/use-query.js';

/** @typedef {import('../schema').Variant} Variant */
/** @typedef {import('../rules/rules-document.js').Block} Block */

/** @param {{ parameters: string[] }} props */
export default function Rules({ parameters: [name] }) {
  const { data, error, refetch } = useQuery('RulesOfGame', { variant: name });
  useTitle(data?.variant ? t('ui.rulesOf', { game: data.variant.title }) : t('ui.rules'));
  if (!data) {
    return html`<h1>${t('ui.rules')}</h1>
      <${LoadStatus} error=${error} subject=${t('pages.subject.rules')} onRetry=${refetch} />`;
  }
  if (!data.variant) {
    return html`<h1>${t('pages.noGame')}</h1>
      <p>${t('pages.noGameReason')}</p>
      <p><a class="button" href="/rules">${t('pages.seeAllRules')}</a></p>`;
  }
  return html`<${RulesOfGame} variant=${data.variant} />`;
}

/** @param {{ variant: Variant }} props */
function RulesOfGame({ variant }) {
  const { title, rules, options } = variant;
  const blocks = useMemo(() => parseRules(rules ?? '').filter(({ kind }, place) => place > 0 || kind !== 'heading'), [rules]);
  // The browser looked for the part named in the address before it was there.
  useEffect(() => {
    if (!history.state?.scrollTop) document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, []);
  return html`<div class="rules-page">
    <div class="rules-head">
      <h1>${t('ui.rulesOf', { game: title })}</h1>
      <p class="quiet">${playerCountText(variant)}</p>
    </div>
    ${rules && html`<${Contents} blocks=${blocks} />`}
    <div class="rules-main">
      ${rules ? html`<${RulesArticle} blocks=${blocks} />` : html`<${UnwrittenRules} title=${title} options=${options} />`}
      <p class="row rules-links">
        <a class="button main" href=${`/new?variant=${encodeURIComponent(variant.name)}`}>${t('ui.setUp')}</a>
        <a class="button" href=${`/?variant=${encodeURIComponent(variant.name)}`}>${t('pages.findTable')}</a>
        <a class="button" href="/rules">${t('pages.otherGames')}</a>
      </p>
    </div>
  </div>`;
}

/** @param {{ blocks: Block[] }} props */
function Contents({ blocks }) {
  const headings = blocks.flatMap((block) => (block.kind === 'heading' && block.level === 2 ? [block] : []));
  return html`<nav class="rules-contents" aria-label=${t('pages.contents')}>
    <ul>${headings.map(({ id, text }) => html`<li key=${id}><a href=${`#${id}`}>${text}</a></li>`)}</ul>
  </nav>`;
}
