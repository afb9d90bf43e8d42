import { resolve } from 'node:path'

import { canRunFfmpeg, runFfmpeg } from '#ffmpeg/run-ffmpeg.ts'

const TIMEOUT_MS = 60_000
const MAX_BYTES = 4 * 1024 * 1024
const NICENESS = 5
const known = new Map<string, Promise<boolean>>()

/**
 * The length of the first sound stream, by letting ffmpeg copy it to nowhere.
 *
 * @returns seconds, or null when ffmpeg does not run, cannot read the file or takes over a minute
 * @throws the signal's reason when it was aborted; ffmpeg is killed then
 */
export async function ffmpegDuration(ffmpegPath: string, path: string, signal?: AbortSignal): Promise<number | null> {
  if (!(await canRun(ffmpegPath))) return null
  const input = ['-nostdin', '-v', 'error', '-protocol_whitelist', 'file,pipe', '-i', `file:${resolve(path)}`]
  const output = ['-map', '0:a:0', '-vn', '-sn', '-dn', '-c', 'copy', '-f', 'null', '-progress', 'pipe:1', '-']
  const printed = await run(ffmpegPath, [...input, ...output], signal)
  signal?.throwIfAborted()
  const [last] = [...(printed ?? '').matchAll(/^out_time_us=(\d+)$/gm)].slice(-1)
  const seconds = Number(last?.[1] ?? 0) / 1_000_000
  return seconds > 0 ? seconds : null
}

function canRun(ffmpegPath: string): Promise<boolean> {
  const checked = known.get(ffmpegPath) ?? canRunFfmpeg(ffmpegPath)
  known.set(ffmpegPath, checked)
  return checked
}

/** What it printed, or null when it failed. */
async function run(ffmpegPath: string, commandArguments: string[], signal = new AbortController().signal) {
  const limits = { timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES, niceness: NICENESS }
  return runFfmpeg({ ffmpegPath, arguments: commandArguments, signal, ...limits }).then(
    ({ output }) => output.toString(),
    () => null,
  )
}
