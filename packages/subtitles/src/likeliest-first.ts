import { MAX_SUBTITLE_BYTES } from './limits.ts'
import { LEAST_SELECTABLE_SIMILARITY, nameSimilarity } from './match.ts'
import type { Belonging } from './matcher.ts'
import { folderOf, nameOf } from './subtitle-folders.ts'

/** More are not listed for a track, nor more bytes in all. */
export const MAX_LISTED_SUBTITLES = 200
export const MAX_LISTED_BYTES = 4 * MAX_SUBTITLE_BYTES
/** To choose one without asking, no more than these are read: the likeliest. */
export const MAX_UNASKED_SUBTITLES = 12
/** Of more that no name or number gives to a track, those in its folder and then the first ones are compared with it. */
const MAX_COMPARED = 500

/** A subtitle before it is read. */
export type UnreadSubtitle = {
  /** `/` between names. */
  path: string
  sizeBytes: number
  /** The listener has it on this device, and so wants it. */
  isOnDevice?: boolean
}

export type Likelihood = {
  belonging: Belonging
  /** Of its name and the track's, 0 to 1. */
  similarity: number
}

/**
 * The subtitles of a work as they are listed for one of its tracks and read: its own first, those of other tracks last, others
 * by how like their names are. Of equals those on this device come first, then those in the track's own folder.
 *
 * @param subtitles  in the order in which they lie in the work
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
    // They stay as they lie in the work.
    if (a.belonging === 'another') return 0
    // All of its own are as sure.
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
    // What is too large is listed, and found to be so without being read to its end.
    bytes += Math.min(file.sizeBytes, MAX_SUBTITLE_BYTES)
    if (listed.length >= MAX_LISTED_SUBTITLES || bytes > MAX_LISTED_BYTES) break
    listed.push({ ...file, belonging, similarity })
  }
  return listed
}

const ranks: Record<Belonging, number> = { own: 0, open: 1, another: 2 }

/** Whether it may be chosen without asking, told before it is read. */
export function isSelectable({ belonging, similarity }: Likelihood): boolean {
  return belonging === 'own' || (belonging === 'open' && similarity >= LEAST_SELECTABLE_SIMILARITY)
}
