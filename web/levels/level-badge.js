// @ts-check
// The sign of a level at a seat: one to four bars, and its name.

import { LEVELS, levelText } from '../text/option-text.js';
import { t } from '../text/messages.js';
import { html } from '../ui/html.js';

/** @param {{ level: string }} props */
export const LevelBadge = ({ level }) => html`<span class="level-badge">
  <svg viewBox="0 0 16 16" aria-hidden="true">${LEVELS.map((each, bar) => html`<rect key=${each}
    class=${bar <= LEVELS.findIndex((known) => known === level) ? 'level-bar' : ''} x=${1 + bar * 3.75} y=${11 - bar * 3} width="2.75" height=${4 + bar * 3} />`)}</svg>
  <span class="unseen">${t('levels.ofSeat', { level: levelText(level) })}</span>
</span>`;
