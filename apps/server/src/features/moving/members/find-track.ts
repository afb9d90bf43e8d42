import type { Db } from '#db/open.ts'

/** Why a track is not found. */
export const noTrack = { none: 'The work has no such track', several: 'Several tracks of the work have this name' }

/** The recordings of works, by the work's id. */
export async function audioFiles(db: Db, items: readonly { workId: number }[]) {
  const rows = await db
    .selectFrom('file')
    .select(['id', 'work_id', 'path'])
    .where('kind', '=', 'audio')
    .where('work_id', 'in', [-1, ...items.map(({ workId }) => workId)])
    .execute()
  return Map.groupBy(rows, (row) => row.work_id)
}

/** A track as another instance or program names it: by the path in its work's folder, or else by its name. */
export type TrackRef = {
  /** May have more in front of it, as in an address. */
  path?: string | undefined
  title: string
}

/**
 * Finds the file with the path, or the only one with that name.
 *
 * @returns `none`, or `several` have the name
 */
export function findTrack<F extends { path: string }>(
  { path, title }: TrackRef,
  files: readonly F[],
): F | 'none' | 'several' {
  // "/1.mp3" is the end of "disc/1.mp3" too: the longest path is meant.
  const [byPath] = files
    .filter((file) => path !== undefined && (path === file.path || path.endsWith(`/${file.path}`)))
    .toSorted((a, b) => b.path.length - a.path.length)
  if (byPath) return byPath
  const [first, ...others] = files.filter(({ path: own }) => {
    const name = own.slice(own.lastIndexOf('/') + 1)
    return name === title || name.replace(/\.[^.]+$/, '') === title
  })
  return others.length > 0 ? 'several' : (first ?? 'none')
}
