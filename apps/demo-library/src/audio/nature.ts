import type { Random } from '../random.ts'
import { filter, pinkNoise, shape, strike } from './instruments.ts'
import { CONTROL_STEP, drift, place, SAMPLE_RATE, type Sound } from './sound.ts'

/** Calls `each` at random moments, `perSecond` on average. */
function scatter(random: Random, seconds: number, perSecond: number, each: (at: number) => void): void {
  for (let at = random.next() / perSecond; at < seconds; at -= Math.log(1 - random.next()) / perSecond) each(at)
}

/** Two decorrelated ears of the same noise, through `make`. */
function bed(random: Random, seconds: number, make: (noise: Float32Array) => Float32Array): Sound {
  const length = Math.round(seconds * SAMPLE_RATE)
  return { left: make(pinkNoise(random, length)), right: make(pinkNoise(random, length)) }
}

const stepsPerSecond = SAMPLE_RATE / CONTROL_STEP

/** @param surface what the drops fall on: a tin roof rings, leaves only patter */
export function rain(random: Random, seconds: number, surface: 'tin' | 'leaves'): Sound {
  const gusts = drift(random, seconds * SAMPLE_RATE, 5)
  const sound = bed(random, seconds, (noise) =>
    shape(
      filter(filter(noise, 'high', 420), 'low', surface === 'tin' ? 5200 : 6800),
      (i) => 0.5 + 0.4 * (gusts[i] ?? 0),
    ),
  )
  const drops = Array.from({ length: 24 }, () => {
    const hertz = random.between(1500, 4600)
    return strike(
      [
        { hertz, level: 0.7, decaySeconds: random.between(0.012, 0.035) },
        { hertz: hertz * 1.6, level: 0.3, decaySeconds: 0.012 },
      ],
      0.0012,
    )
  })
  const tin = Array.from({ length: 12 }, () => {
    const hertz = random.between(620, 1500)
    return strike(
      [
        { hertz, level: 0.7, decaySeconds: random.between(0.1, 0.22) },
        { hertz: hertz * 2.41, level: 0.35, decaySeconds: 0.09 },
        { hertz: hertz * 3.9, level: 0.15, decaySeconds: 0.05 },
      ],
      0.0015,
    )
  })
  scatter(random, seconds, surface === 'tin' ? 26 : 34, (at) =>
    place(sound, random.pick(drops), at, 0.16 * Math.pow(random.next(), 2.5), random.between(-1, 1)),
  )
  if (surface === 'tin') {
    scatter(random, seconds, 7, (at) =>
      place(sound, random.pick(tin), at, 0.13 * Math.pow(random.next(), 2), random.between(-0.9, 0.9)),
    )
  }
  return sound
}

/** Thunder so far away that it only says how dry it is in here. */
export function farThunder(random: Random, sound: Sound, at: number, gain: number): void {
  const seconds = random.between(5, 7)
  const roll = drift(random, seconds * SAMPLE_RATE, 0.35)
  const length = Math.round(seconds * SAMPLE_RATE)
  const rumble = shape(filter(filter(pinkNoise(random, length), 'low', 130), 'low', 220), (i) => {
    const t = i / stepsPerSecond
    return Math.min(1, t / 0.9) * Math.exp(-t / 1.6) * (0.45 + (roll[i] ?? 0))
  })
  place(sound, rumble, at, gain, random.between(-0.4, 0.4))
}

export function wind(random: Random, seconds: number): Sound {
  const length = seconds * SAMPLE_RATE
  const gusts = drift(random, length, 4.2)
  const [a, b] = [drift(random, length, 3.1), drift(random, length, 3.7)]
  const lanes = [a, b]
  const sound = bed(random, seconds, (noise) => {
    const turn = lanes.shift() ?? gusts
    return shape(
      filter(noise, 'band', (i) => 190 + 380 * (gusts[i] ?? 0) + 260 * (turn[i] ?? 0), 1.5),
      (i) => 0.12 + 0.75 * Math.pow((gusts[i] ?? 0) * 0.7 + (turn[i] ?? 0) * 0.3, 1.6),
    )
  })
  const grass = bed(random, seconds, (noise) =>
    shape(filter(filter(noise, 'high', 1600), 'low', 4200), (i) => 0.05 + 0.2 * Math.pow(gusts[i] ?? 0, 2)),
  )
  for (let i = 0; i < sound.left.length; i++) {
    sound.left[i]! += grass.left[i]!
    sound.right[i]! += grass.right[i]!
  }
  return sound
}

/** Waves on sand: they draw near, break, and run back with a hiss; between them it is nearly silent. */
export function waves(random: Random, seconds: number, count: number): Sound {
  const sound = bed(random, seconds, (noise) => shape(filter(noise, 'low', 260), () => 0.1))
  const spacing = seconds / count
  for (let index = 0; index < count; index++) {
    const span = spacing * 1.25
    const crest = span * random.between(0.36, 0.44)
    const gain = random.between(0.7, 1)
    const side = random.between(-0.5, 0.5)
    const length = Math.round(span * SAMPLE_RATE)
    for (const [ear, late] of [
      ['left', side],
      ['right', -side],
    ] as const) {
      const level = (i: number) => {
        const t = i / stepsPerSecond - late * 0.35
        if (t <= 0) return 0
        return t < crest ? Math.pow(t / crest, 2.6) : Math.exp(-(t - crest) / (span * 0.17))
      }
      const body = shape(
        filter(pinkNoise(random, length), 'low', (i) => 240 + 2700 * level(i)),
        level,
      )
      const foam = shape(filter(pinkNoise(random, length), 'high', 2600), (i) => {
        const t = i / stepsPerSecond - crest
        return t <= 0 ? 0 : 0.22 * Math.min(1, t / 0.8) * Math.exp(-t / (span * 0.2))
      })
      const start = Math.round(index * spacing * SAMPLE_RATE)
      const out = sound[ear]
      const end = Math.min(length, out.length - start)
      for (let i = 0; i < end; i++) out[start + i]! += (body[i]! + foam[i]!) * gain
    }
  }
  return sound
}

export function fireplace(random: Random, seconds: number): Sound {
  const flutter = drift(random, seconds * SAMPLE_RATE, 0.28)
  const breath = drift(random, seconds * SAMPLE_RATE, 3)
  const sound = bed(random, seconds, (noise) =>
    shape(filter(noise, 'low', 340), (i) => 0.35 + 0.3 * (flutter[i] ?? 0) + 0.3 * (breath[i] ?? 0)),
  )
  const crackles = Array.from({ length: 20 }, () => {
    const length = Math.round(random.between(0.004, 0.014) * SAMPLE_RATE)
    const burst = filter(pinkNoise(random, length), 'band', random.between(1200, 4200), 1.2)
    for (let i = 0; i < length; i++)
      burst[i]! *= 3 * Math.sin((Math.PI * Math.min(i, 12)) / 24) * Math.exp((-5 * i) / length)
    return burst
  })
  const thump = strike([{ hertz: 115, level: 0.6, decaySeconds: 0.14 }], 0.004)
  scatter(random, seconds, 2.2, (at) => {
    const side = random.between(-0.6, 0.6)
    const many = random.int(1, 6)
    for (let i = 0; i < many; i++) {
      const later = at + Math.pow(random.next(), 2) * 0.35
      place(sound, random.pick(crackles), later, 0.5 * Math.pow(random.next(), 2.2), side + random.between(-0.2, 0.2))
    }
    if (random.chance(0.12)) place(sound, thump, at, 0.16, side)
  })
  return sound
}

/** Water over stones: hundreds of small bubbles, each a sine that rises as it shrinks. */
export function brook(random: Random, seconds: number, perSecond = 46): Sound {
  const flow = drift(random, seconds * SAMPLE_RATE, 2.6)
  const sound = bed(random, seconds, (noise) =>
    shape(filter(noise, 'band', 900, 0.6), (i) => 0.1 + 0.08 * (flow[i] ?? 0)),
  )
  const bubbles = Array.from({ length: 40 }, () => bubble(random.between(380, 1900), random.between(0.03, 0.09)))
  scatter(random, seconds, perSecond, (at) =>
    place(sound, random.pick(bubbles), at, 0.2 * Math.pow(random.next(), 2), random.between(-0.9, 0.9)),
  )
  return sound
}

export function bubble(hertz: number, seconds: number): Float32Array {
  const samples = new Float32Array(Math.round(seconds * SAMPLE_RATE))
  let phase = 0
  for (let i = 0; i < samples.length; i++) {
    const t = i / samples.length
    phase += (2 * Math.PI * hertz * (1 + 0.35 * t)) / SAMPLE_RATE
    samples[i] = Math.sin(phase) * Math.min(1, i / 40) * Math.exp(-5 * t)
  }
  return samples
}

/** Bell crickets and a field cricket in the grass of a late summer night. */
export function nightInsects(random: Random, seconds: number): Sound {
  const sound = bed(random, seconds, (noise) => shape(filter(noise, 'low', 500), () => 0.1))
  const singers = [
    { hertz: 4180, pulse: 19, song: 1.5, pause: 1.1, pan: -0.7, gain: 0.05 },
    { hertz: 4420, pulse: 17, song: 1.2, pause: 1.9, pan: 0.55, gain: 0.035 },
    { hertz: 3050, pulse: 9, song: 0.8, pause: 0.7, pan: 0.1, gain: 0.022 },
  ]
  for (const { hertz, pulse, song, pause, pan, gain } of singers) {
    const voice = new Float32Array(Math.round(song * SAMPLE_RATE))
    for (let i = 0; i < voice.length; i++) {
      const t = i / SAMPLE_RATE
      const swell = Math.sin((Math.PI * t) / song)
      const beat = 0.5 - 0.5 * Math.cos(2 * Math.PI * pulse * t)
      voice[i] = Math.sin(2 * Math.PI * hertz * t) * swell * beat * beat
    }
    for (let at = random.next(); at < seconds; at += song + pause * random.between(0.7, 1.5)) {
      place(sound, voice, at, gain * random.between(0.7, 1), pan)
    }
  }
  return sound
}

/** A sleeper carriage: the rumble, the sway, and two axles over every joint of the rails. */
export function nightTrain(random: Random, seconds: number): Sound {
  const sway = drift(random, seconds * SAMPLE_RATE, 2.2)
  const sound = bed(random, seconds, (noise) => {
    const air = Float32Array.from(noise)
    filter(noise, 'low', 160)
    shape(
      filter(air, 'band', (i) => 420 + 160 * (sway[i] ?? 0), 0.8),
      (i) => 0.16 + 0.1 * (sway[i] ?? 0),
    )
    for (let i = 0; i < noise.length; i++) noise[i] = noise[i]! * 1.1 + air[i]!
    return noise
  })
  const axle = strike(
    [
      { hertz: 86, level: 0.8, decaySeconds: 0.2 },
      { hertz: 173, level: 0.4, decaySeconds: 0.12 },
      { hertz: 610, level: 0.12, decaySeconds: 0.06 },
    ],
    0.004,
  )
  for (let at = 0.4; at < seconds; at += 1.52 + random.between(-0.015, 0.015)) {
    for (const [offset, gain] of [
      [0, 0.32],
      [0.17, 0.24],
      [0.62, 0.17],
      [0.79, 0.12],
    ] as const) {
      place(sound, axle, at + offset, gain * random.between(0.85, 1), -0.35 + offset)
    }
  }
  return sound
}
