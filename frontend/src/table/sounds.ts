/** Short synthesised sounds: wood for plays, a small bell for your turn.  Nothing is loaded. */
import { settings, type Volume } from "../settings.svelte";

export type Sound = "lay" | "pass" | "bomb" | "turn" | "draw" | "win";

const LOUDNESS: Record<Volume, number> = { off: 0, soft: 0.35, middle: 1, loud: 2 };

let audio: AudioContext | undefined;
let out: GainNode | undefined; // what all sounds go through

function tone(at: number, frequency: number, seconds: number, loudness: number, type: OscillatorType = "sine"): void {
  const [wave, volume] = [audio!.createOscillator(), audio!.createGain()];
  wave.type = type;
  wave.frequency.setValueAtTime(frequency, at);
  volume.gain.setValueAtTime(loudness, at);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
  wave.connect(volume).connect(out!);
  wave.start(at);
  wave.stop(at + seconds);
}

/** A knock: a breath of noise through a narrow band. */
function knock(at: number, frequency: number, seconds: number, loudness: number): void {
  const length = Math.ceil(audio!.sampleRate * seconds);
  const buffer = audio!.createBuffer(1, length, audio!.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < length; i++) samples[i] = (Math.random() * 2 - 1) * (1 - i / length) ** 3;
  const [noise, band, volume] = [audio!.createBufferSource(), audio!.createBiquadFilter(), audio!.createGain()];
  noise.buffer = buffer;
  band.type = "bandpass";
  band.frequency.value = frequency;
  band.Q.value = 2.5;
  volume.gain.value = loudness;
  noise.connect(band).connect(volume).connect(out!);
  noise.start(at);
}

const SOUNDS: Record<Sound, (at: number) => void> = {
  lay: (at) => knock(at, 1500, 0.07, 0.7),
  pass: (at) => knock(at, 420, 0.06, 0.4),
  draw: (at) => knock(at, 3200, 0.04, 0.25),
  bomb(at) {
    knock(at, 180, 0.4, 1.4);
    tone(at, 74, 0.35, 0.3);
  },
  turn(at) {
    tone(at, 1318, 0.5, 0.07);
    tone(at, 2637, 0.3, 0.03);
  },
  win(at) {
    [784, 988, 1175, 1568].forEach((frequency, i) => tone(at + i * 0.11, frequency, 0.5, 0.06, "triangle"));
  },
};

/** Makes a sound, as loud as the person wants it.  Before a first click or key a browser lets no page be heard, and none is kept for later. */
export function sound(name: Sound): void {
  const loudness = LOUDNESS[settings.volume];
  if (!loudness || document.hidden || !("AudioContext" in globalThis) || navigator.userActivation?.hasBeenActive === false) return;
  if (!audio || !out) {
    audio = new AudioContext();
    out = audio.createGain();
    out.connect(audio.destination);
  }
  if (audio.state === "suspended") void audio.resume();
  out.gain.value = loudness;
  SOUNDS[name](audio.currentTime + 0.01);
}
