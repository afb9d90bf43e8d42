import { MAX_SUBTITLE_BYTES } from '../limits.ts'
import { LEAST_SELECTABLE_SIMILARITY, nameSimilarity } from './match.ts'
import type { Belonging } from './matcher.ts'
import { folderOf, nameOf } from './subtitle-folders.ts'

/** Maximum number of subtitles listed for a track. */
export const MAX_LISTED_SUBTITLES = 200
const MAX_LISTED_BYTES = 4 * MAX_SUBTITLE_BYTES
/** Maximum number of subtitles read to select one automatically. */
export const MAX_AUTO_READ_SUBTITLES = 12
/**
 * Maximum number of subtitles without a match by name or number that are compared with a track; those in its folder are
 * preferred.
 */
const MAX_COMPARED = 500

/** A subtitle that has not been read yet. */
export type UnreadSubtitle = {
  /** Separated by `/`. */
  path: string
  sizeBytes: number
  /** Whether the listener has it on this device, which makes it preferred. */
  isOnDevice?: boolean
}

export type Likelihood = {
  belonging: Belonging
  /** Of its name and the track's, 0 to 1. */
  similarity: number
}

/**
 * Sorts a work's subtitles for one of its tracks, in the order in which they are listed and read: the track's own
 * first, then others by similarity of names, those of other tracks last. Among equals, those on this device come first,
 * then those in the track's folder.
 *
 * @param subtitles  in their order in the work
 */
export function likeliestFirst<S extends UnreadSubtitle>(
  matcher: { belonging(audioPath: string, subtitlePath: string): Belonging },
  audioPath: string,
  subtitles: readonly S[],
): (S & Likelihood)[] {
  const folder = folderOf(audioPath)
  const nearness = (file: UnreadSubtitle) => (file.isOnDevice ? 2 : Number(folderOf(file.path) === folder))
  const all = subtitles.map((file) => ({
    file,
    belonging: matcher.belonging(audioPath, file.path),
    nearness: nearness(file),
    similarity: 0,
  }))
  const compared = all
    .filter(({ belonging }) => belonging !== 'another')
    .sort((a, b) => ranks[a.belonging] - ranks[b.belonging] || b.nearness - a.nearness)
  for (const entry of compared.slice(0, MAX_COMPARED)) {
    entry.similarity = nameSimilarity(nameOf(audioPath), nameOf(entry.file.path))
  }
  all.sort((a, b) => {
    if (a.belonging !== b.belonging) return ranks[a.belonging] - ranks[b.belonging]
    // Keep their order in the work.
    if (a.belonging === 'another') return 0
    // All of the track's own are equally certain.
    const isOwn = a.belonging === 'own'
    return (
      (isOwn ? Number(b.nearness === 2) - Number(a.nearness === 2) : 0) ||
      b.similarity - a.similarity ||
      b.nearness - a.nearness
    )
  })
  const listed: (S & Likelihood)[] = []
  let bytes = 0
  for (const { file, belonging, similarity } of all) {
    // An oversized file is listed, but reading stops at the limit.
    bytes += Math.min(file.sizeBytes, MAX_SUBTITLE_BYTES)
    if (listed.length >= MAX_LISTED_SUBTITLES || bytes > MAX_LISTED_BYTES) break
    listed.push({ ...file, belonging, similarity })
  }
  return listed
}

const ranks: Record<Belonging, number> = { own: 0, open: 1, another: 2 }

/** Whether a subtitle may be selected automatically, determined without reading it. */
export function isSelectable({ belonging, similarity }: Likelihood): boolean {
  return belonging === 'own' || (belonging === 'open' && similarity >= LEAST_SELECTABLE_SIMILARITY)
}
