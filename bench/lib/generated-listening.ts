import type { WorkFacts } from '@otodana/recommender'

import { normal, pick, type Random, seededRandom, zipf } from './random.ts'

export type GeneratedListening = { works: WorkFacts[]; events: ListeningEvent[] }

/** How generated listening differs from that of a library whose listeners and fashions stay the same. */
export type Habits = {
  /** How much each work's appeal rises and falls: the standard deviation of its logarithm; 0: not at all. */
  fashion: number
  /** Average time for which a fashion lasts. */
  fashionMs: number
  /** Number of tastes by which the most common taste moves during all listening. */
  tasteShift: number
  /** The share of works released while there is listening; null: as over six years. */
  newWorks: number | null
  /** Half-life of the interest in a new work, and the interest that stays. */
  newHalfLifeMs: number
  oldInterest: number
  /** The share of listeners who listen in one session only. */
  singleSession: number
  /** Works heard in one session of those who come back; null: times are independent. */
  sessionWorks: number | null
  /** Mean time from one work of a session to the next. */
  sessionStepMs: number
  /** Average number of works that a listener hears. */
  worksPerListener: number
  /** The share of charts among all reasons to listen. */
  charts: number
  /** Whether tags, circles, voice actors, dates and sales are known. */
  hasFacts: boolean
}
/** A first listening of a work, and the progress made. */
type ListeningEvent = { listener: number; work: number; strength: number; at: number }

const DAY_MS = 86_400_000
/** Listening covers two years up to this date; releases cover six. */
const END = Date.UTC(2026, 10, 1)
const LISTENING_MS = 730 * DAY_MS
const RELEASES_MS = 2_190 * DAY_MS
const TASTES = 40
/** Parts of a taste that no tag reveals, such as series, tone or pace. */
const SCENES = 8
const TAGS = 300
const TAGS_OF_A_TASTE = 12
const EVENTS_OF_A_LISTENER = 40
/** Average time until one of a listener's tastes changes. */
const DRIFT_MS = 250 * DAY_MS
const MOST_TRIES = 30
/** Works of different appeal at different times are refused more often. */
const MOST_FASHION_TRIES = 200

const stable: Habits = {
  fashion: 0,
  fashionMs: 60 * DAY_MS,
  tasteShift: 0,
  newWorks: null,
  newHalfLifeMs: 90 * DAY_MS,
  oldInterest: 0.2,
  singleSession: 0,
  sessionWorks: null,
  sessionStepMs: 45 * 60_000,
  worksPerListener: EVENTS_OF_A_LISTENER,
  charts: 0.15,
  hasFacts: true,
}

/** The generated files, with the habits of their listeners. */
export const generatedFiles = {
  stable: { works: 10_000, events: 200_000, seed: 2, habits: stable },
  drifting: {
    works: 4_000,
    events: 150_000,
    seed: 3,
    habits: { ...stable, fashion: 1.2, tasteShift: 30, charts: 0.25 },
  },
  'new works': {
    works: 6_000,
    events: 150_000,
    seed: 4,
    habits: { ...stable, newWorks: 0.6, newHalfLifeMs: 14 * DAY_MS, oldInterest: 0.05, fashion: 0.4 },
  },
  'single sessions': {
    works: 3_000,
    events: 120_000,
    seed: 5,
    habits: { ...stable, fashion: 0.8, singleSession: 0.7, sessionWorks: 3, worksPerListener: 8, charts: 0.3 },
  },
  'ratings without a catalogue': {
    works: 1_700,
    events: 200_000,
    seed: 6,
    habits: {
      ...stable,
      fashion: 0.9,
      singleSession: 0.4,
      sessionWorks: 30,
      sessionStepMs: 60_000,
      worksPerListener: 100,
      charts: 0.4,
      hasFacts: false,
    },
  },
  small: { works: 500, events: 9_000, seed: 7, habits: { ...stable, fashion: 0.6, worksPerListener: 30 } },
} satisfies Record<string, { works: number; events: number; seed: number; habits: Habits }>

/**
 * Generates `count` works and their listening with planted tastes, which are hidden from models: a work has one taste
 * and one scene of it; tags are hints of the taste, more than half of them random; nothing reveals the scene. Listeners
 * have a few tastes, which drift; they follow circles and voice actors, and hear new works, popular works, and
 * sometimes random ones, which they rarely finish. Work popularity has a long tail. Reproducible across processes.
 *
 * @param events approximate number, sorted by time
 */
export function generateListening(
  count: number,
  events: number,
  seed: number,
  habits: Habits = stable,
): GeneratedListening {
  const random = seededRandom(seed)
  const planted = plantWorks(count, habits, random)
  const listeners = Math.max(1, Math.round(events / habits.worksPerListener))
  // A few listen to very much; the mean of exp(normal) is 1.65.
  const all: ListeningEvent[] = []
  for (let listener = 1; listener <= listeners; listener += 1) {
    const wanted = Math.max(1, Math.round((habits.worksPerListener / 1.65) * Math.exp(normal(random))))
    all.push(...listen(listener, Math.min(wanted, count >> 2), planted, habits, random))
  }
  all.sort((a, b) => a.at - b.at || a.listener - b.listener || a.work - b.work)
  const works = planted.works.map(({ facts }) => facts)
  return { works: habits.hasFacts ? works : works.map(withoutFacts), events: all }
}

function withoutFacts({ id, group }: WorkFacts): WorkFacts {
  return { id, group, circle: null, voices: [], tags: [], released: null, added: null, sales: 0, rating: 0, ratings: 0 }
}

type PlantedWork = {
  facts: WorkFacts
  appeal: number
  /** The work's share of its greatest appeal, 0 to 1, at equal intervals of all listening; null: always all of it. */
  fashion: Float64Array | null
}
type Draw = (random: Random) => PlantedWork
type Planted = {
  works: PlantedWork[]
  ofScene: (Draw | undefined)[][]
  ofTaste: (Draw | undefined)[]
  ofCircle: Map<number, PlantedWork[]>
  ofVoice: Map<string, PlantedWork[]>
  /** The popular works: few, the most appealing. */
  charts: Draw
  any: Draw
}

function plantWorks(count: number, habits: Habits, random: Random): Planted {
  const circles = Math.max(4, Math.round(count / 8))
  const voices = Math.max(4, Math.round(count / 20))
  const drawCircle = zipf(circles, 0.7, random)
  const drawVoice = zipf(voices, 0.7, random)
  const drawTag = zipf(TAGS, 0.9, random)
  const drawTaste = zipf(TASTES, 0.5, random)
  const homeTastes = Array.from({ length: circles }, drawTaste)
  const hints = Array.from({ length: TASTES }, () =>
    Array.from({ length: TAGS_OF_A_TASTE }, () => Math.floor(random() * TAGS)),
  )
  const scenes: PlantedWork[][][] = Array.from({ length: TASTES }, () => Array.from({ length: SCENES }, () => []))
  const planted: Planted = {
    works: [],
    ofScene: [],
    ofTaste: [],
    ofCircle: new Map(),
    ofVoice: new Map(),
    charts: () => planted.works[0]!,
    any: () => planted.works[0]!,
  }
  for (let index = 0; index < count; index += 1) {
    const circle = drawCircle()
    const taste = random() < 0.6 ? homeTastes[circle]! : drawTaste()
    const tags = new Set<number>()
    const wanted = 2 + Math.floor(random() * 6)
    while (tags.size < wanted) tags.add(1 + (random() < 0.45 ? pick(hints[taste]!, random) : drawTag()))
    const cast = new Set<string>()
    for (let voice = 1 + Math.floor(random() * random() * 3); voice > 0; voice -= 1) cast.add(`voice ${drawVoice()}`)
    const charm = normal(random)
    const sales = Math.floor(Math.exp(5.5 + 1.5 * (0.6 * charm + 0.8 * normal(random))))
    const facts: WorkFacts = {
      id: 100_000 + index * 3,
      group: 100_000 + index * 3,
      circle: circle + 1,
      voices: [...cast],
      tags: [...tags],
      released: END - Math.floor(ageAtEnd(habits, random)),
      added: null,
      sales,
      rating: Math.max(1, Math.min(5, 4.4 + 0.15 * charm + 0.25 * normal(random))),
      ratings: Math.floor(sales * 0.02 * random()),
    }
    const work = { facts, appeal: Math.exp(1.1 * charm), fashion: habits.fashion > 0 ? walk(habits, random) : null }
    planted.works.push(work)
    scenes[taste]![Math.floor(random() * SCENES)]!.push(work)
    entry(planted.ofCircle, circle + 1).push(work)
    for (const voice of cast) entry(planted.ofVoice, voice).push(work)
  }
  planted.ofScene = scenes.map((some) => some.map(byAppeal))
  planted.ofTaste = scenes.map((some) => byAppeal(some.flat()))
  planted.charts = byAppeal(planted.works, 2)!
  planted.any = byAppeal(planted.works)!
  return planted
}

function ageAtEnd({ newWorks }: Habits, random: Random): number {
  if (newWorks === null) return RELEASES_MS * random() ** 1.3
  return random() < newWorks ? LISTENING_MS * random() : LISTENING_MS + (RELEASES_MS - LISTENING_MS) * random()
}

/** Generates the fashion of a work: a random walk that returns to its mean. */
function walk({ fashion, fashionMs }: Habits, random: Random): Float64Array {
  const steps = Math.ceil((4 * LISTENING_MS) / fashionMs)
  const stays = Math.exp(-0.25)
  let level = normal(random)
  const values = Float64Array.from({ length: steps + 2 }, () => {
    level = stays * level + Math.sqrt(1 - stays ** 2) * normal(random)
    return Math.exp(Math.min(0, fashion * (level - 2)))
  })
  return values
}

/** Between two steps of the walk the appeal changes evenly. */
function fashionAt({ fashion }: PlantedWork, at: number): number {
  if (fashion === null) return 1
  const place = Math.max(0, (at - (END - LISTENING_MS)) / LISTENING_MS) * (fashion.length - 2)
  const before = Math.floor(place)
  return fashion[before]! + (place - before) * (fashion[before + 1]! - fashion[before]!)
}

function entry<Key, Value>(map: Map<Key, Value[]>, key: Key): Value[] {
  const found = map.get(key) ?? []
  map.set(key, found)
  return found
}

/** Draws works with probability proportional to a power of their appeal. */
function byAppeal(works: readonly PlantedWork[], power = 1): Draw | undefined {
  if (works.length === 0) return undefined
  const cumulative = new Float64Array(works.length)
  let total = 0
  for (const [index, { appeal }] of works.entries()) cumulative[index] = total += appeal ** power
  return (random) => {
    const drawn = random() * total
    let low = 0
    let high = works.length - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if (cumulative[middle]! <= drawn) low = middle + 1
      else high = middle
    }
    return works[low]!
  }
}

type Taste = { taste: number; scene: number }

function listen(listener: number, wanted: number, planted: Planted, habits: Habits, random: Random): ListeningEvent[] {
  const aTaste = (at: number): Taste => ({
    taste: Math.floor(random() * random() ** 0.5 * TASTES + shiftAt(at, habits)) % TASTES,
    scene: Math.floor(random() * SCENES),
  })
  const times = timesOf(wanted, habits, random)
  const from = times[0]!
  // Heavy listeners have more tastes.
  const tastes = Array.from({ length: 1 + Math.floor(random() * 4) + Math.floor(wanted / 50) }, () => aTaste(from))
  const events: ListeningEvent[] = []
  const heard = new Set<PlantedWork>()
  const liked: PlantedWork[] = []
  let changedAt = from
  for (const at of times) {
    if (random() < 1 - Math.exp(-(at - changedAt) / DRIFT_MS)) {
      tastes[Math.floor(random() * tastes.length)] = aTaste(at)
      changedAt = at
    }
    const why = drawReason(habits, random)
    const draw =
      why === 'following' && liked.length > 0
        ? following(liked, planted, random)
        : why === 'charts' || why === 'any'
          ? planted[why]
          : ofTaste(tastes, planted, random)
    const work = drawNow(draw ?? planted.any, at, heard, habits, random)
    if (!work) continue
    heard.add(work)
    const isLiked = random() < (why === 'any' ? 0.1 : why === 'charts' ? 0.5 : 0.85)
    if (isLiked) liked.push(work)
    const strength = isLiked ? pick([0.3, 0.6, 0.9, 1, 1], random) : pick([0.05, 0.05, 0.1, 0.3], random)
    events.push({ listener, work: work.facts.id, strength: habits.hasFacts ? strength : 1, at: Math.floor(at) })
  }
  return events
}

function shiftAt(at: number, { tasteShift }: Habits): number {
  return tasteShift * Math.max(0, 1 - (END - at) / LISTENING_MS)
}

/** Generates when a listener listens, in ascending order. */
function timesOf(wanted: number, habits: Habits, random: Random): number[] {
  const from = END - LISTENING_MS + LISTENING_MS * (habits.sessionWorks === null ? 0.9 : 0.995) * random()
  const to = from + (END - from) * (0.2 + 0.8 * random())
  if (habits.sessionWorks === null) {
    return Array.from({ length: wanted }, () => from + (to - from) * random()).sort((a, b) => a - b)
  }
  const sessions = random() < habits.singleSession ? 1 : Math.ceil(wanted / habits.sessionWorks) + 1
  const times: number[] = []
  for (let session = 0; session < sessions; session += 1) {
    let at = session === 0 ? from : from + (to - from) * random()
    for (let work = Math.ceil(wanted / sessions); work > 0; work -= 1) {
      times.push(Math.min(at, END))
      at -= Math.log(1 - random()) * habits.sessionStepMs
    }
  }
  return times.sort((a, b) => a - b)
}

function drawReason({ charts }: Habits, random: Random): 'taste' | 'following' | 'charts' | 'any' {
  const drawn = random()
  return drawn < 0.8 - charts ? 'taste' : drawn < 0.92 - charts ? 'following' : drawn < 0.92 ? 'charts' : 'any'
}

/** Mostly draws from a scene, sometimes from a whole taste; the first taste most. */
function ofTaste(tastes: readonly Taste[], { ofScene, ofTaste }: Planted, random: Random): Draw | undefined {
  const { taste, scene } = tastes[Math.floor(random() * random() * tastes.length)]!
  return random() < 0.7 ? ofScene[taste]![scene] : ofTaste[taste]
}

/** Draws another work of a circle or voice actor of a liked work. */
function following(liked: readonly PlantedWork[], { ofCircle, ofVoice }: Planted, random: Random): Draw {
  const { facts } = pick(liked, random)
  const works = random() < 0.5 ? ofCircle.get(facts.circle!)! : ofVoice.get(pick(facts.voices, random))!
  return (random) => pick(works, random)
}

/** New works, and those in fashion, are heard more; none is heard twice, or before its release. */
function drawNow(
  draw: Draw,
  at: number,
  heard: ReadonlySet<PlantedWork>,
  { fashion, newHalfLifeMs, oldInterest }: Habits,
  random: Random,
): PlantedWork | undefined {
  const tries = fashion > 0 || oldInterest < stable.oldInterest ? MOST_FASHION_TRIES : MOST_TRIES
  for (let tried = 0; tried < tries; tried += 1) {
    const work = draw(random)
    const ageMs = at - work.facts.released!
    if (ageMs < 0 || heard.has(work)) continue
    const interest = oldInterest + (1 - oldInterest) * 2 ** (-ageMs / newHalfLifeMs)
    if (random() < interest * fashionAt(work, at)) return work
  }
  return undefined
}
