// @ts-check
// The explanations of the banners about the log: what happened, what it means, and what to do.

import { t, tParts } from 'catalogue/transparency.js';
import { Dialog } from '../ui/dialog.js';
import { html, useState } from '../ui/html.js';
import { saveFile } from './game-file.js';
import { forgetPins } from './pin-storage.js';

/** @typedef {{ before: string, now: string }} Restored two origins */

/**
 * An alarm, with the evidence as a file.
 * @param {{ alarm: import('./log-alarms.js').LogAlarmError, onClose: () => void }} props
 */
export function AlarmDialog({ alarm, onClose }) {
  const [isSaved, setSaved] = useState(false);
  const { kind, reason, sizes = { before: 0, now: 0 }, evidence } = alarm;
  const save = () => {
    const { text, name } = evidenceFile(alarm);
    saveFile(text, name);
    setSaved(true);
  };
  const forget = () => (forgetPins(), location.reload());
  return html`<${Dialog} title=${t(`transparency.alarmTitle.${kind}`)} onClose=${onClose}>
    <p>${t(`transparency.reason.${reason}`, sizes)}</p>
    <p>${t(`transparency.meaning.${kind}`)}</p>
    <h3>${t('transparency.whatToDo')}</h3>
    <ul>
      <li>${t('transparency.saveFirst')}${evidence.game && ` ${t('transparency.mayHaveHand')}`}</li>
      <li>${t('transparency.tellOthers')}</li>
      <li>${t('transparency.askHost')}</li>
    </ul>
    <p class="row"><button type="button" class="main" onClick=${save}>${t('transparency.saveEvidence')}</button></p>
    ${isSaved && html`<div class="more">
      <p>${t('transparency.forgetExplained')}</p>
      <p class="row"><button type="button" class="bad" onClick=${forget}>${t('transparency.forget')}</button></p>
    </div>`}
  <//>`;
}

/**
 * Return the file with the evidence, for people who can check it without this browser.
 * @param {import('./log-alarms.js').LogAlarmError} alarm
 */
function evidenceFile({ kind, reason, message, evidence }) {
  const at = new Date().toISOString();
  const { verifierKey, pinned, shown, game = null, keptHead = null, records = [], proof = null } = evidence;
  const content = {
    format: 'kibitz/evidence/v1', site: location.origin, at, kind, reason, details: message,
    verifierKey, pinned, shown, game, keptHead, proof, records,
  };
  return { text: `${JSON.stringify(content, null, 1)}\n`, name: `kibitz-evidence-${at.slice(0, 19).replaceAll(':', '')}.json` };
}

/**
 * A log that was restored from a backup, has a new key, or is another one.
 * @param {{ restored: Restored, onClose: () => void }} props
 */
export function RestoredDialog({ restored: { before, now }, onClose }) {
  const isSame = isSameLog({ before, now });
  const origins = { before: html`<code>${before}</code>`, now: html`<code>${now}</code>` };
  return html`<${Dialog} title=${t(isSame ? 'transparency.restoredTitle' : 'transparency.otherLogTitle')} onClose=${onClose}>
    <p>${t(isSame ? 'transparency.restoredExplained' : 'transparency.otherLogExplained')}</p>
    <p class="log-origins">${tParts('transparency.origins', origins)}</p>
    <p>${t('transparency.restoredMeaning')}</p>
    <p>${t('transparency.restoredAdvice')}</p>
  <//>`;
}

/** Return whether two origins are those of one log. @param {Restored} origins */
export const isSameLog = ({ before, now }) => nameOf(before) === nameOf(now);

/** Return the name of a log without its epoch. @param {string} origin */
const nameOf = (origin) => origin.slice(0, origin.lastIndexOf('/'));
