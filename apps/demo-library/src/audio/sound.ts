import type { Random } from '../random.ts'

/** Samples a second of everything made here: nothing in it sounds above 11 kHz, and encoding is most of the work. */
export const SAMPLE_RATE = 24_000

/** Stereo samples, −1 to 1. */
export type Sound = { left: Float32Array; right: Float32Array }

export function silence(seconds: number): Sound {
  const length = Math.round(seconds * SAMPLE_RATE)
  return { left: new Float32Array(length), right: new Float32Array(length) }
}

/** Adds `from` to `into` from `at` seconds on; what does not fit is cut. */
export function mix(into: Sound, from: Sound, gain: number, at = 0): void {
  const start = Math.round(at * SAMPLE_RATE)
  const length = Math.min(from.left.length, into.left.length - start)
  for (let i = 0; i < length; i++) {
    into.left[start + i]! += from.left[i]! * gain
    into.right[start + i]! += from.right[i]! * gain
  }
}

/**
 * Places a mono sound between the ears: equal power, and the far ear hears it up to 0.6 ms later and duller, which is
 * what makes headphones place it beside the head and not inside it.
 *
 * @param pan −1 left ear … 1 right ear
 */
export function place(into: Sound, mono: Float32Array, at: number, gain: number, pan: number): void {
  const angle = ((pan + 1) * Math.PI) / 4
  const start = Math.round(at * SAMPLE_RATE)
  const late = Math.round(Math.abs(pan) * 0.0006 * SAMPLE_RATE)
  const dull = Math.abs(pan) * 0.55
  addEar(into.left, mono, start + (pan > 0 ? late : 0), gain * Math.cos(angle), pan > 0 ? dull : 0)
  addEar(into.right, mono, start + (pan < 0 ? late : 0), gain * Math.sin(angle), pan < 0 ? dull : 0)
}

function addEar(ear: Float32Array, mono: Float32Array, start: number, gain: number, dull: number): void {
  let smooth = 0
  const length = Math.min(mono.length, ear.length - start)
  for (let i = start < 0 ? -start : 0; i < length; i++) {
    smooth += (mono[i]! - smooth) * (1 - dull)
    ear[start + i]! += smooth * gain
  }
}

/** A slow random curve between 0 and 1, one value every `CONTROL_STEP` samples, turning about every `period` seconds. */
export function drift(random: Random, length: number, period: number): Float32Array {
  const curve = new Float32Array(Math.ceil(length / CONTROL_STEP) + 1)
  const span = Math.max(2, Math.round((period * SAMPLE_RATE) / CONTROL_STEP))
  let from = random.next()
  let to = random.next()
  for (let i = 0; i < curve.length; i++) {
    const phase = (i % span) / span
    if (i > 0 && phase === 0) {
      from = to
      to = random.next()
    }
    curve[i] = from + (to - from) * (0.5 - 0.5 * Math.cos(Math.PI * phase))
  }
  return curve
}

export const CONTROL_STEP = 64

/** Fades, takes away what is below hearing (and any DC), rounds off stray peaks and brings the rest to −6 dBFS. */
export function finish(sound: Sound, fadeInSeconds: number, fadeOutSeconds: number, peak = 0.5): Sound {
  for (const ear of [sound.left, sound.right]) {
    removeRumble(ear)
    roundPeaks(ear)
    fade(ear, fadeInSeconds, fadeOutSeconds)
  }
  const highest = Math.max(highestOf(sound.left), highestOf(sound.right))
  if (highest > 0) for (const ear of [sound.left, sound.right]) scale(ear, peak / highest)
  return sound
}

function scale(samples: Float32Array, gain: number): void {
  for (let i = 0; i < samples.length; i++) samples[i]! *= gain
}

function highestOf(samples: Float32Array): number {
  let highest = 0
  for (let i = 0; i < samples.length; i++) {
    const level = Math.abs(samples[i]!)
    if (level > highest) highest = level
  }
  return highest
}

function removeRumble(samples: Float32Array): void {
  const keep = 1 - (2 * Math.PI * 22) / SAMPLE_RATE
  let before = 0
  let out = 0
  for (let i = 0; i < samples.length; i++) {
    const now = samples[i]!
    out = now - before + keep * out
    before = now
    samples[i] = out
  }
}

/** One drop of rain must not decide how loud the rain is: above five times the mean level the curve bends. */
function roundPeaks(samples: Float32Array): void {
  let sum = 0
  for (let i = 0; i < samples.length; i++) sum += samples[i]! * samples[i]!
  const knee = 5 * Math.sqrt(sum / Math.max(1, samples.length))
  if (knee === 0) return
  for (let i = 0; i < samples.length; i++) {
    const level = Math.abs(samples[i]!)
    if (level > knee) samples[i] = Math.sign(samples[i]!) * knee * (1 + Math.tanh((level - knee) / knee / 2))
  }
}

function fade(samples: Float32Array, fadeInSeconds: number, fadeOutSeconds: number): void {
  const rise = Math.min(samples.length, Math.round(fadeInSeconds * SAMPLE_RATE))
  const fall = Math.min(samples.length, Math.round(fadeOutSeconds * SAMPLE_RATE))
  for (let i = 0; i < rise; i++) samples[i]! *= 0.5 - 0.5 * Math.cos((Math.PI * i) / rise)
  const end = samples.length - 1
  for (let i = 0; i < fall; i++) samples[end - i]! *= 0.5 - 0.5 * Math.cos((Math.PI * i) / fall)
}
