import { hash } from 'node:crypto'

import type { PreparedAnswer } from '#http/serve-prepared.ts'

import type { Named } from './names.repository.ts'

export type Counted = { id: number | string; name: string; count: number }

export type NameList<T extends Counted> = {
  /** Returns all that have works, by number of works, then by name. */
  answer(): Promise<PreparedAnswer>
  /** Finds one by id, with or without works; one that was merged is found as what it was merged into. */
  find(id: T['id']): Promise<T | null>
  /** Invalidates the names; the next answer reads them again. */
  forget(): void
}

type Deps<T extends Counted> = {
  load(): Promise<Named<T>[]>
  /** Finds one added after `load`, without works yet, or what one was merged into. */
  one(id: T['id']): Promise<Named<T> | null>
  /** Number of works of each, without those that have none. */
  counts(): ReadonlyMap<T['id'], number>
  /** Increases whenever the counts may have changed. */
  version(): number
  /** A monotonic clock in milliseconds. */
  now?: () => number
}

/**
 * A list that takes longer than this to serialise is reused for a while: 25,000 names take tens of milliseconds, which
 * block other requests, and a scan changes their counts many times a second.
 */
const LONG_MS = 5
/** Reuse for this many times the serialising time, so that it takes at most a twentieth of all time. */
const REST = 20

/** `json` is the object without its count and closing brace. */
type Known<T> = Map<number | string, { thing: Named<T>; json: string }>

/** Names and counts of one version of the catalogue, and the answer once requested. */
type State<T extends Counted> = {
  version: number
  known: Known<T>
  counted: ReadonlyMap<T['id'], number>
  answer?: PreparedAnswer
}

/** A list of circles, tags or voice actors: names from the database, counts from the read model. */
export function createNameList<T extends Counted>({
  load,
  one,
  counts,
  version,
  now = () => performance.now(),
}: Deps<T>): NameList<T> {
  let names: Known<T> | null = null
  let current: { version: number; state: Promise<State<T>> } | null = null
  let timesForgotten = 0
  let written: { answer: PreparedAnswer; version: number; freshUntil: number } | null = null

  async function readState(): Promise<State<T>> {
    const state = { version: version(), counted: counts() }
    // Added names do not change the known ones; they show up by having works.
    if (names !== null && covers(names, state.counted)) return { ...state, known: names }
    const asOf = timesForgotten
    const things = await load()
    const known: Known<T> = new Map(
      things.map((thing) => [thing.id, { thing, json: JSON.stringify(thing).slice(0, -1) }]),
    )
    if (timesForgotten === asOf) names = known
    return { ...state, known }
  }

  function stateNow(): Promise<State<T>> {
    if (current?.version === version()) return current.state
    const asked = { version: version(), state: readState() }
    asked.state.catch(() => {
      if (current === asked) current = null
    })
    current = asked
    return asked.state
  }

  return {
    async answer() {
      if (written && (written.version === version() || now() < written.freshUntil)) return written.answer
      const asOf = timesForgotten
      const state = await stateNow()
      if (state.answer === undefined) {
        const startedAt = now()
        state.answer = answerOf(state)
        const endedAt = now()
        const took = endedAt - startedAt
        const freshUntil = took > LONG_MS ? endedAt + took * REST : endedAt
        if (timesForgotten === asOf) written = { answer: state.answer, version: state.version, freshUntil }
      }
      return state.answer
    },

    async find(id) {
      const { known, counted } = await stateNow()
      const thing = known.get(id)?.thing ?? (await one(id))
      return thing ? ({ ...thing, count: counted.get(thing.id) ?? 0 } as T) : null
    },

    forget() {
      timesForgotten += 1
      names = null
      current = null
      written = null
    },
  }
}

function covers(known: ReadonlyMap<unknown, unknown>, counted: ReadonlyMap<unknown, unknown>): boolean {
  for (const id of counted.keys()) if (!known.has(id)) return false
  return true
}

function answerOf<T extends Counted>({ known, counted }: State<T>): PreparedAnswer {
  const items: { count: number; json: string }[] = []
  for (const [id, { thing, json }] of known) {
    const count = counted.get(id) ?? 0
    // The unknown circle has no name, so it is not listed.
    if (count > 0 && thing.name !== '') items.push({ count, json })
  }
  items.sort((a, b) => b.count - a.count)
  const body = Buffer.from(`[${items.map(({ count, json }) => `${json},"count":${count}}`).join(',')}]`)
  // The ETag is a hash of the content, because most changes of the catalogue do not affect these lists.
  return { tag: hash('sha1', body), body: () => body, isLasting: true }
}
