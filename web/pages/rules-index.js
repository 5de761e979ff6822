// @ts-check
// The list of games, each with its goal and a link to its rules.

import { t } from 'catalogue/pages.js';
import { playerCountText } from '../games/variants.js';
import { goalText } from '../rules/rules-document.js';
import { html } from '../ui/html.js';
import { LoadStatus } from '../ui/load-state.js';
import { useTitle } from '../frame/page-title.js';
import { useQuery } from '../ui/use-query.js';

export default function RulesIndex() {
  useTitle(t('ui.rules'));
  const { data, error, refetch } = useQuery('RulesOfGames', {});
  return html`<div class="narrow">
    <h1>${t('ui.rules')}</h1>
    ${data
      ? data.variants.map((/** @type {import('../schema').Variant} */ variant) => html`<section class="panel" key=${variant.name}>
          <h2 class="rules-game"><a href=${`/rules/${encodeURIComponent(variant.name)}`}>${variant.title}</a></h2>
          <p class="quiet">${playerCountText(variant)}</p>
          ${variant.rules && html`<p>${goalText(variant.rules)}</p>`}
        </section>`)
      : html`<${LoadStatus} error=${error} subject=${t('pages.subject.games')} onRetry=${refetch} />`}
  </div>`;
}
