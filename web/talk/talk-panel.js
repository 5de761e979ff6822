// @ts-check
// Talk at a table: what was said last, and buttons for phrases and emotes.

import { t } from 'catalogue/talk.js';
import { RelativeTime } from '../lobby/relative-time.js';
import { createCommandId, request } from '../net/client.js';
import { RefusalError } from '../net/errors.js';
import { requireSignIn } from '../net/session.js';
import { useBusy } from '../ui/busy-button.js';
import { html, useState } from '../ui/html.js';
import { EmotePicture, isEmote } from './emote-picture.js';
import { MutedPlayers } from './muted-players.js';
import { EMOTES, PHRASES, phraseText } from './phrase-texts.js';

/**
 * @typedef {import('../schema').Game} Game
 * @typedef {import('../schema').Phrase} Phrase
 * @typedef {import('../schema').PhraseSaid} PhraseSaid
 * @typedef {import('../text/player-names.js').Names} Names
 */

/** Number of phrases that are shown, of the players and of the spectators. */
const MAX_SHOWN = 6;
/** Codes of refusals after which nothing more can be said. */
const FINAL_REFUSALS = ['TALK_IS_OVER', 'TALK_IS_OFF'];

/**
 * @param {{
 *   game: Game, names: Names, said: readonly PhraseSaid[], onMutedChange: () => void,
 * }} props `onMutedChange` requests what was said again
 */
export function TalkPanel({ game, names, said, onMutedChange }) {
  const isSpectator = game.you === null;
  const byPlayers = said.filter(({ audience }) => audience === 'TABLE');
  const bySpectators = said.filter(({ audience }) => audience === 'SPECTATORS');
  return html`<section class="panel talk" aria-label=${t('talk.title')}>
    <h2>${t('talk.title')}</h2>
    <${SaidList} label=${t('talk.saidAtTable')} said=${byPlayers} names=${names} />
    ${(isSpectator || bySpectators.length > 0) && html`<h3>${t('talk.spectators')}</h3>
      <${SaidList} label=${t('talk.saidBySpectators')} said=${bySpectators} names=${names} />`}
    <${PhraseButtons} game=${game} />
    <${MutedPlayers} said=${said} names=${names} onChange=${onMutedChange} />
  </section>`;
}

/** @param {{ label: string, said: readonly PhraseSaid[], names: Names }} props */
const SaidList = ({ label, said, names }) => html`<div class="said" role="log" aria-live="polite" aria-label=${label}>
  ${said.length ? said.slice(-MAX_SHOWN).map(({ key, at, phrase, player }) => html`<p key=${key}>
    <b>${names.player(player)}</b>${' '}
    ${isEmote(phrase) && html`<span class="emote"><${EmotePicture} emote=${phrase} /></span>`}
    <span class=${isEmote(phrase) ? 'unseen' : undefined}>${phraseText(phrase)}</span>${' '}
    <span class="quiet"><${RelativeTime} time=${at} /></span>
  </p>`) : html`<p class="quiet">${t('talk.nothingSaid')}</p>`}
</div>`;

/** @param {{ game: Game }} props */
function PhraseButtons({ game }) {
  const busy = useBusy();
  const [isFinal, setFinal] = useState(false);
  const error = busy.errorOf('say');
  const say = (/** @type {Phrase} */ phrase) => busy.run('say', async () => {
    if (!(await requireSignIn(t('talk.signInReason')))) return;
    const input = { game: game.id, phrase, commandId: createCommandId() };
    // A phrase that comes late is worse than none, so that nothing is repeated.
    const { say: result } = await request('Say', { input }, { maxRetries: 0 });
    if ('said' in result) return;
    if (FINAL_REFUSALS.includes(result.code)) setFinal(true);
    throw new RefusalError(result);
  });
  return html`
    ${!isFinal && html`<div class="phrases" role="group" aria-label=${t('talk.say')}>
      ${EMOTES.map((emote) => html`<button key=${emote} type="button" class="emote" aria-label=${phraseText(emote)}
        title=${phraseText(emote)} onClick=${() => say(emote)}><${EmotePicture} emote=${emote} /></button>`)}
      ${PHRASES.map((phrase) => html`<button key=${phrase} type="button" onClick=${() => say(phrase)}>
        ${phraseText(phrase)}</button>`)}
    </div>`}
    <p class="quiet" role="status">${error ? error.message : ''}</p>`;
}
