// @ts-check
// Sounds, made on the spot and off until asked for. Wood for pieces, a click for tiles, parchment for cards; a bell for
// one's own turn, two harp notes for points, a chord at the end.

import { store } from "./house.js";

/** @type {AudioContext|null} */
let audio = null;

/** From 0 (off) to 1. */
export function volume() {
  return Number(store.getItem("volume") ?? 0);
}

/** @param {number} loud */
export function setVolume(loud) {
  store.setItem("volume", String(loud));
}

/** One tone. @param {number} pitch in hertz @param {number} seconds @param {OscillatorType} shape @param {number} loud @param {number} later */
function tone(pitch, seconds, shape = "sine", loud = 0.5, later = 0) {
  if (!volume()) return;
  audio ??= new AudioContext();
  const begin = audio.currentTime + later, swing = audio.createOscillator(), gain = audio.createGain();
  swing.type = shape;
  swing.frequency.value = pitch;
  gain.gain.setValueAtTime(loud * volume(), begin);
  gain.gain.exponentialRampToValueAtTime(0.0001, begin + seconds);
  swing.connect(gain).connect(audio.destination);
  swing.start(begin);
  swing.stop(begin + seconds);
}

/** A breath of noise. @param {number} seconds @param {number} pitch */
function rustle(seconds, pitch) {
  if (!volume()) return;
  audio ??= new AudioContext();
  const length = Math.floor(audio.sampleRate * seconds), noise = audio.createBuffer(1, length, audio.sampleRate), data = noise.getChannelData(0);
  for (let at = 0; at < length; at++) data[at] = (Math.random() * 2 - 1) * (1 - at / length) ** 2;
  const source = audio.createBufferSource(), filter = audio.createBiquadFilter(), gain = audio.createGain();
  source.buffer = noise;
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  gain.gain.value = 0.5 * volume();
  source.connect(filter).connect(gain).connect(audio.destination);
  source.start();
}

/** Something was laid down. @param {string} kind @param {number} [step] */
export function knock(kind, step = 0) {
  if (kind.startsWith("card")) rustle(0.16, 2600);
  else if (kind.includes("tile")) tone(900, 0.05, "triangle", 0.35);
  else tone(240 * 1.06 ** step, 0.09, "triangle", 0.6);
}

export function bell() {
  tone(392, 0.4, "sine", 0.5);
  tone(784, 0.3, "sine", 0.15);
}

export function harp() {
  tone(659, 0.3, "triangle", 0.35);
  tone(880, 0.35, "triangle", 0.35, 0.09);
}

export function brass() {
  for (const pitch of [262, 330, 392]) tone(pitch, 0.4, "sawtooth", 0.12);
}
