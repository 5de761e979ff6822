// @ts-check
// A player: what somebody has done in a game, how that changed, and the games themselves.

import { useAnswer } from '../ui/use-query.js';
import { ask } from '../net/client.js';
import { amongWords, RANKED_BOARDS, Choice, VariantChoice, Wrong } from '../charts/filters.js';
import { counted } from '../text/numbers.js';
import { Record } from '../charts/player-record.js';
import '../charts/stylesheets.js';
import { html, useEffect, useState, useStore } from '../ui/html.js';
import { titleOf, useVariants } from '../games/variants.js';
import { session, useViewer } from '../net/session.js';
import { Loading } from '../ui/load-state.js';
import { useTitle } from '../ui/page-title.js';

/**
 * @typedef {import('../schema').Variant} Variant
 * @typedef {import('../schema').Player} Player
 * @typedef {{ variant: string, board: string, games: number }} Count
 */

/** @param {{ parameters: string[], query: URLSearchParams }} props */
export default function ProfilePage({ parameters: [id], query }) {
  const { data, fault, again } = useAnswer('Player', { player: id });
  const player = data?.node;
  useTitle(player?.name ?? 'Player');
  if (data && !player?.id) {
    return html`<h1>There is no such player</h1>
      <p>Nobody here has the id <code>${id}</code>. <a href="/leaderboards">Go to the leaderboards</a></p>`;
  }
  if (!player) {
    return html`<h1>Player</h1>
      <${Wrong} fault=${fault} again=${again} />
      ${!fault && html`<${Loading} what="the player" />`}`;
  }
  return html`<${Known} player=${player} query=${query} />`;
}

/** Somebody whom the server knows. @param {{ player: Player, query: URLSearchParams }} props */
function Known({ player, query }) {
  const me = useStore(session)?.player.id === player.id;
  // No player may choose an id, and machine players alone are called by theirs.
  const machine = player.name === player.id;
  return html`<h1>${player.name}${me && html` <span class="figure-you">you</span>`}</h1>
    ${player.erased && html`<p>This player was erased: no name is kept. The games stay, and what they come to.</p>`}
    ${machine
      ? html`<p>This is a machine player. What machines do is counted in
          the <a href="/statistics?machine=machines">statistics</a>; profiles and leaderboards are of people.</p>`
      : html`<${OfPerson} player=${player} query=${query} />`}`;
}

/** @param {{ player: Player, query: URLSearchParams }} props */
function OfPerson({ player, query }) {
  const variants = useVariants();
  const { counts, fault, again } = useCounts(player.id, variants);
  if (!variants || !counts) {
    return html`<${Wrong} fault=${fault} again=${again} />${!fault && html`<${Loading} what="the profile" />`}`;
  }
  // Without a word in the address what is shown is what was played most.
  const variant = query.get('variant') ?? mostOf(counts)?.variant ?? variants[0].name;
  const board = query.get('board') ?? mostOf(counts.filter((each) => each.variant === variant))?.board ?? 'PEOPLE';
  return html`<div class="figure-filter" role="group" aria-label="What is shown">
      <${VariantChoice} variants=${variants} value=${variant} />
      <${Choice} label="Who played" name="board" value=${board} options=${RANKED_BOARDS} />
    </div>
    <${Played} counts=${counts} player=${player} variants=${variants} variant=${variant} board=${board} />
    <${Shown} player=${player} variant=${variant} board=${board} title=${titleOf(variants, variant)} />`;
}

/** @param {Count[]} counts @returns {Count | undefined} the first of those with the most games */
const mostOf = ([first, ...others]) => others.reduce((one, other) => (other.games > one.games ? other : one), first);

/**
 * How many games somebody has finished, of each kind.
 * @param {string} player @param {Variant[] | null} variants
 */
function useCounts(player, variants) {
  /** @typedef {{ counts: Count[] | null, fault: Error | null }} State */
  const [state, set] = useState(/** @type {State} */ ({ counts: null, fault: null }));
  const [turn, again] = useState(0);
  const asker = useViewer()?.token;
  useEffect(() => {
    const stop = new AbortController();
    if (variants) count(player, variants, stop.signal).then(
      (counts) => stop.signal.aborted || set({ counts, fault: null }),
      (fault) => stop.signal.aborted || set({ counts: null, fault }),
    );
    return () => stop.abort();
  }, [player, variants, turn, asker]);
  return { ...state, again: () => again(turn + 1) };
}

/** @param {string} player @param {Variant[]} variants @param {AbortSignal} signal @returns {Promise<Count[]>} */
async function count(player, variants, signal) {
  const found = await Promise.all(
    variants.map(async ({ name: variant }) => {
      const { people, mixed } = await ask('GamesCounted', { player, variant }, { signal });
      return [
        { variant, board: 'PEOPLE', games: people?.totals.games ?? 0 },
        { variant, board: 'MIXED', games: mixed?.totals.games ?? 0 },
      ];
    }),
  );
  return found.flat();
}

/**
 * What else there is of somebody.
 * @param {{ counts: Count[], player: Player, variants: Variant[], variant: string, board: string }} props
 */
function Played({ counts, player, variants, variant, board }) {
  const others = counts.filter((each) => each.games && !(each.variant === variant && each.board === board));
  if (!others.length) return null;
  return html`<p>Also there: ${others.map((each, place) => html`${place > 0 && ', '}<a
    href=${`/players/${player.id}?variant=${each.variant}&board=${each.board}`}>${titleOf(variants, each.variant)} ${
    each.board === 'MIXED' ? 'with machines' : 'among people'}</a> (${counted(each.games, 'game')})`)}.</p>`;
}

/** @param {{ player: Player, variant: string, board: string, title: string }} props */
function Shown({ player, variant, board, title }) {
  const { data, fault, busy, again } = useAnswer('Profile', { player: player.id, variant, board });
  if (fault) return html`<${Wrong} fault=${fault} again=${again} />`;
  if (!data || (busy && data.profile === null)) return html`<${Loading} what="the profile" />`;
  if (!data.profile) {
    const among = amongWords(board);
    return html`<p class="quiet">${player.name} has finished no public game of ${title} ${among} yet. Games count
      that were played to their end.</p>`;
  }
  return html`<${Record} profile=${data.profile} player=${player} />`;
}
