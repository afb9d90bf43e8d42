import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** For some minutes of sound. */
const TIMEOUT_MS = 60_000
const MAX_BYTES = 256 * 1024 * 1024

const outputs = {
  opus: ['-c:a', 'libopus', '-b:a', '64k', '-f', 'opus'],
  // without a seekable output an m4a needs its index in fragments
  m4a: ['-c:a', 'aac', '-b:a', '80k', '-movflags', 'frag_keyframe+empty_moov+default_base_moof', '-f', 'mp4'],
  aac: ['-c:a', 'aac', '-b:a', '80k', '-f', 'adts'],
} as const

export type FfmpegFormat = keyof typeof outputs

/**
 * A WAV in a format that only ffmpeg writes, the same bytes each time from the same ffmpeg.
 *
 * @throws with the end of ffmpeg's own words
 */
export async function convertWithFfmpeg(
  ffmpegPath: string,
  wav: Uint8Array,
  format: FfmpegFormat,
  tags: Record<string, string>,
): Promise<Buffer> {
  const metadata = Object.entries(tags).flatMap(([name, value]) => ['-metadata', `${name}=${value}`])
  const exact = ['-map_metadata', '-1', '-fflags', '+bitexact', '-flags:a', '+bitexact']
  const input = ['-hide_banner', '-v', 'error', '-nostdin', '-protocol_whitelist', 'pipe', '-f', 'wav', '-i', 'pipe:0']
  const running = promisify(execFile)(ffmpegPath, [...input, ...exact, ...metadata, ...outputs[format], 'pipe:1'], {
    encoding: 'buffer',
    timeout: TIMEOUT_MS,
    maxBuffer: MAX_BYTES,
  })
  // When ffmpeg ends early its exit code says why, not the broken pipe.
  running.child.stdin?.on('error', () => {}).end(wav)
  const { stdout } = await running.catch((error: Error) => {
    throw new Error(`ffmpeg could not write ${format}: ${error.message}`, { cause: error })
  })
  return stdout
}
