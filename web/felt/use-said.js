// @ts-check
// The phrases of the last seconds, for the seats, and whether the viewer has missed one.

import { serverNow } from '../net/server-clock.js';
import { t } from '../text/messages.js';
import { announce } from '../ui/announcer.js';
import { useEffect, useState } from '../ui/html.js';

/** Milliseconds for which a phrase is shown at its seat. */
const DURATION = 6_000;

/**
 * @param {readonly import('../schema').PhraseSaid[]} said @param {import('../schema').Game | null} game
 * @param {import('../text/player-names.js').Names | null} names
 * @param {boolean} isTalkShown whether all that was said is on screen, as a live region
 */
export function useSaid(said, game, names, isTalkShown) {
  const [bySeat, setBySeat] = useState(/** @type {ReadonlyMap<number, import('../schema').Phrase>} */ (new Map()));
  const [isUnread, setUnread] = useState(false);
  const last = said.at(-1);
  useEffect(() => {
    if (isTalkShown) setUnread(false);
  }, [isTalkShown]);
  useEffect(() => {
    // The first message has what was said before the page was opened.
    if (!last || !game || !names || serverNow() - Date.parse(last.at) > DURATION) return undefined;
    if (!isTalkShown) {
      setUnread(true);
      import('../talk/phrase-texts.js').then(({ phraseText }) =>
        announce(t('felt.said', { name: names.player(last.player), phrase: phraseText(last.phrase) })));
    }
    const seat = game.seats.find(({ player }) => player.id === last.player.id);
    if (seat && last.audience === 'TABLE') setBySeat((former) => new Map([...former, [seat.index, last.phrase]]));
    const timer = setTimeout(() => setBySeat(new Map()), DURATION);
    return () => clearTimeout(timer);
  }, [last?.key]);
  return { bySeat, isUnread };
}
