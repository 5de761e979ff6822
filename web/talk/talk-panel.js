// @ts-check
// Talk at a table: what was said last, and buttons for phrases and emotes.

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
  return html`<section class="panel talk" aria-label="Talk">
    <h2>Talk</h2>
    <${SaidList} label="Said at the table" said=${byPlayers} names=${names} />
    ${(isSpectator || bySpectators.length > 0) && html`<h3>Spectators</h3>
      <${SaidList} label="Said by spectators" said=${bySpectators} names=${names} />`}
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
  </p>`) : html`<p class="quiet">Nothing has been said.</p>`}
</div>`;

/** @param {{ game: Game }} props */
function PhraseButtons({ game }) {
  const busy = useBusy();
  const [isFinal, setFinal] = useState(false);
  const error = busy.errorOf('say');
  const say = (/** @type {Phrase} */ phrase) => busy.run('say', async () => {
    if (!(await requireSignIn('To talk, you need a name.'))) return;
    const input = { game: game.id, phrase, commandId: createCommandId() };
    // A phrase that comes late is worse than none, so that nothing is repeated.
    const { say: result } = await request('Say', { input }, { maxRetries: 0 });
    if ('said' in result) return;
    if (FINAL_REFUSALS.includes(result.code)) setFinal(true);
    throw new RefusalError(result);
  });
  return html`
    ${!isFinal && html`<div class="phrases" role="group" aria-label="Say something">
      ${EMOTES.map(([phrase, name]) => html`<button key=${phrase} type="button" class="emote" aria-label=${name}
        title=${name} onClick=${() => say(phrase)}><${EmotePicture} emote=${phrase} /></button>`)}
      ${PHRASES.map(([phrase, text]) => html`<button key=${phrase} type="button" onClick=${() => say(phrase)}>${text}</button>`)}
    </div>`}
    <p class="quiet" role="status">${error ? error.message : ''}</p>`;
}
