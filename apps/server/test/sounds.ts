import { execFile } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Writes sound of a form that ffmpeg's `lavfi` understands, in the format of the path's extension. */
export async function writeSound(path: string, source: string, seconds: number): Promise<void> {
  mkdirSync(dirname(path), { recursive: true })
  await run('ffmpeg', ['-v', 'error', '-nostdin', '-f', 'lavfi', '-i', source, '-t', String(seconds), '-ac', '2', path])
}

/**
 * Writes a moving picture of 64 × 48 pixels with a tone, in the format of the path's extension.
 *
 * @param codecs  ffmpeg's arguments: `['-c:v', 'libx264', '-c:a', 'aac']`
 */
export async function writeVideo(path: string, seconds: number, codecs: readonly string[]): Promise<void> {
  mkdirSync(dirname(path), { recursive: true })
  const picture = ['-f', 'lavfi', '-i', 'testsrc=size=64x48:rate=5']
  const sound = ['-f', 'lavfi', '-i', 'sine=frequency=330:sample_rate=48000']
  const format = ['-t', String(seconds), '-pix_fmt', 'yuv420p', ...codecs, path]
  await run('ffmpeg', ['-v', 'error', '-nostdin', ...picture, ...sound, ...format])
}

/** The left channel of an encoded sound, as numbers from -1 to 1 at 48 kHz. */
export async function decode(path: string): Promise<Float32Array> {
  const samples = ['-af', 'pan=mono|c0=c0', '-ar', '48000', '-f', 'f32le', 'pipe:1']
  const { stdout } = await run('ffmpeg', ['-v', 'error', '-nostdin', '-i', path, ...samples], {
    encoding: 'buffer',
    maxBuffer: 512 * 1024 * 1024,
  })
  return new Float32Array(stdout.buffer, stdout.byteOffset, Math.floor(stdout.length / 4))
}

/**
 * A program that stands for ffmpeg and notes its runs. What it is asked about itself at a start is not counted.
 *
 * @param before  shell code that runs before the real one; `$$` is then its process, `$runs` the number of this run
 */
export function writeWatchedFfmpeg(dir: string, before = '') {
  const path = join(dir, 'ffmpeg')
  const log = join(dir, 'ffmpeg.log')
  const script = `#!/bin/sh
case "$*" in *anullsrc*) exec ffmpeg "$@" ;; esac
echo "begin $$" >> '${log}'
runs=$(grep -c begin '${log}')
${before}
ffmpeg "$@" &
trap 'kill -9 $!' TERM
wait $!
code=$?
echo "end $$" >> '${log}'
exit $code
`
  writeFileSync(path, script)
  chmodSync(path, 0o755)
  const lines = () => (existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : [])

  return {
    path,
    /** How often it was run. */
    runs: () => lines().filter((line) => line.startsWith('begin')).length,
    /** The most of them at once. */
    most() {
      let now = 0
      let most = 0
      for (const line of lines()) most = Math.max(most, (now += line.startsWith('begin') ? 1 : -1))
      return most
    },
    /** The processes that were run. */
    pids: () => lines().flatMap((line) => (line.startsWith('begin') ? [Number(line.split(' ')[1])] : [])),
  }
}

/** A program that stands for ffmpeg. To what it is asked about a file it has no answer before `go`. */
export function writeHeldFfmpeg(dir: string) {
  const [path, asked, go] = [join(dir, 'ffmpeg'), join(dir, 'asked'), join(dir, 'go')]
  const script = `#!/bin/sh
if [ "$*" = -version ]; then exit 0; fi
: > '${asked}'
while [ ! -e '${go}' ]; do sleep 0.05; done
echo '  Duration: 00:00:01.00, start: 0.000000' >&2
`
  writeFileSync(path, script)
  chmodSync(path, 0o755)
  return { path, wasAsked: () => existsSync(asked), go: () => writeFileSync(go, '') }
}

/** One that has ended and that its parent has not looked after yet runs no more. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !/^\d+ \(.*\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}
