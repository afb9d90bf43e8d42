import type { Random } from '../random.ts'
import { bowl, filter, glassBell, kalimbaNote, musicBoxNote, pinkNoise, shape, tap } from './instruments.ts'
import { CONTROL_STEP, drift, place, SAMPLE_RATE, silence, type Sound } from './sound.ts'

/** Degrees of a major pentatonic scale on `root`, through the octaves: any two of them agree. */
export function pentatonic(root: number, degree: number): number {
  const steps = [0, 2, 4, 7, 9]
  const octave = Math.floor(degree / steps.length)
  const semitones = steps[degree - octave * steps.length]! + 12 * octave
  return root * Math.pow(2, semitones / 12)
}

/**
 * A lullaby: bars of six quavers, a melody that walks and comes home, broken chords an octave below.
 *
 * @param voice what plays it
 */
export function lullaby(
  random: Random,
  seconds: number,
  { root, voice, quaver = 0.36 }: { root: number; voice: 'musicBox' | 'kalimba'; quaver?: number },
): Sound {
  const sound = silence(seconds)
  const make = voice === 'musicBox' ? musicBoxNote : kalimbaNote
  const notes = new Map<number, Float32Array>()
  const note = (degree: number): Float32Array => {
    const known = notes.get(degree) ?? make(pentatonic(root, degree))
    notes.set(degree, known)
    return known
  }
  const play = (degree: number, at: number, gain: number) =>
    place(sound, note(degree), at + random.between(0, 0.012), gain, Math.max(-0.6, Math.min(0.6, degree / 14 - 0.15)))

  // the last notes need room to ring down
  const bars = Math.max(1, Math.floor((seconds - 2.6) / (quaver * 6)))
  const motif = phrase(random)
  const answer = phrase(random)
  for (let bar = 0; bar < bars; bar++) {
    const at = bar * quaver * 6
    const last = bar === bars - 1
    const base = [0, 3, 1, 2][bar % 4]!
    for (const [quaverIndex, degree] of [base, base + 3, base + 5].entries()) {
      if (!last || quaverIndex === 0) play(degree - 5, at + quaverIndex * 2 * quaver, 0.2)
    }
    const line = bar % 4 === 3 ? answer.slice(0, 2) : bar % 4 === 2 ? answer : motif
    if (last) play(5, at, 0.42)
    else for (const { degree, quaverIndex } of line) play(5 + degree, at + quaverIndex * quaver, 0.36)
  }
  return sound
}

function phrase(random: Random): { degree: number; quaverIndex: number }[] {
  const rhythm = random.pick([
    [0, 2, 3, 5],
    [0, 1, 3],
    [0, 3, 4, 5],
    [0, 2, 4],
  ])
  let degree = random.int(0, 4)
  return rhythm.map((quaverIndex) => {
    degree = Math.max(-1, Math.min(6, degree + random.pick([-2, -1, -1, 1, 1, 2])))
    return { degree, quaverIndex }
  })
}

export function bowls(random: Random, seconds: number, root: number, spacing = 7): Sound {
  const sound = silence(seconds)
  let before = -9
  for (let at = 0.2; at < seconds - 4; at += spacing * random.between(0.8, 1.15)) {
    let degree = random.int(-2, 4)
    if (degree === before) degree++
    before = degree
    place(sound, bowl(random, pentatonic(root, degree)), at, random.between(0.6, 0.9), random.between(-0.5, 0.5))
  }
  return sound
}

export function glassBells(random: Random, sound: Sound, seconds: number, spacing: number, gain: number): void {
  const bells = Array.from({ length: 6 }, (_, degree) => glassBell(pentatonic(1050, degree)))
  for (let at = random.between(0.5, 2); at < seconds - 2.5; at += spacing * random.between(0.5, 1.6)) {
    const pan = random.between(-0.8, 0.8)
    const strokes = random.int(1, 3)
    for (let i = 0; i < strokes; i++) {
      place(sound, random.pick(bells), at + i * random.between(0.14, 0.4), gain * Math.pow(0.7, i), pan)
    }
  }
}

/** Fingertips that wander from ear to ear and back. */
export function taps(random: Random, seconds: number, hertz = 260): Sound {
  const sound = silence(seconds)
  const fingers = Array.from({ length: 8 }, () => tap(random, hertz * random.between(0.85, 1.2)))
  const sweepSeconds = random.between(7, 9)
  for (let at = 0.3; at < seconds - 0.6;) {
    const pan = -Math.cos((2 * Math.PI * at) / (sweepSeconds * 2)) * 0.95
    place(sound, random.pick(fingers), at, random.between(0.35, 0.6), pan)
    if (random.chance(0.25)) place(sound, random.pick(fingers), at + random.between(0.09, 0.14), 0.25, pan)
    at += random.pick([0.34, 0.34, 0.34, 0.68]) + random.between(-0.02, 0.02)
  }
  return sound
}

/** A soft brush close to one ear, then to the other: unhurried strokes with a little grain. */
export function brush(random: Random, seconds: number): Sound {
  const sound = silence(seconds)
  for (let at = 0.3; at < seconds - 1.4; at += random.between(0.75, 1.25)) {
    const length = Math.round(random.between(0.55, 1) * SAMPLE_RATE)
    const grain = drift(random, length, 0.03)
    const steps = length / CONTROL_STEP
    const from = random.between(1100, 1700)
    const stroke = shape(
      filter(
        filter(pinkNoise(random, length), 'band', (i) => from + 1700 * (i / steps), 0.6),
        'low',
        5600,
      ),
      (i) => Math.pow(Math.sin(Math.PI * Math.min(1, i / steps)), 1.4) * (0.45 + 0.55 * (grain[i] ?? 0)),
    )
    const halfway = seconds / 2
    const pan = at < halfway ? random.between(-0.95, -0.6) : random.between(0.6, 0.95)
    place(sound, stroke, at, random.between(0.5, 0.8), pan)
  }
  return sound
}

/** Pages turned slowly, and a clock that keeps out of the way. */
export function pages(random: Random, seconds: number): Sound {
  const sound = silence(seconds)
  const tick = tap(random, 1150)
  const tock = tap(random, 920)
  for (let at = 0.5, beat = 0; at < seconds - 0.4; at += 1, beat++) place(sound, beat % 2 ? tock : tick, at, 0.05, 0.45)
  for (let at = 1.5; at < seconds - 2; at += random.between(4, 7)) {
    const length = Math.round(random.between(0.6, 0.95) * SAMPLE_RATE)
    const steps = length / CONTROL_STEP
    const crinkle = drift(random, length, 0.02)
    const sheet = shape(
      filter(filter(pinkNoise(random, length), 'high', 900), 'low', (i) => 2400 + 3600 * (i / steps)),
      (i) =>
        Math.pow(Math.sin(Math.PI * Math.min(1, Math.pow(i / steps, 0.7))), 2) *
        (0.2 + 0.8 * Math.pow(crinkle[i] ?? 0, 2)),
    )
    place(sound, sheet, at, 0.5, random.between(-0.4, 0.4))
  }
  return sound
}

/** A bamboo whisk in a tea bowl. */
export function whisk(random: Random, into: Sound, at: number, seconds: number, gain: number): void {
  for (let t = 0; t < seconds; t += random.between(0.16, 0.19)) {
    const length = Math.round(0.15 * SAMPLE_RATE)
    const steps = length / CONTROL_STEP
    const stroke = shape(filter(pinkNoise(random, length), 'band', random.between(2200, 3000), 0.8), (i) =>
      Math.pow(Math.sin(Math.PI * Math.min(1, i / steps)), 2),
    )
    const swell = Math.sin((Math.PI * (t + 0.2)) / (seconds + 0.4))
    place(into, stroke, at + t, gain * swell, Math.sin(t * 7) * 0.35)
  }
}
