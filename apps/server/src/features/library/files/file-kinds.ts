import type { FileKind } from '@otodana/contract'
import { audioExtensions, subtitleFormats } from '@otodana/subtitles'

// The only table; browsers play every audio kind in it, natively or through ffmpeg (see `media/content-type.ts`). PDF
// is `other`, because no reader shows it inline.
const extensions: Record<Exclude<FileKind, 'other'>, readonly string[]> = {
  audio: audioExtensions,
  image: ['jpg', 'jpeg', 'png', 'webp', 'gif', 'avif', 'bmp'],
  text: ['txt', 'md', ...subtitleFormats],
}

const subtitles = new Set<string>(subtitleFormats)

const kindOf = new Map<string, FileKind>(
  Object.entries(extensions).flatMap(([kind, names]) => names.map((name) => [name, kind as FileKind] as const)),
)

/** Returns the extension without the dot, in lower case; empty if there is none. */
export function extensionOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const dot = name.lastIndexOf('.')
  return dot > 0 ? name.slice(dot + 1).toLowerCase() : ''
}

/** Returns a file's kind by its name alone: a broken mp3 is audio that cannot be played. */
export function fileKind(path: string): FileKind {
  return kindOf.get(extensionOf(path)) ?? 'other'
}

export function isSubtitle(path: string): boolean {
  return subtitles.has(extensionOf(path))
}
