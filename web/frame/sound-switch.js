// @ts-check
// The button that mutes sounds and vibration.

import { isSoundOn, setSound } from '../attention/sound-setting.js';
import { t } from '../text/messages.js';
import { html, useStore } from '../ui/html.js';

const SPEAKER = 'M4 9.5v5h3.5L12 18.500v-13L7.5 9.500z';

export function SoundSwitch() {
  const isOn = useStore(isSoundOn);
  const label = t(isOn ? 'frame.soundsOn' : 'frame.soundsOff');
  return html`<button type="button" class="icon" aria-label=${label} title=${label} onClick=${() => switchSound(!isOn)}>
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d=${SPEAKER} stroke-linejoin="round" />
      <path d=${isOn ? 'M15.5 9a4.2 4.2 0 0 1 0 6m2.5-8.800a8.2 8.2 0 0 1 0 11.6' : 'M16 9.500l5 5m0-5l-5 5'} />
    </svg>
  </button>`;
}

/** @param {boolean} isOn */
async function switchSound(isOn) {
  setSound(isOn);
  if (!isOn) return;
  try {
    const { playSound } = await import('../attention/sound-player.js');
    await playSound('turn');
  } catch {
    // The sample is not worth an error: the server may have another version of the module.
  }
}
