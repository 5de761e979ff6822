// @ts-check
// Banners about the server's log above every page: alarms, and the notice that the log was restored.

import { t } from 'catalogue/transparency.js';
import { useFocusFallback } from '../ui/focus.js';
import { html, useEffect, useRerender, useState, useStore } from '../ui/html.js';
import { alarms } from './log-alarms.js';
import { AlarmDialog, isSameLog, RestoredDialog } from './log-dialogs.js';
import { PINS, readPins, updatePins } from './pin-storage.js';

/** @typedef {import('./log-alarms.js').LogAlarmError} LogAlarmError */

/** All banners about the log. */
export function LogBanners() {
  const raised = useStore(alarms);
  const [hidden, setHidden] = useState(/** @type {readonly LogAlarmError[]} */ ([]));
  const rerender = useRerender();
  // The notice may be closed in another tab.
  useEffect(() => {
    const onStorage = (/** @type {StorageEvent} */ { key }) => (key === PINS || key === null) && rerender();
    addEventListener('storage', onStorage);
    return () => removeEventListener('storage', onStorage);
  }, []);
  const { restored } = readPins();
  const onClose = () => (updatePins({ restored: null }), rerender());
  return html`
    ${raised.filter((alarm) => !hidden.includes(alarm)).map((alarm) => html`<${AlarmBanner}
      key=${`${alarm.kind} ${alarm.evidence.game}`} alarm=${alarm} onHide=${() => setHidden([...hidden, alarm])} />`)}
    ${restored && html`<${RestoredBanner} restored=${restored} onClose=${onClose} />`}`;
}

/** An alarm, which can be hidden until the page is loaded again. @param {{ alarm: LogAlarmError, onHide: () => void }} props */
function AlarmBanner({ alarm, onHide }) {
  const [isOpen, setOpen] = useState(false);
  const ref = useFocusFallback();
  return html`<div ref=${ref} class="trouble alarm" role="alert">
    <p>${t(`transparency.alarm.${alarm.kind}`)}</p>
    <button type="button" aria-haspopup="dialog" onClick=${() => setOpen(true)}>${t('transparency.whatToDo')}</button>
    <button type="button" onClick=${onHide}>${t('transparency.hide')}</button>
  </div>
  ${isOpen && html`<${AlarmDialog} alarm=${alarm} onClose=${() => setOpen(false)} />`}`;
}

/** @param {{ restored: import('./log-dialogs.js').Restored, onClose: () => void }} props */
function RestoredBanner({ restored, onClose }) {
  const [isOpen, setOpen] = useState(false);
  const ref = useFocusFallback();
  return html`<div ref=${ref} class="trouble notice" role="status">
    <p>${t(isSameLog(restored) ? 'transparency.restored' : 'transparency.otherLog')}</p>
    <button type="button" aria-haspopup="dialog" onClick=${() => setOpen(true)}>${t('transparency.whatItMeans')}</button>
    <button type="button" onClick=${onClose}>${t('transparency.closeNotice')}</button>
  </div>
  ${isOpen && html`<${RestoredDialog} restored=${restored} onClose=${() => setOpen(false)} />`}`;
}
