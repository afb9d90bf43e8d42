import { confidenceOf } from './match.ts'

/** Of a work with more, those beside the subtitle come first, and the rest is not compared. */
const MAX_COMPARED = 300
/** Of recordings that fit alike, the format that plays everywhere and is small. */
const FORMATS = ['mp3', 'm4a', 'aac', 'opus', 'ogg', 'flac', 'wav']

/** `/` between names; its length is null when it is not known. */
type Audio = { path: string; durationSeconds: number | null }
type Subtitle = { path: string; durationSeconds: number }

/**
 * The audio that a subtitle belongs to: the one that it fits best (LYR-02), of equals one in the same folder.
 *
 * @param audio  of the work, in an order of its own: of those that fit alike in everything the first is taken
 * @returns null when the work has no audio that is anything like it
 */
export function matchAudio<A extends Audio>(subtitle: Subtitle, audio: readonly A[]): A | null {
  const folder = folderOf(subtitle.path)
  const compared = audio
    .map((file) => ({ file, isBeside: folderOf(file.path) === folder, format: formatOf(file.path) }))
    .sort((a, b) => Number(b.isBeside) - Number(a.isBeside) || a.format - b.format)
    .slice(0, MAX_COMPARED)
  let best: A | null = null
  let bestConfidence = 0
  for (const { file } of compared) {
    const confidence = confidenceOf(
      { name: nameOf(file.path), durationSeconds: file.durationSeconds ?? 0 },
      { name: nameOf(subtitle.path), durationSeconds: subtitle.durationSeconds },
    )
    if (confidence > bestConfidence) [best, bestConfidence] = [file, confidence]
  }
  // A work's only recording is its subtitle's, whatever either is called.
  return best ?? (audio.length === 1 ? audio[0]! : null)
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

function formatOf(path: string): number {
  const index = FORMATS.indexOf(path.slice(path.lastIndexOf('.') + 1).toLowerCase())
  return index === -1 ? FORMATS.length : index
}
