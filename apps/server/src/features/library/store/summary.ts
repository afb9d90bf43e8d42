import { extensionOf, isSubtitle } from '../files/file-kinds.ts'

export type SummaryFile = {
  id: number
  path: string
  kind: 'audio' | 'text' | 'image' | 'other'
  duration_seconds: number | null
  has_picture: 0 | 1
  problem: string | null
}

// Encoders pad: the same recording as mp3 and wav differs by less.
const SAME_LENGTH_SECONDS = 1.5
const WITH_OR_WITHOUT_EFFECTS =
  /[\s_.\-([（【]*(?:(?:se|bgm|効果音|环境音|音效)[\s_-]*(?:なし|無し?|あり|有り?|无)|(?:no|without|with)[\s_-]*(?:se|bgm|effects?))[\s)\]）】]*$/

/**
 * Returns a work's listening time in seconds. The same recording in several formats, or with and without effects, has
 * one name in several folders: it counts once for each duration.
 */
export function workDuration(files: readonly SummaryFile[]): number {
  const lengths = new Map<string, number[]>()
  for (const { path, kind, duration_seconds: seconds } of files) {
    if (kind !== 'audio' || seconds === null) continue
    const stem = recordingName(path)
    const known = lengths.get(stem)
    if (known) known.push(seconds)
    else lengths.set(stem, [seconds])
  }
  let total = 0
  for (const seconds of lengths.values()) {
    let last = Number.NEGATIVE_INFINITY
    for (const length of seconds.sort((a, b) => a - b)) {
      if (length - last <= SAME_LENGTH_SECONDS) continue
      total += length
      last = length
    }
  }
  return Math.round(total * 1000) / 1000
}

/** Returns a file's name without folders, extension and a remark about sound effects. */
function recordingName(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.[^.]*$/, '')
  const folded = name.normalize('NFKC').toLowerCase().trim()
  return folded.replace(WITH_OR_WITHOUT_EFFECTS, '') || folded
}

export function hasSubtitle(files: readonly SummaryFile[]): boolean {
  return files.some(({ path }) => isSubtitle(path))
}

const coverNames = ['cover', 'folder', 'jacket', 'main', '表紙', 'ジャケット', 'サムネ', '封面']
const natural = new Intl.Collator('ja', { numeric: true })

/**
 * Chooses a work's cover: the image named in its sidecar, else one with a usual cover name, else the first image, else
 * an audio file with an embedded picture. The shallowest wins; then the better name, then natural order. Broken images
 * are excluded.
 *
 * @param named  path from the sidecar, relative to the work's folder
 */
export function coverFile(files: readonly SummaryFile[], named: string | null): number | null {
  return coverCandidates(files, named)[0]?.id ?? null
}

/** All cover candidates, best first. */
export function coverCandidates<T extends Omit<SummaryFile, 'id'>>(files: readonly T[], named: string | null): T[] {
  const images = files.filter(({ kind, problem }) => kind === 'image' && problem === null)
  const wanted = named?.normalize('NFC')
  const pictures = images.length > 0 ? images : files.filter(({ has_picture: carries }) => carries === 1)
  return pictures
    .map((file) => ({ file, ...coverRank(file.path), isNamed: file.path.normalize('NFC') === wanted }))
    .sort(
      (a, b) =>
        Number(b.isNamed) - Number(a.isNamed) ||
        Number(a.name === coverNames.length) - Number(b.name === coverNames.length) ||
        a.depth - b.depth ||
        a.name - b.name ||
        Number(a.isUnreadable) - Number(b.isUnreadable) ||
        natural.compare(a.file.path, b.file.path),
    )
    .map(({ file }) => file)
}

function coverRank(path: string) {
  // Of two with equal names, the one that cannot be decoded comes last.
  return { name: nameRank(path), depth: path.split('/').length, isUnreadable: extensionOf(path) === 'bmp' }
}

/** Returns the index of the first cover name that a file's name contains; their number if none. */
function nameRank(path: string): number {
  const name = path
    .slice(path.lastIndexOf('/') + 1)
    .normalize('NFKC')
    .toLowerCase()
  // `domain.png` is not `main.png`: a Latin name must be at the start of a word.
  const rank = coverNames.findIndex((cover) =>
    new RegExp(/^[a-z]/.test(cover) ? `(?<![a-z])${cover}` : cover).test(name),
  )
  return rank === -1 ? coverNames.length : rank
}
