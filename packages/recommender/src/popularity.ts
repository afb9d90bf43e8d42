import type { Histories } from './listening-store.ts'
import type { Parameters } from './parameters.ts'
import type { WorkFacts } from './types.ts'
import { ordinalOf, type WorkTable } from './work-table.ts'

const YEAR_MS = 365 * 86_400_000
const MOST_SALES = 1_000_000
const MOST_RATINGS = 1_000_000
/** This many average ratings are added to a work's own. */
const USUAL_RATINGS = 20
const USUAL_RATING = 3.5
const NEW_HALF_LIFE_MS = 2 * YEAR_MS

export type Popularity = {
  /** By ordinal. */
  scores: Float64Array<ArrayBuffer>
  /** By ordinal: recent listening alone, in full listenings. */
  heard: Float64Array<ArrayBuffer>
  /** Number of sources that have listened of late. */
  sources: number
}

/**
 * Returns each work's popularity, by ordinal: recent listening on a logarithmic scale, where doubling adds 1, plus the
 * prior from the catalogue.
 *
 * A source contributes at most 1 to a work (its furthest listening, halved after each half-life), and at most
 * `sourceBudget` in total. All anonymous sources together contribute less than `anonymousCeiling` to a work. So one
 * source adds at most 1 to a work's score, and all anonymous ones less than log2(1 + anonymousCeiling).
 */
export function popularityOf(table: WorkTable, histories: Histories, now: number, parameters: Parameters): Popularity {
  return popularityFrom(listeningBySource(table, histories, parameters), table, now, parameters)
}

/** The same, from what `listeningBySource` returned. */
export function popularityFrom(
  listening: ListeningBySource,
  table: WorkTable,
  now: number,
  parameters: Parameters,
): Popularity {
  const { heard, totals } = listening((at) => 2 ** (-Math.max(0, now - at) / parameters.popularHalfLifeMs))
  const scores = heard.map(
    (value, ordinal) => Math.log2(1 + value) + parameters.priorWeight * priorOf(table.works[ordinal]!, now),
  )
  return { scores, heard, sources: totals.filter((total) => total >= parameters.rankedListening).length }
}

/**
 * Whether places by popularity say something: enough sources have listened of late, and most of the most popular works have
 * been listened to. Otherwise the prior orders them.
 */
export function isRanked(
  byPopularity: Uint32Array,
  heard: Float64Array,
  sources: number,
  { rankedSources, rankedListening, rankedWorks, rankedShare }: Parameters,
): boolean {
  const first = byPopularity.subarray(0, rankedWorks)
  const listened = first.filter((ordinal) => heard[ordinal]! >= rankedListening).length
  return first.length > 0 && sources >= rankedSources && listened >= first.length * rankedShare
}

/** Returns the prior of a work without listeners, from the catalogue: 0 to 1. */
function priorOf(work: WorkFacts, now: number): number {
  const sold = Math.log1p(between(work.sales, 0, MOST_SALES)) / Math.log1p(MOST_SALES)
  const ratings = between(work.ratings, 0, MOST_RATINGS)
  const rating = (between(work.rating, 0, 5) * ratings + USUAL_RATING * USUAL_RATINGS) / (ratings + USUAL_RATINGS)
  const ageMs = work.released === null ? Number.POSITIVE_INFINITY : Math.max(0, now - work.released)
  const isNew = Number.isNaN(ageMs) ? 0 : 2 ** (-ageMs / NEW_HALF_LIFE_MS)
  return 0.6 * sold + 0.25 * between(rating - 3, 0, 2) * 0.5 + 0.15 * isNew
}

/**
 * Returns the listening of each work, by ordinal, in full listenings, and the total of each source, if listening at a
 * time is worth what `worth` gives. Bounded as described at `popularityOf`.
 */
export type ListeningBySource = (worth: (at: number) => number) => {
  heard: Float64Array<ArrayBuffer>
  totals: Float64Array
}

export function listeningBySource(table: WorkTable, histories: Histories, parameters: Parameters): ListeningBySource {
  const { starts, sources, rows, isAnonymous } = rowsByWork(table, histories)
  const { sourceBudget, anonymousCeiling: ceiling } = parameters
  return (worth) => {
    const given = onePerSource({
      starts: starts.slice(),
      sources: sources.slice(),
      values: Float64Array.from(rows, (row) => histories.strengths[row]! * worth(histories.times[row]!)),
      totals: new Float64Array(isAnonymous.length),
    })
    const heard = new Float64Array(table.ids.length)
    for (let ordinal = 0; ordinal < heard.length; ordinal += 1) {
      let members = 0
      let anonymous = 0
      for (let at = given.starts[ordinal]!; at < given.starts[ordinal + 1]!; at += 1) {
        const source = given.sources[at]!
        const value = given.values[at]! * Math.min(1, sourceBudget / given.totals[source]!)
        if (isAnonymous[source] === 1) anonymous += value
        else members += value
      }
      heard[ordinal] = members + (ceiling > 0 ? (anonymous * ceiling) / (anonymous + ceiling) : 0)
    }
    return { heard, totals: given.totals }
  }
}

type Given = {
  /** By ordinal: start of its sources, with one more entry at the end. */
  starts: Uint32Array
  sources: Uint32Array
  values: Float64Array
  /** By source: its total contribution. */
  totals: Float64Array
}

type RowsByWork = {
  /** By ordinal: start of its rows, with one more entry at the end. */
  starts: Uint32Array
  sources: Uint32Array
  /** Places in the histories. */
  rows: Uint32Array
  /** By source. A source that was anonymous once stays so. */
  isAnonymous: Uint8Array
}

function rowsByWork(table: WorkTable, histories: Histories): RowsByWork {
  const numbers = new Map<number, number>()
  const isAnonymous: number[] = []
  const starts = new Uint32Array(table.ids.length + 1)
  const ordinals = new Int32Array(histories.works.length)
  let count = 0
  for (let at = 0; at < histories.works.length; at += 1) {
    const ordinal = ordinalOf(table.ids, histories.works[at]!)
    ordinals[at] = ordinal
    if (ordinal < 0) continue
    const source = histories.sources[at]!
    let number = numbers.get(source)
    if (number === undefined) {
      number = numbers.size
      numbers.set(source, number)
      isAnonymous.push(0)
    }
    if (histories.isAnonymous[at] === 1) isAnonymous[number] = 1
    starts[ordinal + 1]! += 1
    count += 1
  }
  for (let ordinal = 0; ordinal < table.ids.length; ordinal += 1) starts[ordinal + 1]! += starts[ordinal]!
  const ends = starts.slice(0, -1)
  const sources = new Uint32Array(count)
  const rows = new Uint32Array(count)
  for (let at = 0; at < ordinals.length; at += 1) {
    const ordinal = ordinals[at]!
    if (ordinal < 0) continue
    const place = ends[ordinal]!
    ends[ordinal] = place + 1
    sources[place] = numbers.get(histories.sources[at]!)!
    rows[place] = at
  }
  return { starts, sources, rows, isAnonymous: Uint8Array.from(isAnonymous) }
}

/** Keeps each source's largest row of each work, and sums up each source's contributions. */
function onePerSource(rows: Given): Given {
  const { starts, sources, values, totals } = rows
  // By source: the index of its row of the current work.
  const places = new Int32Array(totals.length).fill(-1)
  let end = 0
  for (let ordinal = 0; ordinal + 1 < starts.length; ordinal += 1) {
    const [from, to] = [starts[ordinal]!, starts[ordinal + 1]!]
    starts[ordinal] = end
    const begin = end
    for (let at = from; at < to; at += 1) {
      const source = sources[at]!
      const place = places[source]!
      if (place >= begin) {
        values[place] = Math.max(values[place]!, values[at]!)
        continue
      }
      places[source] = end
      sources[end] = source
      values[end] = values[at]!
      end += 1
    }
    for (let at = begin; at < end; at += 1) totals[sources[at]!]! += values[at]!
  }
  starts[starts.length - 1] = end
  return rows
}

/** Clamps a number; NaN becomes the minimum. */
function between(value: number, least: number, most: number): number {
  return value > least ? Math.min(value, most) : least
}
