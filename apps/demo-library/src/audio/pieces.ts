import { createRandom, type Random } from '../random.ts'
import { bubble, brook, farThunder, fireplace, nightInsects, nightTrain, rain, waves, wind } from './nature.ts'
import { filter, glassBell, musicBoxNote, pad, pinkNoise, reverb, strike } from './instruments.ts'
import { bowls, brush, glassBells, lullaby, pages, pentatonic, taps, whisk } from './music.ts'
import { finish, mix, place, SAMPLE_RATE, silence, type Sound } from './sound.ts'

/** A sound that tracks are made of: rendered and encoded once, used by many works. */
type Recipe = {
  seconds: number
  fade: readonly [inSeconds: number, outSeconds: number]
  render: (random: Random) => Sound
}

const chords = [
  [146.8, 220, 277.2, 329.6],
  [123.5, 185, 220, 293.7],
  [98, 196, 246.9, 293.7],
  [110, 164.8, 220, 277.2],
]

const wooden = (random: Random) => random.between(430, 520)

const recipes = {
  rainOnTin: recipe(30, (random) => {
    const sound = rain(random, 30, 'tin')
    farThunder(random, sound, 9, 0.5)
    farThunder(random, sound, 21, 0.4)
    return sound
  }),
  rainOnLeaves: recipe(26, (random) => rain(random, 26, 'leaves')),
  rainLong: recipe(96, (random) => {
    const sound = rain(random, 96, 'leaves')
    glassBells(random, sound, 96, 14, 0.055)
    for (const at of [34, 70]) farThunder(random, sound, at, 0.3)
    return sound
  }),
  rainAndBowls: recipe(28, (random) => {
    const sound = silence(28)
    mix(sound, reverb(bowls(random, 28, 174.6), 0.5, 1.4), 0.9)
    mix(sound, rain(random, 28, 'leaves'), 0.3)
    return sound
  }),
  wind: recipe(26, (random) => wind(random, 26)),
  windBells: recipe(28, (random) => {
    const sound = wind(random, 28)
    for (const ear of [sound.left, sound.right]) for (let i = 0; i < ear.length; i++) ear[i]! *= 0.45
    glassBells(random, sound, 28, 3.4, 0.16)
    return reverb(sound, 0.35)
  }),
  fireplace: recipe(28, (random) => fireplace(random, 28)),
  brook: recipe(28, (random) => brook(random, 28)),
  nightTrain: recipe(30, (random) => nightTrain(random, 30)),
  nightInsects: recipe(28, (random) => nightInsects(random, 28)),
  taps: recipe(30, (random) => mixWithRoom(random, reverb(taps(random, 30), 0.12, 0.5))),
  woodTaps: recipe(24, (random) => mixWithRoom(random, reverb(taps(random, 24, wooden(random)), 0.16, 0.6))),
  brush: recipe(30, (random) => mixWithRoom(random, brush(random, 30))),
  pages: recipe(26, (random) => {
    const sound = reverb(pages(random, 26), 0.15, 0.6)
    mix(sound, fireplace(random, 26), 0.12)
    return sound
  }),
  tea: recipe(28, (random) => {
    const sound = silence(28)
    for (let at = 1; at < 7; at += random.between(0.025, 0.06)) {
      place(
        sound,
        bubble(500 + at * 90 + random.between(-150, 300), 0.06),
        at,
        0.1 * random.next(),
        random.between(-0.3, 0.3),
      )
    }
    whisk(random, sound, 9, 8, 0.4)
    const bamboo = strike(
      [
        { hertz: 470, level: 0.8, decaySeconds: 0.3 },
        { hertz: 1130, level: 0.3, decaySeconds: 0.12 },
      ],
      0.003,
    )
    for (const at of [0.3, 18.5, 24]) place(sound, bamboo, at, 0.4, -0.5)
    reverb(sound, 0.4)
    mix(sound, brook(random, 28, 22), 0.3)
    return sound
  }),
  musicBox: recipe(30, (random) => reverb(lullaby(random, 30, { root: 523.3, voice: 'musicBox' }), 0.4)),
  musicBoxInRain: recipe(30, (random) => {
    const sound = reverb(lullaby(random, 30, { root: 440, voice: 'musicBox', quaver: 0.4 }), 0.45)
    mix(sound, rain(random, 30, 'leaves'), 0.22)
    return sound
  }),
  kalimba: recipe(28, (random) => reverb(lullaby(random, 28, { root: 261.6, voice: 'kalimba', quaver: 0.3 }), 0.4)),
  kalimbaByTheFire: recipe(28, (random) => {
    const sound = reverb(lullaby(random, 28, { root: 293.7, voice: 'kalimba', quaver: 0.34 }), 0.4)
    mix(sound, fireplace(random, 28), 0.25)
    return sound
  }),
  warmPad: recipe(28, (random) => reverb(pad(random, 28, chords, 8), 0.4, 1.3)),
  starlight: recipe(30, (random) => {
    const sound = pad(random, 30, chords, 10)
    glassBells(random, sound, 30, 4, 0.09)
    return reverb(sound, 0.6, 1.5)
  }),
  heartbeat: recipe(24, (random) => {
    const sound = pad(random, 24, chords, 7)
    for (const ear of [sound.left, sound.right]) for (let i = 0; i < ear.length; i++) ear[i]! *= 0.4
    const beat = strike([{ hertz: 62, level: 1, decaySeconds: 0.3 }], 0.012)
    const echo = strike([{ hertz: 74, level: 1, decaySeconds: 0.22 }], 0.012)
    for (let at = 0.5; at < 23; at += 1.04) {
      place(sound, beat, at, 0.5, -0.15)
      place(sound, echo, at + 0.32, 0.3, 0.1)
    }
    return sound
  }),
  // short phrases that begin and end in silence: long tracks are strings of them
  lullabyA: phrase(15, (random) => reverb(lullaby(random, 15, { root: 493.9, voice: 'musicBox', quaver: 0.42 }), 0.4)),
  lullabyB: phrase(15, (random) => reverb(lullaby(random, 15, { root: 493.9, voice: 'musicBox', quaver: 0.42 }), 0.4)),
  lullabyC: phrase(15, (random) => reverb(lullaby(random, 15, { root: 246.9, voice: 'kalimba', quaver: 0.42 }), 0.4)),
  waveA: phrase(11, (random) => waves(random, 11, 1)),
  waveB: phrase(12, (random) => waves(random, 12, 1)),
  waveC: phrase(10, (random) => waves(random, 10, 1)),
  bowlA: phrase(13, (random) => reverb(bowls(random, 13, 146.8, 20), 0.5, 1.4)),
  bowlB: phrase(14, (random) => reverb(bowls(random, 14, 146.8, 6), 0.5, 1.4)),
  bowlC: phrase(12, (random) => reverb(bowls(random, 12, 196, 5), 0.5, 1.4)),
  ...chimes(),
} satisfies Record<string, Recipe>

/** Long tracks, as the order of their phrases. */
const arrangements = {
  waves: 'waveA waveB waveC',
  bowls: 'bowlA bowlC',
  lullabyLong:
    'lullabyA lullabyB lullabyA lullabyC lullabyB lullabyA lullabyB lullabyC lullabyA lullabyB lullabyA lullabyC lullabyB lullabyA',
  wavesLong:
    'waveA waveB waveC waveA waveC waveB waveB waveA waveC waveB waveA waveC waveA waveB waveC waveB waveA waveC waveB waveA',
  bowlsLong: 'bowlA bowlB bowlC bowlA bowlC bowlB bowlA bowlB bowlB bowlC bowlA bowlC bowlB bowlA bowlC',
} as const

export type RecipeId = keyof typeof recipes
export type PieceId = RecipeId | keyof typeof arrangements

/** The recipes a piece is made of, in playing order. */
export function partsOf(piece: PieceId): RecipeId[] {
  if (piece in arrangements) return arrangements[piece as keyof typeof arrangements].split(' ') as RecipeId[]
  return [piece as RecipeId]
}

export function lengthOf(piece: PieceId): number {
  return partsOf(piece).reduce((sum, id) => sum + recipes[id].seconds, 0)
}

export function renderRecipe(id: RecipeId, seed: number): Sound {
  const { seconds, fade, render } = recipes[id]
  const sound = render(createRandom(`${seed}/sound/${id}`))
  const length = Math.round(seconds * SAMPLE_RATE)
  return finish({ left: sound.left.subarray(0, length), right: sound.right.subarray(0, length) }, ...fade)
}

function recipe(seconds: number, render: (random: Random) => Sound): Recipe {
  return { seconds, fade: [1.5, 3], render }
}

function phrase(seconds: number, render: (random: Random) => Sound): Recipe {
  return { seconds, fade: [0.05, 2.5], render }
}

/** Five notes of a few seconds, for works with very many very short tracks. */
function chimes() {
  const chime = (degree: number): Recipe => ({
    seconds: 4,
    fade: [0.01, 1],
    render: (random) => {
      const sound = silence(4)
      place(sound, musicBoxNote(pentatonic(440, degree)), 0.1, 0.5, random.between(-0.5, 0.5))
      place(sound, glassBell(pentatonic(880, degree + 1)), 0.9, 0.2, random.between(-0.5, 0.5))
      return reverb(sound, 0.4)
    },
  })
  return { chime1: chime(0), chime2: chime(1), chime3: chime(2), chime4: chime(3), chime5: chime(4) }
}

function mixWithRoom(random: Random, sound: Sound): Sound {
  const length = sound.left.length
  for (const ear of [sound.left, sound.right]) {
    const room = filter(pinkNoise(random, length), 'low', 700)
    for (let i = 0; i < length; i++) ear[i]! += room[i]! * 0.012
  }
  return sound
}
