// Sounds, synthesized and off by default: wood for pieces, a click for tiles, paper for cards; a bell for the player's
// turn, two notes for points, a chord at the end.

import { storage } from "../shared/storage.js";

/** @type {AudioContext|null} */
let audio = null;

/** Returns the volume, from 0 (off) to 1. */
export function volume() {
  return Number(storage.getItem("volume") ?? 0);
}

/** @param {number} level */
export function setVolume(level) {
  storage.setItem("volume", String(level));
}

/** Returns the audio context, or null while sounds are off. Browsers allow one only after a click. */
function audioContext() {
  if (!volume()) return null;
  audio ??= new AudioContext();
  return audio;
}

/**
 * Plays a tone that fades out.
 * @param {number} hertz
 * @param {number} seconds
 * @param {OscillatorType} shape
 * @param {number} loudness
 * @param {number} [delay] in seconds
 */
function playTone(hertz, seconds, shape, loudness, delay = 0) {
  const context = audioContext();
  if (!context) return;
  const start = context.currentTime + delay;
  const oscillator = context.createOscillator();
  const gain = context.createGain();
  oscillator.type = shape;
  oscillator.frequency.value = hertz;
  gain.gain.setValueAtTime(loudness * volume(), start);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + seconds);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(start);
  oscillator.stop(start + seconds);
}

/**
 * Plays noise that fades out.
 * @param {number} seconds
 * @param {number} hertz
 */
function playNoise(seconds, hertz) {
  const context = audioContext();
  if (!context) return;
  const length = Math.floor(context.sampleRate * seconds);
  const buffer = context.createBuffer(1, length, context.sampleRate);
  const data = buffer.getChannelData(0);
  for (let index = 0; index < length; index++) data[index] = (Math.random() * 2 - 1) * (1 - index / length) ** 2;
  const source = context.createBufferSource();
  const filter = context.createBiquadFilter();
  const gain = context.createGain();
  source.buffer = buffer;
  filter.type = "bandpass";
  filter.frequency.value = hertz;
  gain.gain.value = 0.5 * volume();
  source.connect(filter).connect(gain).connect(context.destination);
  source.start();
}

/**
 * Plays the sound of a piece that is laid down.
 * @param {string} kind
 */
export function playPieceSound(kind) {
  if (kind.startsWith("card")) playNoise(0.16, 2600);
  else if (kind.includes("tile")) playTone(900, 0.05, "triangle", 0.35);
  else playTone(240, 0.09, "triangle", 0.6);
}

export function playTurnSound() {
  playTone(392, 0.4, "sine", 0.5);
  playTone(784, 0.3, "sine", 0.15);
}

export function playPointsSound() {
  playTone(659, 0.3, "triangle", 0.35);
  playTone(880, 0.35, "triangle", 0.35, 0.09);
}

export function playFinalSound() {
  for (const hertz of [262, 330, 392]) playTone(hertz, 0.4, "sawtooth", 0.12);
}
