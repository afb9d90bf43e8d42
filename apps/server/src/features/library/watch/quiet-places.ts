import { opendir, stat } from 'node:fs/promises'
import { join } from 'node:path'

import { type Place, placeKey } from '../folders/identities.ts'

export const quietLimits = {
  /** How often changed folders are compared with how they were. */
  pollMs: 1_000,
  /** How long a folder must stay the same before it is scanned. */
  quietMs: 3_000,
  /** A folder that keeps changing is scanned after this time. */
  patienceMs: 30 * 60_000,
  /** Entries of a folder that are compared. */
  entries: 5_000,
  /** Changed folders that wait at once; instead of more, their library folder waits as a whole. */
  places: 2_000,
} as const

type Waiting = { place: Place; firstMs: number; changedMs: number; looks: string }

/**
 * Changed folders that wait until nothing is copied into them any more.
 *
 * @param look  describes what a folder holds; equal while it stays the same
 * @param now   in ms
 */
export function createQuietPlaces(
  look: (place: Place) => Promise<string>,
  now: () => number,
  quietMs: number = quietLimits.quietMs,
) {
  const waiting = new Map<string, Waiting>()
  const aWaiting = (place: Place): Waiting => ({ place, firstMs: now(), changedMs: now(), looks: '' })

  return {
    add(place: Place): void {
      const whole = { root: place.root, path: '' }
      const [key, keyOfWhole] = [placeKey(place), placeKey(whole)]
      const known = waiting.get(key) ?? waiting.get(keyOfWhole)
      if (known) known.changedMs = now()
      else if (waiting.size < quietLimits.places) waiting.set(key, aWaiting(place))
      else {
        for (const [other, { place: waits }] of waiting) if (waits.root === place.root) waiting.delete(other)
        waiting.set(keyOfWhole, aWaiting(whole))
      }
    },

    /** Returns the folders that have become quiet, and forgets them. */
    async take(): Promise<Place[]> {
      const ready: Place[] = []
      for (const [key, entry] of waiting) {
        const looks = await look(entry.place)
        if (looks !== entry.looks) Object.assign(entry, { looks, changedMs: now() })
        const isQuiet = now() - entry.changedMs >= quietMs
        if (!isQuiet && now() - entry.firstMs < quietLimits.patienceMs) continue
        waiting.delete(key)
        ready.push(entry.place)
      }
      return ready
    },

    isEmpty: () => waiting.size === 0,
  }
}

/** Describes a file, or what a folder holds, by sizes and times, without reading it. What is gone is empty. */
export async function lookOf({ root, path }: Place): Promise<string> {
  const itself = await stat(join(root, path)).catch(() => null)
  if (itself?.isFile()) return `${itself.size} ${itself.mtimeMs}`
  let [entries, bytes, latestMs] = [0, 0, 0]
  const open = [join(root, path)]
  for (let folder = open.pop(); folder !== undefined && entries < quietLimits.entries; folder = open.pop()) {
    try {
      for await (const entry of await opendir(folder)) {
        if (++entries >= quietLimits.entries) break
        const inside = join(folder, entry.name)
        if (entry.isDirectory()) open.push(inside)
        if (!entry.isFile()) continue
        const { size, mtimeMs } = await stat(inside)
        bytes += size
        latestMs = Math.max(latestMs, mtimeMs)
      }
    } catch {
      // Gone meanwhile, or no folder: what is left is compared.
    }
  }
  return `${entries} ${bytes} ${latestMs}`
}
