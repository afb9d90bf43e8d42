import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { TrackFile } from '@otodana/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { writeSound, writeVideo, writeWatchedFfmpeg } from '../../../test/sounds.ts'
import { startApp, type TestApp } from '../../../test/start-app.ts'

const CODE = 'RJ01880064'
const SECONDS = 2

let base: string
let app: TestApp
let ffmpeg: ReturnType<typeof writeWatchedFfmpeg>
let tracks: Map<string, TrackFile>

beforeAll(async () => {
  base = mkdtempSync(join(tmpdir(), 'otodana-videos-'))
  const folder = join(base, 'library', CODE)
  mkdirSync(folder, { recursive: true })
  const modern = ['-c:v', 'libx264', '-preset', 'ultrafast', '-c:a', 'aac']
  await Promise.all([
    writeVideo(join(folder, 'copied.mkv'), SECONDS, modern),
    writeVideo(join(folder, 'plain.mp4'), SECONDS, modern),
    writeVideo(join(folder, 'encoded.avi'), SECONDS, ['-c:v', 'mpeg4', '-c:a', 'mp2']),
    writeVideo(join(folder, 'old.wmv'), SECONDS, ['-c:v', 'wmv2', '-c:a', 'wmav2']),
    writeVideo(join(folder, 'clip.mov'), SECONDS, modern),
    writeVideo(join(folder, 'clip.flv'), SECONDS, ['-c:v', 'flv1', '-ar', '44100', '-c:a', 'aac']),
    writeSound(join(folder, 'sound.mp4'), 'sine=frequency=300', SECONDS),
  ])
  writeFileSync(join(folder, 'broken.mkv'), 'not a video')
  writeFileSync(join(folder, 'list.mkv'), '#EXTM3U\n#EXTINF:2,\nfile:///etc/passwd\n')
  ffmpeg = writeWatchedFfmpeg(base)
  app = await startApp({ libraryDirs: [join(base, 'library')], env: { FFMPEG_PATH: ffmpeg.path } })
  await app.streams.formats()
  const files = (await (await fetch(`${app.url}/api/tracks/${CODE}?withVideo=1`)).json()) as TrackFile[]
  tracks = new Map(files.map((file) => [file.title, file]))
}, 120_000)

afterAll(async () => {
  await app?.close()
  rmSync(base, { recursive: true, force: true })
})

const pathOf = (name: string) => new URL(tracks.get(name)!.videoUrl!).pathname
const get = (name: string, init: RequestInit = {}) => fetch(app.url + pathOf(name), init)

/** What ffmpeg says of a video's streams. */
function codecsOf(bytes: Uint8Array): string[] {
  const path = join(base, 'received.mp4')
  writeFileSync(path, bytes)
  const { stderr } = spawnSync('ffmpeg', ['-hide_banner', '-i', path], { encoding: 'utf8' })
  return [...stderr.matchAll(/: (?:Video|Audio): (\w+)/g)].map(([, codec]) => codec!)
}

test('VID-01 videos are tracks; only clients that ask learn of their pictures', async () => {
  const plain = (await (await fetch(`${app.url}/api/tracks/${CODE}`)).json()) as TrackFile[]
  expect(plain.map(({ type }) => type)).toEqual(plain.map(() => 'audio'))
  expect(plain.filter((file) => 'videoUrl' in file)).toEqual([])
  expect(pathOf('copied.mkv')).toBe(`/api/media/video/${tracks.get('copied.mkv')!.hash}`)
  for (const name of ['copied.mkv', 'plain.mp4', 'encoded.avi', 'old.wmv', 'clip.mov', 'clip.flv']) {
    expect([name, Math.round(tracks.get(name)!.duration ?? 0)]).toEqual([name, SECONDS])
  }
  expect(tracks.get('encoded.avi')!.streamOnly).toBe(true)
  expect(tracks.get('plain.mp4')!.streamOnly).toBeUndefined()
})

test('VID-03 an mkv is copied into an mp4 once, and sent in ranges', async () => {
  const before = ffmpeg.runs()
  const [told, whole] = await Promise.all([get('copied.mkv', { method: 'HEAD' }), get('copied.mkv')])
  const bytes = new Uint8Array(await whole.arrayBuffer())
  expect([told.status, whole.status, whole.headers.get('content-type')]).toEqual([200, 200, 'video/mp4'])
  expect(told.headers.get('content-length')).toBe(String(bytes.length))
  expect(codecsOf(bytes)).toEqual(['h264', 'aac'])
  // The index comes first, so that playback begins before the end has arrived.
  expect(Buffer.from(bytes).indexOf('moov')).toBeLessThan(Buffer.from(bytes).indexOf('mdat'))
  const part = await get('copied.mkv', { headers: { range: 'bytes=10-19' } })
  expect([part.status, new Uint8Array(await part.arrayBuffer())]).toEqual([206, bytes.slice(10, 20)])
  // One looks, one copies.
  expect(ffmpeg.runs() - before).toBe(2)
})

test('VID-03 what browsers cannot decode is encoded', async () => {
  for (const name of ['encoded.avi', 'old.wmv', 'clip.flv']) {
    const video = await get(name)
    expect([name, video.status]).toEqual([name, 200])
    expect(codecsOf(new Uint8Array(await video.arrayBuffer()))).toEqual(['h264', 'aac'])
  }
  expect((await get('clip.mov', { method: 'HEAD' })).status).toBe(200)
})

test('VID-03 a file without a picture, a broken one and a playlist have no video', async () => {
  const none = await get('sound.mp4')
  expect([none.status, await none.json()]).toMatchObject([404, { error: 'stream.unavailable' }])
  for (const name of ['broken.mkv', 'list.mkv']) {
    const broken = await get(name)
    expect([broken.status, await broken.json()]).toMatchObject([503, { error: 'file.unreadable' }])
  }
  const before = ffmpeg.runs()
  expect((await get('broken.mkv')).status).toBe(503)
  expect(ffmpeg.runs()).toBe(before)
})

test('VID-04 readers of the library learn how far a video is', async () => {
  const stateOf = async (name: string) => {
    const answer = await fetch(`${app.url}/api/media/videoState/${tracks.get(name)!.hash}`)
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
    return answer.json()
  }
  await expect.poll(() => stateOf('copied.mkv')).toEqual({ state: 'ready' })
  await expect.poll(() => stateOf('sound.mp4')).toEqual({ state: 'none' })
  await expect.poll(() => stateOf('broken.mkv')).toEqual({ state: 'failed' })
  expect((await fetch(`${app.url}/api/media/videoState/999999999`)).status).toBe(404)
})

test('VID-01 without ffmpeg videos are named all the same, because browsers show some of them as they are', async () => {
  const plain = await startApp({ libraryDirs: [join(base, 'library')], env: { FFMPEG_PATH: join(base, 'none') } })
  try {
    const [file] = (await (await fetch(`${plain.url}/api/tracks/${CODE}?withVideo=1`)).json()) as TrackFile[]
    const path = new URL(file!.videoUrl!).pathname
    expect((await fetch(plain.url + path)).status).toBe(404)
    const state = await fetch(plain.url + path.replace('/video/', '/videoState/'))
    expect([state.status, await state.json()]).toEqual([200, { state: 'none' }])
  } finally {
    await plain.close()
  }
})
