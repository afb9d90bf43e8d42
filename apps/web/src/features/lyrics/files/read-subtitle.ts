import {
  guessLanguage,
  MAX_SUBTITLE_BYTES,
  parseSubtitleFile,
  SubtitleError,
  type Cue,
  type SubtitleProblem,
} from '@otodana/subtitles'
import type { QueryClient } from '@tanstack/react-query'

import { ApiError } from '#lib/api/api.ts'
import { fetchBytes } from '#lib/api/fetch-bytes.ts'

import type { SubtitleFile } from './subtitle-files.ts'

/** A file's lines, or why it is unusable; `unreachable` if loading failed. */
export type Reading =
  | { cues: readonly Cue[]; language: string | null; problem: null }
  | { cues: null; language: null; problem: SubtitleProblem | 'unreachable' }

/** Parses a subtitle. A broken file is reported and does not throw. */
export function readBytes(bytes: Uint8Array, name: string): Reading {
  try {
    const cues = parseSubtitleFile(bytes, name)
    return { cues, language: guessLanguage(cues), problem: null }
  } catch (error) {
    if (error instanceof SubtitleError) return { cues: null, language: null, problem: error.problem }
    throw error
  }
}

/** Concurrent requests: few, so as not to slow down playback. */
const AT_ONCE = 4
const FRESH_MS = 5 * 60_000

/** Reads files, each once while fresh, however many tracks of its work need it. */
export async function readFiles(
  queryClient: QueryClient,
  files: readonly SubtitleFile[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Reading>> {
  const readings = new Map<string, Reading>()
  const waiting = files.values()
  const work = async () => {
    for (const file of waiting) {
      signal.throwIfAborted()
      readings.set(file.id, await readFile(queryClient, file))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return readings
}

/** Returns cached readings; undefined if any file has not been read yet. */
export function readingsAtHand(
  queryClient: QueryClient,
  files: readonly SubtitleFile[],
): ReadonlyMap<string, Reading> | undefined {
  const readings = new Map<string, Reading>()
  for (const { id } of files) {
    const reading = queryClient.getQueryData<Reading>(['subtitle', id])
    if (!reading) return undefined
    readings.set(id, reading)
  }
  return readings
}

async function readFile(queryClient: QueryClient, { id, name, source }: SubtitleFile): Promise<Reading> {
  try {
    return await queryClient.fetchQuery({
      queryKey: ['subtitle', id],
      queryFn: async ({ signal }) => readBytes(await bytesOf(source, signal), name),
      staleTime: FRESH_MS,
      structuralSharing: false,
    })
  } catch (error) {
    // Not cached, so that the next read tries again.
    if (error instanceof ApiError) return { cues: null, language: null, problem: 'unreachable' }
    throw error
  }
}

async function bytesOf(source: SubtitleFile['source'], signal: AbortSignal): Promise<Uint8Array> {
  if ('local' in source) return source.local.content
  // One byte more than allowed, to detect that it is too large.
  return fetchBytes(source.url, MAX_SUBTITLE_BYTES + 1, signal)
}
