// @ts-check
// A table before its start: who sits there, who may still come, and what everybody can do about it.

import { announce } from '../ui/announcer.js';
import { html } from '../ui/html.js';
import { go } from '../ui/router.js';
import { signedIn, useViewer } from '../net/session.js';
import { Doing, useBusy } from '../ui/busy-button.js';
import { useKeptFocus } from '../ui/focus.js';
import { Inviting } from './invitation-link.js';
import { Organizing } from './machine-players.js';
import { Settings } from './game-options.js';
import { Seats } from './seat-list.js';
import { playersOf, titleOf, useVariants } from '../games/variants.js';

/**
 * @typedef {import('../schema').Game} Game
 * @typedef {(mutation: string, input?: Record<string, unknown>) => Promise<unknown>} Act carries a command out in
 *   this game; rejects with Refused or Fault
 * @typedef {object} Room everything that is known about a table that waits
 * @property {Game} game
 * @property {Act} act
 * @property {import('../ui/busy-button.js').Busy} busy
 * @property {import('../games/variants.js').Variant | undefined} variant
 * @property {number} free how many seats nobody has
 * @property {boolean} organizing whether one is the organizer
 */

/** @param {{ game: Game, act: Act }} props */
export function Waiting({ game, act }) {
  const variants = useVariants();
  const who = useViewer();
  const busy = useBusy();
  const box = useKeptFocus();
  const variant = variants?.find(({ name }) => name === game.variant);
  const free = Math.max((variant?.mostSeats ?? game.seats.length) - game.seats.length, 0);
  const organizing = game.you !== null && game.organizer?.id === who?.player.id;
  const room = { game, act, busy, variant, free, organizing };
  return html`<section class="waiting-room" ref=${box} aria-label="Before the start">
    <div class="panel">
      <h2>Waiting for players</h2>
      <p>${titleOf(variants, game.variant)} is for ${variant ? playersOf(variant) : 'several players'}.${' '}
        ${game.access === 'PUBLIC'
          ? 'Anyone may watch this table, and join while a seat is free.'
          : 'This table is private: only who is invited finds it.'}</p>
      <${Seats} ...${room} />
      <${Invitation} ...${room} />
      <${Start} ...${room} />
    </div>
    <div>
      ${game.you !== null && html`<${Inviting} ...${room} />`}
      ${organizing && html`<${Organizing} ...${room} />`}
      <div class="panel">
        <h3>How it is played</h3>
        <${Settings} settings=${game.options} options=${variant?.options} />
      </div>
      ${game.you !== null && html`<${Seated} ...${room} />`}
    </div>
  </section>`;
}

/** What one who has no seat can do. @param {Room} props */
function Invitation({ game, act, busy, free }) {
  const who = useViewer();
  const invited = game.invited.some(({ id }) => id === who?.player.id);
  if (game.you !== null) return null;
  const join = async () => {
    if (await signedIn('To take a seat, you need a name.')) await act('joinGame', {});
  };
  return html`<div class="row">
    ${invited && html`<p>You are invited to this table.</p>`}
    ${free > 0 && html`<${Doing} busy=${busy} name="join" work=${join} main>Take a seat<//>`}
    ${free === 0 && html`<p class="quiet">All seats are taken. You can stay and watch.</p>`}
    ${invited && html`<${Doing} busy=${busy} name="decline" work=${async () => {
      await act('declineInvitation', {});
      if (game.access === 'PRIVATE') go('/');
      announce('You declined the invitation.');
    }}>Decline<//>`}
  </div>`;
}

/** @param {Room} props */
function Start({ game, act, busy, variant, organizing }) {
  if (!organizing) {
    const who = game.organizer ? `${game.organizer.name} starts the game.` : 'Nobody is there to start the game.';
    return game.you !== null && html`<p class="quiet">${who}</p>`;
  }
  const missing = (variant?.leastSeats ?? 0) - game.seats.length;
  const why = missing > 0 ? `It takes ${missing} more ${missing === 1 ? 'player' : 'players'} to start.` : null;
  return html`<div class="start">
    <${Doing} busy=${busy} name="start" work=${() => act('startGame', {})} main unable=${why}>Start the game<//>
  </div>`;
}

/** What one who has a seat can do with it. @param {Room} props */
function Seated({ game, act, busy, variant }) {
  const others = game.seats.some((seat) => !seat.machine && seat.index !== game.you);
  const automated = game.seats.some((seat) => seat.index === game.you && seat.automated);
  return html`<details class="panel more">
    <summary>Your seat</summary>
    <div class="row">
      <${Doing} busy=${busy} name="leave" work=${async () => {
        await act('leaveGame', {});
        go('/');
        announce('You left the table.');
      }}>Leave the table<//>
    </div>
    <p class="hint">${others
      ? 'Somebody else can take your seat then.'
      : 'Nobody else is there: the table is closed when you leave.'}</p>
    ${variant?.machinePlayer && (automated
      ? html`<p class="hint">The machine plays your seat, to the end of the game. You can watch.</p>`
      : html`<div class="row">
          <${Doing} busy=${busy} name="automate" work=${() => act('automateSeat', {})}>Let the machine play for me<//>
        </div>
        <p class="hint">It plays your seat to the end of the game while you look on, and the game counts as lost for
          you. You cannot take this back.</p>`)}
  </details>`;
}
