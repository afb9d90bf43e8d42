import { spawn } from 'node:child_process'

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
 * @throws with the end of ffmpeg's own words when it fails
 */
export function convertWithFfmpeg(
  ffmpegPath: string,
  wav: Uint8Array,
  format: FfmpegFormat,
  tags: Record<string, string>,
): Promise<Buffer> {
  const metadata = Object.entries(tags).flatMap(([name, value]) => ['-metadata', `${name}=${value}`])
  const exact = ['-map_metadata', '-1', '-fflags', '+bitexact', '-flags:a', '+bitexact']
  const input = ['-hide_banner', '-v', 'error', '-nostdin', '-protocol_whitelist', 'pipe', '-f', 'wav', '-i', 'pipe:0']
  const child = spawn(ffmpegPath, [...input, ...exact, ...metadata, ...outputs[format], 'pipe:1'])
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    let complaint = ''
    child.stdout.on('data', (part: Buffer) => parts.push(part))
    child.stderr.on('data', (part: Buffer) => (complaint = (complaint + part.toString()).slice(-2000)))
    child.on('error', reject)
    // when ffmpeg ends early its exit code says why, not the broken pipe
    child.stdin.on('error', () => {})
    child.on('close', (code) => {
      if (code === 0) resolve(Buffer.concat(parts))
      else reject(new Error(`ffmpeg could not write ${format} (exit code ${code}): ${complaint.trim()}`))
    })
    child.stdin.end(wav)
  })
}
