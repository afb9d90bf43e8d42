import { sortedAsTree } from '#features/tracks/index.ts'

export type WorkTrack = { id: number; path: string; durationSeconds: number | null }

/** @param share  how much of the track's folder lies before the position, from 0 to 1 */
export type BegunTrack = { track: WorkTrack; seconds: number; share: number }

/**
 * Returns the track that a work continues with: the one played last or, if that was played to its end, the next one in
 * its folder. null if there is none: the work is finished, or the file is gone.
 *
 * @param tracks  the work's playable files
 * @param seconds  the position in the file played last; 0: at its end
 */
export function begunTrack(tracks: readonly WorkTrack[], lastFileId: number, seconds: number): BegunTrack | null {
  const last = tracks.find(({ id }) => id === lastFileId)
  if (!last) return null
  const folder = sortedAsTree(
    tracks.filter(({ path }) => folderOf(path) === folderOf(last.path)),
    ({ path }) => path,
  )
  const at = folder.indexOf(last) + (seconds === 0 ? 1 : 0)
  const track = folder[at]
  if (!track) return null
  const before = totalSeconds(folder.slice(0, at)) + seconds
  const total = totalSeconds(folder)
  return { track, seconds, share: total > 0 ? Math.min(1, before / total) : 0 }
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}

function totalSeconds(tracks: readonly WorkTrack[]): number {
  return tracks.reduce((sum, { durationSeconds }) => sum + (durationSeconds ?? 0), 0)
}
