import { hash } from 'node:crypto'

import type { PreparedAnswer } from '#http/serve-prepared.ts'

import type { Named } from './names.repository.ts'

export type Counted = { id: number | string; name: string; count: number }

export type NameList<T extends Counted> = {
  /** Every one that has works, those with the most first, equal ones by name. */
  answer(): Promise<PreparedAnswer>
  /** One by its id, with works or without. */
  find(id: T['id']): Promise<T | null>
  /** Names have changed: they are read again before the next answer. */
  forget(): void
}

type Deps<T extends Counted> = {
  load(): Promise<Named<T>[]>
  /** One that has come since `load`, and has no works yet. */
  one(id: T['id']): Promise<Named<T> | null>
  /** How many works each has; those without are left out. */
  counts(): ReadonlyMap<T['id'], number>
  /** Grows whenever the counts may have changed. */
  version(): number
  /** Milliseconds by a clock that never goes back. */
  now?: () => number
}

/**
 * A list that takes longer than this to write out is reused for a while: 25,000 names take tens of milliseconds, which block
 * other requests, and a scan changes their counts many times a second.
 */
const LONG_MS = 5
/** The while, in times that the writing took: at most a twentieth of all time goes into it. */
const REST = 20

/** `json` is the thing without its count, and without the closing brace. */
type Known<T> = Map<number | string, { thing: Named<T>; json: string }>

/** The names and counts of one version of the catalogue, and the answer once it has been requested. */
type State<T extends Counted> = {
  version: number
  known: Known<T>
  counted: ReadonlyMap<T['id'], number>
  answer?: PreparedAnswer
}

/** The circles, the tags or the voice actors: names from the database, counts from the read model. */
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
    // New names are no change of those that were known: they show by having works.
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
      return thing ? ({ ...thing, count: counted.get(id) ?? 0 } as T) : null
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
    // The circle of works that tell none has no name, and nothing is to be listed by it.
    if (count > 0 && thing.name !== '') items.push({ count, json })
  }
  items.sort((a, b) => b.count - a.count)
  const body = Buffer.from(`[${items.map(({ count, json }) => `${json},"count":${count}}`).join(',')}]`)
  // Named by what it says: most changes of the catalogue leave these lists as they were.
  return { tag: hash('sha1', body), body: () => body, isLasting: true }
}
