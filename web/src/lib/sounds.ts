import type { Settings } from "./saved";

/** What can be heard: a move of others, the own turn, the end. */
export type Sound = "move" | "turn" | "end";

/** Frequencies in Hz, one after the other. */
const TONES: Record<Sound, number[]> = {
  move: [392],
  turn: [523.25, 783.99],
  end: [523.25, 659.25, 783.99, 1046.5],
};
/** The share of full loudness. */
const LOUDNESS = { off: 0, soft: 0.035, on: 0.12 };
const TONE_S = 0.14;
const RISE_S = 0.012;
const SILENCE = 0.0001;

let context: AudioContext | undefined;

/** Plays a sound as loud as the settings want it; where the browser allows none, there is none. */
export function play(sound: Sound, { sound: wanted }: Pick<Settings, "sound">): void {
  const loudness = LOUDNESS[wanted];
  if (loudness === 0 || typeof AudioContext === "undefined") return;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume().catch(() => undefined);
  if (context.state !== "running" && sound === "move") return; // late, it would mean nothing
  for (const [at, frequency] of TONES[sound].entries())
    tone(context, frequency, context.currentTime + at * TONE_S, loudness);
}

function tone(audio: AudioContext, frequency: number, start: number, loudness: number): void {
  const source = new OscillatorNode(audio, { type: "triangle", frequency });
  const volume = new GainNode(audio, { gain: SILENCE });
  volume.gain.setValueAtTime(SILENCE, start);
  volume.gain.exponentialRampToValueAtTime(loudness, start + RISE_S);
  volume.gain.exponentialRampToValueAtTime(SILENCE, start + 2 * TONE_S);
  source.connect(volume).connect(audio.destination);
  source.start(start);
  source.stop(start + 2 * TONE_S);
}
