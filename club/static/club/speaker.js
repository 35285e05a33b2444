// Tones without files: each a pitch (hertz), when it begins and how long it sounds (seconds), and from 0 to 1 how loud.

/** @typedef {[pitch: number, after: number, length: number, loud?: number]} Tone */

const FADE = 0.02; // seconds to full volume
const RELEASE = 0.05; // seconds to silence

/** A browser plays nothing before a click: until then there is no `audio`. */
export const speaker = { audio: /** @type {AudioContext} */ (null) };

/** Called by a click or a key. */
export function switchOn() {
  speaker.audio ??= new AudioContext();
  speaker.audio.resume();
}

/**
 * Sound the tones, if sound was switched on.
 * @param {Tone[]} tones
 * @param {number} volume of all of them, from 0 to 1
 */
export function sound(tones, volume) {
  const { audio } = speaker;
  if (!audio || volume <= 0) return;
  for (const [pitch, after, length, loud = 1] of tones) {
    const tone = audio.createOscillator();
    const gain = audio.createGain();
    const begins = audio.currentTime + after;
    const full = volume * loud;
    tone.frequency.value = pitch;
    gain.gain.setValueAtTime(0, begins);
    gain.gain.linearRampToValueAtTime(full, begins + Math.min(FADE, length / 4));
    gain.gain.setValueAtTime(full, begins + Math.max(length - RELEASE, length / 2));
    gain.gain.linearRampToValueAtTime(0, begins + length);
    tone.connect(gain).connect(audio.destination);
    tone.start(begins);
    tone.stop(begins + length);
  }
}
