import type { FileKind } from '@otodana/contract'
import { audioExtensions, subtitleFormats } from '@otodana/subtitles'

// One table; a browser plays every audio kind in it, itself or through ffmpeg (see `media/content-type.ts`). PDF is `other`:
// no reader shows it inline.
const extensions: Record<Exclude<FileKind, 'other'>, readonly string[]> = {
  audio: audioExtensions,
  image: ['jpg', 'jpeg', 'png', 'webp', 'gif', 'avif', 'bmp'],
  text: ['txt', 'md', ...subtitleFormats],
}

const subtitles = new Set<string>(subtitleFormats)

const kindOf = new Map<string, FileKind>(
  Object.entries(extensions).flatMap(([kind, names]) => names.map((name) => [name, kind as FileKind] as const)),
)

/** The part of a file's name after its last dot, in lower case; empty without one. */
export function extensionOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const dot = name.lastIndexOf('.')
  return dot > 0 ? name.slice(dot + 1).toLowerCase() : ''
}

/** What a file is, by its name alone: a broken mp3 is audio that cannot be played. */
export function fileKind(path: string): FileKind {
  return kindOf.get(extensionOf(path)) ?? 'other'
}

export function isSubtitle(path: string): boolean {
  return subtitles.has(extensionOf(path))
}
