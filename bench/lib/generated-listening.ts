import type { WorkFacts } from '@otodana/recommender'

import { normal, pick, type Random, seededRandom, zipf } from './random.ts'

export type GeneratedListening = { works: WorkFacts[]; events: ListeningEvent[] }
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

/**
 * Generates `count` works and their listening with planted tastes, which are hidden from models: a work has one taste
 * and one scene of it; tags are hints of the taste, more than half of them random; nothing reveals the scene. Listeners
 * have a few tastes, which drift; they follow circles and voice actors, and hear new works, popular works, and
 * sometimes random ones, which they rarely finish. Work popularity has a long tail. Reproducible across processes.
 *
 * @param events approximate number, sorted by time
 */
export function generateListening(count: number, events: number, seed: number): GeneratedListening {
  const random = seededRandom(seed)
  const planted = plantWorks(count, random)
  const listeners = Math.max(1, Math.round(events / EVENTS_OF_A_LISTENER))
  // A few listen to very much; the mean of exp(normal) is 1.65.
  const all: ListeningEvent[] = []
  for (let listener = 1; listener <= listeners; listener += 1) {
    const wanted = Math.max(1, Math.round((EVENTS_OF_A_LISTENER / 1.65) * Math.exp(normal(random))))
    all.push(...listen(listener, Math.min(wanted, count >> 2), planted, random))
  }
  all.sort((a, b) => a.at - b.at || a.listener - b.listener || a.work - b.work)
  return { works: planted.works.map(({ facts }) => facts), events: all }
}

type PlantedWork = { facts: WorkFacts; appeal: number }
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

function plantWorks(count: number, random: Random): Planted {
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
      released: END - Math.floor(RELEASES_MS * random() ** 1.3),
      sales,
      rating: Math.max(1, Math.min(5, 4.4 + 0.15 * charm + 0.25 * normal(random))),
      ratings: Math.floor(sales * 0.02 * random()),
    }
    const work = { facts, appeal: Math.exp(1.1 * charm) }
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

function listen(listener: number, wanted: number, planted: Planted, random: Random): ListeningEvent[] {
  const aTaste = (): Taste => ({
    taste: Math.floor(random() * random() ** 0.5 * TASTES),
    scene: Math.floor(random() * SCENES),
  })
  // Heavy listeners have more tastes.
  const tastes = Array.from({ length: 1 + Math.floor(random() * 4) + Math.floor(wanted / 50) }, aTaste)
  const from = END - LISTENING_MS + LISTENING_MS * 0.9 * random()
  const to = from + (END - from) * (0.2 + 0.8 * random())
  const times = Array.from({ length: wanted }, () => from + (to - from) * random()).sort((a, b) => a - b)
  const events: ListeningEvent[] = []
  const heard = new Set<PlantedWork>()
  const liked: PlantedWork[] = []
  let changedAt = from
  for (const at of times) {
    if (random() < 1 - Math.exp(-(at - changedAt) / DRIFT_MS)) {
      tastes[Math.floor(random() * tastes.length)] = aTaste()
      changedAt = at
    }
    const why = drawReason(random)
    const draw =
      why === 'following' && liked.length > 0
        ? following(liked, planted, random)
        : why === 'charts' || why === 'any'
          ? planted[why]
          : ofTaste(tastes, planted, random)
    const work = drawNow(draw ?? planted.any, at, heard, random)
    if (!work) continue
    heard.add(work)
    const isLiked = random() < (why === 'any' ? 0.1 : why === 'charts' ? 0.5 : 0.85)
    if (isLiked) liked.push(work)
    const strength = isLiked ? pick([0.3, 0.6, 0.9, 1, 1], random) : pick([0.05, 0.05, 0.1, 0.3], random)
    events.push({ listener, work: work.facts.id, strength, at: Math.floor(at) })
  }
  return events
}

function drawReason(random: Random): 'taste' | 'following' | 'charts' | 'any' {
  const drawn = random()
  return drawn < 0.65 ? 'taste' : drawn < 0.77 ? 'following' : drawn < 0.92 ? 'charts' : 'any'
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

/** New works are heard more; none is heard twice, or before its release. */
function drawNow(draw: Draw, at: number, heard: ReadonlySet<PlantedWork>, random: Random): PlantedWork | undefined {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const work = draw(random)
    const ageMs = at - work.facts.released!
    if (ageMs >= 0 && !heard.has(work) && random() < 0.2 + 0.8 * 2 ** (-ageMs / (90 * DAY_MS))) return work
  }
  return undefined
}
