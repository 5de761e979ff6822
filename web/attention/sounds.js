// @ts-check
// The sounds of a table, synthesised with the Web Audio API.

/**
 * @typedef {object} Part a tone, or a band of noise, that swells quickly and fades out
 * @property {OscillatorType | 'noise'} wave
 * @property {number} frequency in hertz; the middle of the band of a noise
 * @property {number} at seconds after the start of the sound
 * @property {number} length in seconds
 * @property {number} level the peak, from 0 to 1
 */
/** @typedef {'turn' | 'card' | 'trick' | 'round' | 'clock' | 'joined'} SoundName */

/** Seconds in which a part reaches its peak: a sudden start would click. */
const ATTACK = 0.008;
/** The level that counts as silence; an exponential fade cannot reach 0. */
const SILENCE = 0.0001;

/**
 * @param {number} frequency @param {number} at @param {number} length @param {number} [level] @returns {Part}
 */
const tone = (frequency, at, length, level = 0.12) => ({ wave: 'sine', frequency, at, length, level });

/** @param {number} frequency @param {number} at @param {number} length @param {number} level @returns {Part} */
const noise = (frequency, at, length, level) => ({ wave: 'noise', frequency, at, length, level });

/** The sounds. One that matters more ends one that matters less. @type {Record<SoundName, { rank: number, parts: Part[] }>} */
export const SOUNDS = {
  // Two notes, a fifth up.
  turn: { rank: 5, parts: [tone(587, 0, 0.22), tone(880, 0.13, 0.4)] },
  joined: { rank: 4, parts: [tone(392, 0, 0.16), tone(523, 0.1, 0.16), tone(659, 0.2, 0.3)] },
  clock: { rank: 3, parts: [tone(1_050, 0, 0.06, 0.09)] },
  // A chord, note by note.
  round: { rank: 2, parts: [tone(784, 0, 0.2), tone(659, 0.12, 0.2), tone(523, 0.24, 0.45)] },
  // Cards that are swept together.
  trick: { rank: 1, parts: [noise(700, 0, 0.14, 0.16), noise(1_100, 0.09, 0.16, 0.2)] },
  // A card that falls on the table.
  card: { rank: 0, parts: [noise(1_800, 0, 0.05, 0.3), tone(190, 0, 0.07, 0.1)] },
};

/** Return the seconds for which a sound is heard. @param {SoundName} name */
export const soundLength = (name) => Math.max(...SOUNDS[name].parts.map(({ at, length }) => at + length));

/**
 * Start a sound and return the node through which all of it passes.
 * @param {BaseAudioContext} context @param {SoundName} name @param {number} [start] in seconds of the context
 */
export function startSound(context, name, start = context.currentTime) {
  const output = new GainNode(context);
  output.connect(context.destination);
  for (const part of SOUNDS[name].parts) startPart(context, part, start + part.at, output);
  return output;
}

/** @param {BaseAudioContext} context @param {Part} part @param {number} start @param {AudioNode} output */
function startPart(context, { wave, frequency, length, level }, start, output) {
  const envelope = new GainNode(context, { gain: 0 });
  envelope.gain.setValueAtTime(0, start);
  envelope.gain.linearRampToValueAtTime(level, start + ATTACK);
  envelope.gain.exponentialRampToValueAtTime(SILENCE, start + length);
  envelope.connect(output);
  const source = wave === 'noise'
    ? new AudioBufferSourceNode(context, { buffer: whiteNoise(context, length) })
    : new OscillatorNode(context, { type: wave, frequency });
  if (wave === 'noise') source.connect(new BiquadFilterNode(context, { type: 'bandpass', frequency, Q: 0.8 })).connect(envelope);
  else source.connect(envelope);
  source.start(start);
  source.stop(start + length);
}

/** @param {BaseAudioContext} context @param {number} length in seconds */
function whiteNoise({ sampleRate }, length) {
  const buffer = new AudioBuffer({ length: Math.ceil(length * sampleRate), sampleRate });
  const samples = buffer.getChannelData(0);
  for (let at = 0; at < samples.length; at++) samples[at] = Math.random() * 2 - 1;
  return buffer;
}
