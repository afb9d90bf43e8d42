import type { FileKind } from '@otodana/contract'

// One table; a browser plays every audio kind in it, itself or through ffmpeg (see `media/content-type.ts`). PDF is `other`:
// no reader shows it inline.
const extensions: Record<Exclude<FileKind, 'other'>, readonly string[]> = {
  audio: (
    'mp3 flac wav opus ogg oga m4a m4b aac mp4 webm weba ' +
    'wma ape wv tta tak dsf dff aif aiff aifc mka ac3 eac3 dts mp2 mpc caf au w64 amr spx'
  ).split(' '),
  image: ['jpg', 'jpeg', 'png', 'webp', 'gif', 'avif', 'bmp'],
  text: ['txt', 'md', 'lrc', 'srt', 'vtt', 'ass'],
}

const subtitles = new Set(['lrc', 'srt', 'vtt', 'ass'])

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
