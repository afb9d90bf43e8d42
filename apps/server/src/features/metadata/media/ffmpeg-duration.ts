import { resolve } from 'node:path'

import { libraryFormats } from '#ffmpeg/ffmpeg-input.ts'
import { canRunFfmpeg, runFfmpeg } from '#ffmpeg/run-ffmpeg.ts'

const HEADER_TIMEOUT_MS = 20_000
const TIMEOUT_MS = 60_000
/** Larger files get an estimate or nothing: reading them entirely would take minutes. */
const MAX_COPIED_BYTES = 1024 * 1024 * 1024
const MAX_BYTES = 4 * 1024 * 1024
/** A list of chapters may follow the relevant lines. */
const MAX_MESSAGES = 256 * 1024
const NICENESS = 5

const known = new Map<string, Promise<boolean>>()

type Asked = {
  ffmpegPath: string
  path: string
  sizeBytes: number
  /** Whether the duration in the headers is reliable. */
  trustsHeaders: boolean
  signal?: AbortSignal | undefined
}

/**
 * Returns the duration of the first audio stream: from the file's headers or, if they lack it, by having ffmpeg copy
 * the audio to a null output.
 *
 * @returns seconds, or null if ffmpeg does not run, cannot read the file, takes over a minute, or would have to read
 * more
 *   than a gigabyte
 * @throws the signal's reason; ffmpeg is killed
 */
export async function ffmpegDuration(asked: Asked): Promise<number | null> {
  if (!(await canRun(asked.ffmpegPath))) return null
  const found = asked.trustsHeaders ? await headerDuration(asked) : null
  if (found !== null && !found.isGuess) return found.seconds
  const copied = asked.sizeBytes <= MAX_COPIED_BYTES ? await copiedDuration(asked) : null
  return copied ?? found?.seconds ?? null
}

/** For audio without headers ffmpeg estimates the duration by the bit rate of its first seconds. */
async function headerDuration(asked: Asked): Promise<{ seconds: number; isGuess: boolean } | null> {
  const ran = await run(asked, 'info', ['-t', '0', '-f', 'null', '-'], HEADER_TIMEOUT_MS)
  const [, hours, minutes, rest] = /^\s*Duration: (\d+):(\d\d):(\d\d\.\d+)/m.exec(ran?.messages ?? '') ?? []
  const seconds = Number(hours) * 3_600 + Number(minutes) * 60 + Number(rest)
  if (!(seconds > 0)) return null
  return { seconds, isGuess: /Estimating duration from bitrate/.test(ran?.messages ?? '') }
}

async function copiedDuration(asked: Asked): Promise<number | null> {
  const ran = await run(asked, 'error', ['-f', 'null', '-progress', 'pipe:1', '-'], TIMEOUT_MS)
  const [last] = [...(ran?.output.toString() ?? '').matchAll(/^out_time_us=(\d+)$/gm)].slice(-1)
  const seconds = Number(last?.[1] ?? 0) / 1_000_000
  return seconds > 0 ? seconds : null
}

function canRun(ffmpegPath: string): Promise<boolean> {
  const checked = known.get(ffmpegPath) ?? canRunFfmpeg(ffmpegPath)
  known.set(ffmpegPath, checked)
  return checked
}

/** Returns what ffmpeg printed; null if it failed. */
async function run({ ffmpegPath, path, signal }: Asked, level: string, output: readonly string[], timeoutMs: number) {
  const input = ['-nostdin', '-hide_banner', '-nostats', '-v', level, '-format_whitelist', libraryFormats]
  const from = ['-protocol_whitelist', 'file,pipe', '-i', `file:${resolve(path)}`]
  const sound = ['-map', '0:a:0', '-vn', '-sn', '-dn', '-c', 'copy']
  try {
    return await runFfmpeg({
      ffmpegPath,
      arguments: [...input, ...from, ...sound, ...output],
      signal: signal ?? new AbortController().signal,
      timeoutMs,
      maxBytes: MAX_BYTES,
      maxMessages: MAX_MESSAGES,
      niceness: NICENESS,
    })
  } catch {
    signal?.throwIfAborted()
    return null
  }
}
