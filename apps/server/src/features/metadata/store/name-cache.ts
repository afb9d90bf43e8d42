import type { Db } from '#db/open.ts'

import { mergedIds, type Merges, readLastNameChange, readMerges } from './merged-names.ts'
import { localKeys, type TagNames } from './tag-names.ts'
import { takeWriteLock } from './write-lock.ts'

export type KnownTag = { id: number; key: string; names: TagNames }

/**
 * Caches ids of names between works, for one scan or import. Rollbacks are safe: what a
 * transaction wrote is dropped when the next one begins, and looked up again.
 */
export type NameCache = ReturnType<typeof createNameCache>

export function createNameCache() {
  let committed = createLayer()
  let own = createLayer()
  let merges: Merges = new Map()
  let lastNameChange = 0
  let transaction: Db | null = null
  let areTagsLoaded = false
  let unsureTags: string[] = []

  return {
    /** Must be called first in each transaction that uses the cache. */
    async enter(tx: Db): Promise<void> {
      if (tx === transaction) return
      transaction = tx
      unsureTags.push(...own.tags.keys())
      own = createLayer()
      await takeWriteLock(tx)
      const last = await readLastNameChange(tx)
      if (last === lastNameChange) return
      committed = createLayer()
      areTagsLoaded = false
      unsureTags = []
      merges = await readMerges(tx)
      lastNameChange = last
    },
    merges: () => merges,
    circle: (key: string) => own.circles.get(key) ?? committed.circles.get(key),
    series: (circleId: number, key: string) => {
      const inCircle = `${circleId} ${key}`
      return own.series.get(inCircle) ?? committed.series.get(inCircle)
    },
    hasStaff: (key: string) => own.staff.has(key) || committed.staff.has(key),
    hasVoiceActor: (key: string) => own.voiceActors.has(key) || committed.voiceActors.has(key),
    hasTag: (key: string) => own.tags.has(key) || committed.tags.has(key),
    /** Returns the tag with that name, or the only one with it as a local name; merged tags are one. */
    tag(key: string): KnownTag | undefined {
      const tagOf = (tagKey: string) => own.tags.get(tagKey) ?? committed.tags.get(tagKey)
      const byKey = tagOf(key)
      if (byKey) return byKey
      const others = new Set([...(own.tagsByLocalName.get(key) ?? []), ...(committed.tagsByLocalName.get(key) ?? [])])
      const tags = [...others].flatMap((other) => tagOf(other) ?? [])
      const ids = mergedIds(
        merges,
        'tag',
        tags.map(({ id }) => id),
      )
      return new Set(ids).size === 1 ? (tags.find(({ id }) => id === ids[0]) ?? tags[0]) : undefined
    },
    /** Keys of tags to look up before comparing: all at first, then those written since. */
    tagsToLoad: (): 'all' | string[] => (areTagsLoaded ? unsureTags : 'all'),
    setTagsLoaded() {
      areTagsLoaded = true
      unsureTags = []
    },
    /** `isOwn`: possibly written by this transaction, and so not yet visible to others. */
    keepCircle(key: string, circle: { id: number; code: string }, isOwn: boolean) {
      ;(isOwn ? own : committed).circles.set(key, circle)
    },
    keepSeries(circleId: number, key: string, series: { id: number; code: string }, isOwn: boolean) {
      ;(isOwn ? own : committed).series.set(`${circleId} ${key}`, series)
    },
    keepStaff(key: string, isOwn: boolean) {
      ;(isOwn ? own : committed).staff.add(key)
    },
    keepVoiceActor(key: string, isOwn: boolean) {
      ;(isOwn ? own : committed).voiceActors.add(key)
    },
    keepTag(tag: KnownTag, isOwn: boolean) {
      const layer = isOwn ? own : committed
      layer.tags.set(tag.key, tag)
      for (const local of localKeys(tag.names)) {
        const keys = layer.tagsByLocalName.get(local) ?? new Set()
        layer.tagsByLocalName.set(local, keys.add(tag.key))
      }
    },
  }
}

function createLayer() {
  return {
    circles: new Map<string, { id: number; code: string }>(),
    /** By the circle's id and their key. */
    series: new Map<string, { id: number; code: string }>(),
    staff: new Set<string>(),
    voiceActors: new Set<string>(),
    tags: new Map<string, KnownTag>(),
    /** Tag keys by the keys of their local names. */
    tagsByLocalName: new Map<string, Set<string>>(),
  }
}
