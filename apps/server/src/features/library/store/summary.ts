import { isSubtitle } from '../files/file-kinds.ts'

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
const DISC = /(?<![a-z])(?:dis[ck]|cd|ディスク)[\s_.-]*0*(\d{1,2})(?!\d)/
const WITH_OR_WITHOUT_EFFECTS =
  /[\s_.\-([（【]*(?:(?:se|bgm|効果音|环境音|音效)[\s_-]*(?:なし|無し?|あり|有り?|无)|(?:no|without|with)[\s_-]*(?:se|bgm|effects?))[\s)\]）】]*$/

/**
 * Returns a work's listening time in seconds. The same recording in several formats, or with and without effects, has
 * one name in several folders: it counts once for each duration, and on each disc.
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

/** Returns the disc that a file's folders name, if any, and its name without extension and a remark about sound effects. */
function recordingName(path: string): string {
  const parts = path.normalize('NFKC').toLowerCase().split('/')
  const name = (parts.pop() ?? '').replace(/\.[^.]*$/, '').trim()
  const disc = parts.map((folder) => DISC.exec(folder)?.[1] ?? '').join('')
  return `${disc}/${name.replace(WITH_OR_WITHOUT_EFFECTS, '') || name}`
}

export function hasSubtitle(files: readonly SummaryFile[]): boolean {
  return files.some(({ path }) => isSubtitle(path))
}
