import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { type FileSound, type TrackFile, WAVEFORM_PEAKS } from '@otodana/contract'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { dialects } from '../../../test/databases.ts'
import { isRunning, writeSound, writeWatchedFfmpeg } from '../../../test/sounds.ts'
import { startApp, type TestApp } from '../../../test/start-app.ts'

const CODE = 'RJ01880002'
/** One second of silence, then one second of a tone at half of full scale. */
const RISING = 'aevalsrc=exprs=if(gt(t\\,1)\\,0.5*sin(2*PI*997*t)\\,0):c=stereo:s=44100'
const STEADY = { timeout: 120_000 }

let base: string
const apps: TestApp[] = []

beforeAll(async () => {
  base = mkdtempSync(join(tmpdir(), 'otodana-sound-'))
  await writeSound(join(base, 'rising.wav'), RISING, 2)
  await writeSound(join(base, 'silent.wav'), 'anullsrc=r=44100:cl=stereo', 1)
})
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close()
})
afterAll(() => rmSync(base, { recursive: true, force: true }))

function aLibrary(files: Record<string, string>): string {
  const library = mkdtempSync(join(base, 'library-'))
  mkdirSync(join(library, CODE))
  for (const [name, source] of Object.entries(files)) copyFileSync(join(base, source), join(library, CODE, name))
  return library
}

async function open(library: string, options: { dialect?: 'sqlite' | 'postgres'; env?: Record<string, string> } = {}) {
  const { dialect = 'sqlite', env } = options
  const app = await startApp({ libraryDirs: [library], dialect, env: { SOUND_ANALYSIS: 'local', ...env } })
  apps.push(app)
  const sounds = async () => {
    const answer = await fetch(`${app.url}/api/sound/${CODE}`)
    return ((await answer.json()) as { sounds: FileSound[] }).sounds
  }
  const hashOf = async (name: string) => {
    const tracks = (await (await fetch(`${app.url}/api/tracks/${CODE}`)).json()) as TrackFile[]
    return tracks.find(({ title }) => title === name)!.hash
  }
  return { app, sounds, hashOf }
}

describe.each(dialects)('sound on %s', (dialect) => {
  test(
    'ADM-01 after a scan every file has its waveform and loudness; a changed one is measured again',
    STEADY,
    async () => {
      const library = aLibrary({ '1.wav': 'rising.wav', '2.wav': 'silent.wav' })
      const { app, sounds, hashOf } = await open(library, { dialect })
      await expect.poll(async () => (await sounds()).length).toBe(2)
      const find = async (name: string) => {
        const hash = await hashOf(name)
        return (await sounds()).find((sound) => sound.hash === hash)
      }
      const rising = (await find('1.wav'))!
      const waveform = Buffer.from(rising.waveform, 'base64')
      expect(waveform.length).toBe(WAVEFORM_PEAKS)
      expect(Math.max(...waveform.subarray(0, WAVEFORM_PEAKS / 2 - 5))).toBe(0)
      for (const peak of waveform.subarray(WAVEFORM_PEAKS / 2 + 5)) expect(Math.abs(peak - 128)).toBeLessThan(12)
      // The second in which it starts counts partially.
      expect(rising.loudness).toBeCloseTo(-6.5, 0)
      expect(rising.truePeak).toBeCloseTo(-6, 0)
      expect(await find('2.wav')).toMatchObject({ loudness: null, truePeak: null })

      copyFileSync(join(base, 'rising.wav'), join(library, CODE, '2.wav'))
      await app.library.start()
      await app.library.whenIdle()
      await expect.poll(async () => (await find('2.wav'))?.loudness ?? null).toBeCloseTo(-6.5, 0)
      expect(await app.database.read.selectFrom('job').selectAll().execute()).toEqual([])
    },
  )
})

test('ADM-01 the answer is asked after by its ETag; an unknown work is none', STEADY, async () => {
  const { app, sounds } = await open(aLibrary({ '1.wav': 'rising.wav' }))
  await expect.poll(async () => (await sounds()).length).toBe(1)
  const first = await fetch(`${app.url}/api/sound/${CODE}`)
  const again = await fetch(`${app.url}/api/sound/${CODE}`, {
    headers: { 'if-none-match': first.headers.get('etag')! },
  })
  expect(again.status).toBe(304)
  expect((await fetch(`${app.url}/api/sound/999999`)).status).toBe(404)
  expect((await fetch(`${app.url}/api/sound/-1`)).status).toBe(400)
})

test('ADM-01 an unreadable file is recorded once and does not block others', STEADY, async () => {
  const library = aLibrary({ '1.wav': 'rising.wav', '2.wav': 'silent.wav' })
  const dir = mkdtempSync(join(base, 'watched-'))
  const ffmpeg = writeWatchedFfmpeg(dir, `while [ ! -e '${dir}/go' ]; do sleep 0.05; done`)
  const { app, sounds, hashOf } = await open(library, { env: { FFMPEG_PATH: ffmpeg.path } })
  await expect.poll(() => ffmpeg.runs()).toBe(1)
  // It had a duration when it was scanned, and is no longer audio.
  writeFileSync(join(library, CODE, '1.wav'), 'nothing to hear')
  writeFileSync(join(dir, 'go'), '')
  await expect.poll(async () => (await sounds()).map(({ hash }) => hash)).toEqual([await hashOf('2.wav')])
  const left = () => app.database.read.selectFrom('job').selectAll().execute()
  await expect.poll(left).toEqual([])
  const notes = await app.database.read.selectFrom('sound').select('problem').orderBy('file_id').execute()
  expect(notes.map(({ problem }) => problem !== null).toSorted()).toEqual([false, true])
  // A measurement during replacement is valid for neither file.
  expect(ffmpeg.runs()).toBe(3)
})

test('ADM-01 measuring stands still while a stream is made, and ends with the server', STEADY, async () => {
  const library = aLibrary({ '1.wav': 'rising.wav' })
  const dir = mkdtempSync(join(base, 'watched-'))
  // 124: it had not written its output in time.
  const measure = `while [ ! -e '${dir}/streaming' ]; do sleep 0.05; done
    timeout 0.3 head -c 1500000 /dev/zero; echo $? > '${dir}/waited'
    head -c 1000000 /dev/zero; touch '${dir}/went-on'; exec sleep 600`
  const stream = `touch '${dir}/streaming'; while [ ! -e '${dir}/go' ]; do sleep 0.05; done`
  const ffmpeg = writeWatchedFfmpeg(dir, `case "$*" in *ebur128*) ${measure} ;; *) ${stream} ;; esac`)
  const { app, hashOf } = await open(library, { env: { FFMPEG_PATH: ffmpeg.path } })
  await expect.poll(() => ffmpeg.pids().length).toBe(1)
  const [measuring] = ffmpeg.pids()
  const answer = fetch(`${app.url}/api/media/streamLowQuality/${await hashOf('1.wav')}`)
  const waited = join(dir, 'waited')
  await expect.poll(() => existsSync(waited) && readFileSync(waited, 'utf8').trim()).toBe('124')
  expect(existsSync(join(dir, 'went-on'))).toBe(false)
  writeFileSync(join(dir, 'go'), '')
  expect((await answer).status).toBe(200)
  await expect.poll(() => existsSync(join(dir, 'went-on'))).toBe(true)
  await app.http.close()
  expect(isRunning(measuring!)).toBe(false)
  expect(await app.database.read.selectFrom('job').select(['state', 'attempts']).execute()).toEqual([
    { state: 'ready', attempts: 0 },
  ])
})

test('ADM-01 switched off, or without ffmpeg, nothing is measured', STEADY, async () => {
  for (const env of [{ SOUND_ANALYSIS: 'off' }, { FFMPEG_PATH: '/no/such/ffmpeg' }]) {
    const { app, sounds } = await open(aLibrary({ '1.wav': 'rising.wav' }), { env })
    expect(await sounds()).toEqual([])
    expect(await app.database.read.selectFrom('job').selectAll().execute()).toEqual([])
  }
})
