import { sortedAsTree } from '#features/tracks/index.ts'

import { nameOf } from './shown-work.ts'

export type WorkTrack = { id: number; path: string; durationSeconds: number | null }

/** @param share  how much of the track's folder lies before the position, from 0 to 1 */
export type BegunTrack = { track: WorkTrack; seconds: number; share: number }

/**
 * Returns the track that a work continues with: the one played last or, if that was played to its end, the next one of
 * its folder, then the first of the next folder beside it. null if there is none: the work is finished, or the file is
 * gone.
 *
 * @param tracks  the work's playable files
 * @param positions  the seconds at which files were left; 0: at the end
 */
export function begunTrack(
  tracks: readonly WorkTrack[],
  lastFileId: number,
  positions: ReadonlyMap<number, number>,
): BegunTrack | null {
  const last = tracks.find(({ id }) => id === lastFileId)
  if (!last) return null
  const sorted = sortedAsTree(tracks, ({ path }) => path)
  const isAtEnd = (positions.get(lastFileId) ?? 0) === 0
  const track = isAtEnd ? trackAfter(sorted, last) : last
  if (!track) return null
  const seconds = positions.get(track.id) ?? 0
  const folder = recordingsBeside(sorted, track)
  const before = totalSeconds(folder.slice(0, folder.indexOf(track))) + seconds
  const total = totalSeconds(folder)
  return { track, seconds, share: total > 0 ? Math.min(1, before / total) : 0 }
}

function trackAfter(sorted: readonly WorkTrack[], last: WorkTrack): WorkTrack | undefined {
  const folder = recordingsBeside(sorted, last)
  const next = folder[folder.indexOf(last) + 1]
  if (next) return next
  const own = folderOf(last.path)
  if (own === '') return undefined
  // Only the same format: other formats have folders of their own.
  const beside = sorted.filter(
    ({ path }) =>
      path !== nameOf(path) && folderOf(folderOf(path)) === folderOf(own) && formatOf(path) === formatOf(last.path),
  )
  const folders = [...Map.groupBy(beside, ({ path }) => folderOf(path))]
  const others = folders.slice(folders.findIndex(([path]) => path === own) + 1)
  return others.find(([, files]) => !isVersion(files, folder))?.[1][0]
}

/** Whether two folders hold the same recordings, with and without effects for example: as many, of the same lengths. */
function isVersion(tracks: readonly WorkTrack[], others: readonly WorkTrack[]): boolean {
  return (
    tracks.length === others.length &&
    tracks.every(({ path, durationSeconds }, at) => {
      const other = others[at]!
      if (durationSeconds === null || other.durationSeconds === null) {
        return nameOf(stemOf(path)) === nameOf(stemOf(other.path))
      }
      return Math.abs(durationSeconds - other.durationSeconds) < 1
    })
  )
}

/** The recordings in a file's folder, each once: in the file's format where it exists. */
function recordingsBeside(sorted: readonly WorkTrack[], { path }: WorkTrack): WorkTrack[] {
  const folder = sorted.filter((one) => folderOf(one.path) === folderOf(path))
  const recordings = new Map<string, WorkTrack>()
  for (const one of folder) {
    const known = recordings.get(stemOf(one.path))
    if (!known || (formatOf(known.path) !== formatOf(path) && formatOf(one.path) === formatOf(path))) {
      recordings.set(stemOf(one.path), one)
    }
  }
  return [...recordings.values()]
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}

function stemOf(path: string): string {
  return path.slice(0, path.length - formatOf(path).length)
}

/** The extension with its dot; empty if there is none. */
function formatOf(path: string): string {
  return /\.[^./]*$/.exec(path)?.[0].toLowerCase() ?? ''
}

function totalSeconds(tracks: readonly WorkTrack[]): number {
  return tracks.reduce((sum, { durationSeconds }) => sum + (durationSeconds ?? 0), 0)
}
