import { foldText } from '@otodana/keyword'

import type { CatalogueService } from '#features/catalogue/index.ts'

import { GROUP_END } from './circle-groups.ts'
import { davName, uniqueNames } from './names.ts'
import type { WebdavRepository } from './webdav.repository.ts'

export type Circle = {
  id: number
  /** That of its folder. */
  name: string
  /** How it is sorted and grouped. */
  key: string
}

export type Circles = {
  /** Those with works, in order. */
  list(): Promise<readonly Circle[]>
  find(name: string): Promise<Circle | null>
}

/** Names of other folders and files beside the circles. */
export const WORKS = 'works'
export const PLAYLISTS = 'playlists'
const NAMELESS = 'Unknown circle'

/** During a scan the library changes many times a second, and large ones have twenty thousand circles. */
const SHARE_OF_TIME = 0.05
const CHEAP_MS = 10

type Known = { version: number; circles: readonly Circle[]; byName: ReadonlyMap<string, Circle> }

/** The folders of circles, made again when the library has changed. */
export function createCircles(repository: Pick<WebdavRepository, 'circleNames'>, catalogue: CatalogueService): Circles {
  const { index } = catalogue
  /** By id, with the name that they were made from. */
  let parts = new Map<number, { of: string; name: string; key: string }>()
  let known: Promise<Known> | null = null
  let knownVersion = -1
  let madeAtMs = 0
  let tookMs = 0

  function partsOf(id: number, of: string) {
    const last = parts.get(id)
    if (last?.of === of) return last
    const safe = davName(of.trim() || NAMELESS)
    return { of, name: safe.endsWith(GROUP_END) ? `${safe}_` : safe, key: davName(foldText(safe)) }
  }

  async function make(): Promise<Known> {
    const startedAt = performance.now()
    const { version } = index
    const rows = await repository.circleNames()
    const counts = index.circleCounts()
    const next: typeof parts = new Map()
    for (const { id, name } of rows) if (counts.has(id)) next.set(id, partsOf(id, name))
    parts = next
    const named = uniqueNames(
      [...next.keys()].sort((a, b) => a - b),
      (id) => next.get(id)!.name,
      String,
      [WORKS, PLAYLISTS],
    )
    const circles = Array.from(named, ([name, id]) => ({ id, name, key: next.get(id)!.key }))
    circles.sort((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)) || a.id - b.id)
    tookMs = performance.now() - startedAt
    madeAtMs = performance.now()
    return { version, circles, byName: new Map(circles.map((circle) => [circle.name, circle])) }
  }

  function isFresh(): boolean {
    if (knownVersion === index.version) return true
    return tookMs > CHEAP_MS && performance.now() - madeAtMs < tookMs / SHARE_OF_TIME
  }

  function current(): Promise<Known> {
    if (known !== null && isFresh()) return known
    knownVersion = index.version
    const made = make()
    made.catch(() => {
      if (known === made) known = null
    })
    known = made
    return made
  }

  return {
    list: async () => (await current()).circles,
    find: async (name) => (await current()).byName.get(name) ?? null,
  }
}
