import type { FileKind } from '@otodana/contract'

import { playsInBrowsers } from '#features/media/index.ts'

/** Below this bit rate a source is small already: a stream of 80 to 96 kbit/s would save little and cost quality. */
const SMALL_SOURCE_BITS = 160_000
/** Longer files are not tracks, and their tables of contents would take megabytes. */
const MAX_STREAM_SECONDS = 24 * 60 * 60

export type Source = { kind: FileKind; size_bytes: number; duration_seconds: number | null }

/** Whether a stream of a file can be generated: only audio of known duration. */
export function canBeStreamed({ kind, duration_seconds: duration }: Omit<Source, 'size_bytes'>): boolean {
  return kind === 'audio' && duration !== null && duration > 0 && duration <= MAX_STREAM_SECONDS
}

/** Whether such a stream is useful: smaller than the file, or the only playable form in browsers. */
export function isWorthStreaming(source: Source & { path: string }): boolean {
  if (!canBeStreamed(source)) return false
  return !playsInBrowsers(source.path) || (source.size_bytes * 8) / source.duration_seconds! > SMALL_SOURCE_BITS
}
