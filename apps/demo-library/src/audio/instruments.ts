import type { Random } from '../random.ts'
import { CONTROL_STEP, SAMPLE_RATE, type Sound, silence } from './sound.ts'

/** Pink noise (Kellet's filter), about −0.5 to 0.5. */
export function pinkNoise(random: Random, length: number): Float32Array {
  const samples = new Float32Array(length)
  // a cheap generator: this is most of the synthesis, and its quality as noise is ample
  let state = random.int(1, 0x7fffffff)
  let b0 = 0
  let b1 = 0
  let b2 = 0
  for (let i = 0; i < length; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) | 0
    const white = state / 2147483648
    b0 = 0.99765 * b0 + white * 0.099046
    b1 = 0.963 * b1 + white * 0.2965164
    b2 = 0.57 * b2 + white * 1.0526913
    samples[i] = (b0 + b1 + b2 + white * 0.1848) * 0.2
  }
  return samples
}

export type FilterKind = 'low' | 'band' | 'high'

/**
 * A state-variable filter, in place, whose frequency may move: `frequency(i)` in Hz is asked every 64 samples.
 */
export function filter(
  samples: Float32Array,
  kind: FilterKind,
  frequency: number | ((step: number) => number),
  resonance = 0.7,
): Float32Array {
  const damping = 1 / resonance
  let low = 0
  let band = 0
  let g = 0
  let a = 0
  for (let i = 0; i < samples.length; i++) {
    if (i % CONTROL_STEP === 0) {
      const hertz = typeof frequency === 'number' ? frequency : frequency(i / CONTROL_STEP)
      g = Math.tan((Math.PI * Math.min(hertz, SAMPLE_RATE * 0.45)) / SAMPLE_RATE)
      a = 1 / (1 + g * (g + damping))
    }
    const high = (samples[i]! - low - (g + damping) * band) * a
    const v1 = g * high
    const bandOut = v1 + band
    band = bandOut + v1
    const v2 = g * bandOut
    const lowOut = v2 + low
    low = lowOut + v2
    samples[i] = kind === 'low' ? lowOut : kind === 'band' ? bandOut * damping : high
  }
  return samples
}

/** Multiplies by a control curve (one value every 64 samples, interpolated). */
export function shape(samples: Float32Array, level: (step: number) => number): Float32Array {
  let now = level(0)
  for (let start = 0, step = 0; start < samples.length; start += CONTROL_STEP, step++) {
    const then = level(step + 1)
    const slope = (then - now) / CONTROL_STEP
    const end = Math.min(samples.length, start + CONTROL_STEP)
    for (let i = start; i < end; i++) samples[i]! *= now + slope * (i - start)
    now = then
  }
  return samples
}

export type Partial = { hertz: number; level: number; decaySeconds: number }

/** A struck thing: partials that ring down by themselves (`decaySeconds`: to a thousandth), with a soft attack. */
export function strike(partials: readonly Partial[], attackSeconds: number): Float32Array {
  const longest = Math.max(...partials.map((partial) => partial.decaySeconds))
  const samples = new Float32Array(Math.ceil(longest * SAMPLE_RATE))
  for (const { hertz, level, decaySeconds } of partials) {
    if (hertz > SAMPLE_RATE * 0.45) continue
    const w = (2 * Math.PI * hertz) / SAMPLE_RATE
    const r = Math.pow(0.001, 1 / (decaySeconds * SAMPLE_RATE))
    const turn = 2 * r * Math.cos(w)
    const shrink = r * r
    let before = 0
    let now = level * Math.sin(w)
    const length = Math.min(samples.length, Math.ceil(decaySeconds * SAMPLE_RATE))
    for (let i = 1; i < length; i++) {
      samples[i]! += now
      const then = turn * now - shrink * before
      before = now
      now = then
    }
  }
  const attack = Math.min(samples.length, Math.round(attackSeconds * SAMPLE_RATE))
  for (let i = 0; i < attack; i++) samples[i]! *= i / attack
  const tail = Math.min(samples.length, 400)
  for (let i = 0; i < tail; i++) samples[samples.length - 1 - i]! *= i / tail
  return samples
}

/** A singing bowl: few inharmonic partials, each a close pair that beats slowly. */
export function bowl(random: Random, hertz: number): Float32Array {
  const partials: Partial[] = []
  const shapes = [
    [1, 1, 9],
    [2.72, 0.5, 6.5],
    [5.18, 0.2, 3.6],
    [8.3, 0.07, 1.8],
  ] as const
  for (const [ratio, level, decaySeconds] of shapes) {
    const beat = random.between(0.25, 0.7)
    partials.push({ hertz: hertz * ratio - beat, level: level * 0.55, decaySeconds })
    partials.push({ hertz: hertz * ratio + beat, level: level * 0.45, decaySeconds: decaySeconds * 0.9 })
  }
  return strike(partials, 0.02)
}

/** A small glass bell, as hung in a window in summer. */
export function glassBell(hertz: number): Float32Array {
  return strike(
    [
      { hertz, level: 0.8, decaySeconds: 2.6 },
      { hertz: hertz * 1.003, level: 0.4, decaySeconds: 2.2 },
      { hertz: hertz * 2.76, level: 0.22, decaySeconds: 1.1 },
      { hertz: hertz * 5.4, level: 0.05, decaySeconds: 0.4 },
    ],
    0.003,
  )
}

export function musicBoxNote(hertz: number): Float32Array {
  return strike(
    [
      { hertz, level: 0.8, decaySeconds: 2.4 },
      { hertz: hertz * 2.001, level: 0.25, decaySeconds: 1.5 },
      { hertz: hertz * 3.01, level: 0.1, decaySeconds: 0.9 },
      { hertz: hertz * 6.27, level: 0.07, decaySeconds: 0.25 },
    ],
    0.002,
  )
}

export function kalimbaNote(hertz: number): Float32Array {
  return strike(
    [
      { hertz, level: 1, decaySeconds: 1.7 },
      { hertz: hertz * 1.998, level: 0.16, decaySeconds: 0.9 },
      { hertz: hertz * 5.42, level: 0.09, decaySeconds: 0.16 },
    ],
    0.004,
  )
}

/** A fingertip on wood or cloth: a short knock and a breath of noise. */
export function tap(random: Random, hertz: number): Float32Array {
  const knock = strike(
    [
      { hertz, level: 0.8, decaySeconds: 0.12 },
      { hertz: hertz * 2.3, level: 0.25, decaySeconds: 0.07 },
    ],
    0.002,
  )
  const breath = filter(pinkNoise(random, knock.length), 'band', 1800, 0.8)
  for (let i = 0; i < knock.length; i++) knock[i]! += breath[i]! * 0.9 * Math.exp(-i / (0.012 * SAMPLE_RATE))
  return knock
}

/** Slow warm chords: detuned sines that swell and sink, each note with its own place. */
export function pad(
  random: Random,
  seconds: number,
  chords: readonly (readonly number[])[],
  chordSeconds: number,
): Sound {
  const sound = silence(seconds)
  const count = Math.ceil(seconds / chordSeconds)
  for (let index = 0; index < count; index++) {
    const chord = chords[index % chords.length]!
    for (const [voice, hertz] of chord.entries()) {
      const side = chord.length > 1 ? (voice / (chord.length - 1)) * 1.2 - 0.6 : 0
      for (const ear of ['left', 'right'] as const) {
        const gain = ear === 'left' ? Math.sqrt((1 - side) / 2) : Math.sqrt((1 + side) / 2)
        for (const overtone of [1, 2]) {
          const detune = 1 + random.between(-0.0018, 0.0018)
          const level = (gain / chord.length) * (overtone === 1 ? 1 : 0.16)
          swell(sound[ear], index * chordSeconds, chordSeconds * 1.5, hertz * overtone * detune, level)
        }
      }
    }
  }
  return sound
}

function swell(ear: Float32Array, at: number, seconds: number, hertz: number, level: number): void {
  const start = Math.round(at * SAMPLE_RATE)
  const length = Math.min(Math.round(seconds * SAMPLE_RATE), ear.length - start)
  const full = Math.round(seconds * SAMPLE_RATE)
  const w = (2 * Math.PI * hertz) / SAMPLE_RATE
  const turn = 2 * Math.cos(w)
  const envelopeTurn = 2 * Math.cos((2 * Math.PI) / full)
  let before = -Math.sin(w)
  let now = 0
  let envelopeBefore = Math.cos((2 * Math.PI) / full)
  let envelope = 1
  for (let i = 0; i < length; i++) {
    ear[start + i]! += now * level * (0.5 - 0.5 * envelope)
    const then = turn * now - before
    before = now
    now = then
    const envelopeThen = envelopeTurn * envelope - envelopeBefore
    envelopeBefore = envelope
    envelope = envelopeThen
  }
}

/** A quiet room around a sound: four damped combs and two all-passes an ear (Schroeder). */
export function reverb(sound: Sound, amount: number, size = 1): Sound {
  for (const [ear, spread] of [
    [sound.left, 0],
    [sound.right, 23],
  ] as const) {
    const wet = new Float32Array(ear.length)
    for (const [index, base] of [1116, 1277, 1422, 1617].entries()) {
      const line = new Float32Array(Math.round((base * 0.55 + index + spread) * size))
      const feedback = 0.84
      let at = 0
      let smooth = 0
      for (let i = 0; i < ear.length; i++) {
        const out = line[at]!
        smooth = out * 0.62 + smooth * 0.38
        line[at] = ear[i]! * 0.25 + smooth * feedback
        wet[i]! += out
        if (++at === line.length) at = 0
      }
    }
    for (const base of [403, 161]) {
      const line = new Float32Array(Math.round(base * 0.55) + spread)
      let at = 0
      for (let i = 0; i < wet.length; i++) {
        const delayed = line[at]!
        const out = delayed - wet[i]! * 0.5
        line[at] = wet[i]! + delayed * 0.5
        wet[i] = out
        if (++at === line.length) at = 0
      }
    }
    for (let i = 0; i < ear.length; i++) ear[i]! += wet[i]! * amount
  }
  return sound
}
