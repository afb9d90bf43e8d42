import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { type FileSound, type TrackFile } from '@otodana/contract'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { dialects, openOldDatabase, openTestDatabase, type TestDatabase } from '../../../test/databases.ts'
import { writeSound, writeWatchedFfmpeg } from '../../../test/sounds.ts'
import { startApp, type TestApp } from '../../../test/start-app.ts'
import { aWorkRow } from '../../../test/work-rows.ts'
import { createFfmpegInputs } from '../../ffmpeg/ffmpeg-input.ts'
import { createJobQueue } from '../../jobs/queue.ts'
import { createStorage } from '../../storage/create-storage.ts'
import { type Storage, StorageError } from '../../storage/storage.ts'
import { createSounds } from './sound.service.ts'

const CODE = 'RJ01880003'
const STEADY = { timeout: 120_000 }
const log = pino({ level: 'fatal' })

let base: string
const closers: (() => Promise<void>)[] = []

beforeAll(async () => {
  base = mkdtempSync(join(tmpdir(), 'otodana-away-'))
  await writeSound(join(base, 'tone.wav'), 'sine=frequency=330', 1)
})
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})
afterAll(() => rmSync(base, { recursive: true, force: true }))

const FILES_A_WORK = 50

const aCircle = { id: 1, name: '月影工房', name_key: '月影工房', code: '' }

function aFileRow(id: number, workId: number) {
  return {
    id,
    work_id: workId,
    path: `${id}.wav`,
    kind: 'audio' as const,
    size_bytes: 1_000,
    mtime_ms: 0,
    fingerprint: `print ${id}`,
    duration_seconds: 1,
    has_picture: 0 as const,
    state: 'present' as const,
  }
}

/** Works and audio files as after a scan, with `FILES_A_WORK` in each. */
async function fill({ write }: TestDatabase, root: string, works: number): Promise<void> {
  await write.insertInto('circle').values(aCircle).execute()
  for (let work = 1; work <= works; work++) {
    await write
      .insertInto('work')
      .values({ ...aWorkRow(work), root, path: `work ${work}` })
      .execute()
    const files = Array.from({ length: FILES_A_WORK }, (_, n) => work * FILES_A_WORK + n)
    const rows = files.map((id) => aFileRow(id, work))
    await write.insertInto('file').values(rows).execute()
  }
}

/** Counts the calls of a storage whose answers the test controls. */
function aCounted(
  storage: Storage,
  failureOf: (path?: string) => StorageError | null,
  whenAsked: () => Promise<void> = () => Promise.resolve(),
) {
  const calls = { stat: 0, checkRoot: 0 }
  const counted: Storage = {
    ...storage,
    async stat(place) {
      calls.stat++
      const failure = failureOf(place.path)
      if (failure) throw failure
      return storage.stat(place)
    },
    async checkRoot() {
      calls.checkRoot++
      await whenAsked()
      const failure = failureOf()
      if (failure?.failure === 'away') throw failure
    },
  }
  return { counted, calls }
}

async function measuring(database: TestDatabase, storage: Storage, askAwayMs?: number) {
  const queue = createJobQueue({ database, log, pollMs: 20 })
  const inputs = createFfmpegInputs(storage)
  const sounds = createSounds({
    database,
    storage,
    inputs,
    queue,
    ffmpegPath: 'ffmpeg',
    scope: 'local',
    canMeasure: () => Promise.resolve(true),
    streams: { isBusy: () => false, onBusy: () => () => {} },
    log,
    ...(askAwayMs !== undefined && { askAwayMs }),
  })
  closers.push(async () => {
    await queue.close()
    await sounds.close()
    await inputs.close()
  })
  return { sounds, queue }
}

function rowsOf(database: TestDatabase) {
  return {
    jobs: () => database.read.selectFrom('job').select(['state', 'key']).execute(),
    sounds: () => database.read.selectFrom('sound').select(['file_id', 'waveform', 'problem']).execute(),
    /** The id of the latest job. */
    async lastJob() {
      const { id } = await database.write
        .insertInto('job')
        .values({
          kind: 'test',
          data: 'null',
          priority: 0,
          state: 'failed',
          run_at_ms: 0,
          attempts: 0,
          max_attempts: 1,
          progress: 0,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await database.write.deleteFrom('job').where('id', '=', id).execute()
      return id
    },
  }
}

describe.each(dialects)('sound of a library that is away, on %s', (dialect) => {
  test('MED-04 one file is asked for, then only the folder; nothing is noted of any file', STEADY, async () => {
    const database = await openTestDatabase(dialect)
    closers.push(() => database.remove())
    await fill(database, '/away', 60)
    const failure = new StorageError('away', 'it is not mounted')
    const { counted, calls } = aCounted(createStorage(['/away'], null), () => failure)
    const { sounds } = await measuring(database, counted, 5)
    const rows = rowsOf(database)
    await expect.poll(() => calls.checkRoot).toBeGreaterThan(5)
    expect(await rows.jobs()).toEqual([])
    expect(calls.stat).toBe(1)
    // Scans that find it unavailable, and changes elsewhere, start nothing.
    const last = await rows.lastJob()
    for (let scan = 0; scan < 3; scan++) {
      const asked = calls.checkRoot
      sounds.lookAgain()
      await expect.poll(() => calls.checkRoot).toBeGreaterThan(asked + 5)
    }
    expect(calls.stat).toBe(1)
    expect(await rows.lastJob()).toBe(last + 1)
    expect(await rows.sounds()).toEqual([])
  })

  test('MED-04 a work whose files are not where they were is asked for once a scan', STEADY, async () => {
    const database = await openTestDatabase(dialect)
    closers.push(() => database.remove())
    await fill(database, '/here', 8)
    const failure = new StorageError('missing', 'ENOENT: no such file')
    const { counted, calls } = aCounted(createStorage(['/here'], null), () => failure)
    const { sounds } = await measuring(database, counted)
    const rows = rowsOf(database)
    await expect.poll(() => calls.stat).toBe(8)
    await expect.poll(rows.jobs).toEqual([])
    sounds.lookAgain()
    await expect.poll(() => calls.stat).toBe(16)
    await expect.poll(rows.jobs).toEqual([])
    expect(calls.checkRoot).toBe(0)
    expect(await rows.sounds()).toEqual([])
  })

  test('MED-04 a file that cannot be read is asked for once a scan and holds up none of its work', STEADY, async () => {
    const database = await openTestDatabase(dialect)
    closers.push(() => database.remove())
    await fill(database, '/here', 2)
    const locked = `work 1/${FILES_A_WORK}.wav`
    const { counted, calls } = aCounted(createStorage(['/here'], null), (path) =>
      path === locked
        ? new StorageError('unreadable', 'EACCES: permission denied')
        : new StorageError('missing', 'ENOENT: no such file'),
    )
    const { sounds } = await measuring(database, counted)
    const rows = rowsOf(database)
    // The file, the next one of its work, and one of the other work.
    await expect.poll(() => calls.stat).toBe(3)
    await expect.poll(rows.jobs).toEqual([])
    sounds.lookAgain()
    await expect.poll(() => calls.stat).toBe(6)
    await expect.poll(rows.jobs).toEqual([])
    expect(await rows.sounds()).toEqual([])
  })

  test(
    'MED-04 a library folder that does not answer is asked once, however many scans end meanwhile',
    STEADY,
    async () => {
      const database = await openTestDatabase(dialect)
      closers.push(() => database.remove())
      await fill(database, '/away', 1)
      let mounted: StorageError | null = new StorageError('away', 'it is not mounted')
      const answer = Promise.withResolvers<void>()
      const { counted, calls } = aCounted(
        createStorage(['/away'], null),
        () => mounted,
        () => answer.promise,
      )
      const { sounds } = await measuring(database, counted, 5)
      await expect.poll(() => calls.checkRoot).toBe(1)
      for (let scan = 0; scan < 5; scan++) sounds.lookAgain()
      expect(calls.checkRoot).toBe(1)
      const seen = calls.stat
      mounted = new StorageError('missing', 'ENOENT: no such file')
      answer.resolve()
      await expect.poll(() => calls.stat).toBe(seen + 1)
      await expect.poll(rowsOf(database).jobs).toEqual([])
      expect(calls.checkRoot).toBe(1)
    },
  )

  test('MED-04 a scan that ends after the server has stopped starts no job', STEADY, async () => {
    const database = await openTestDatabase(dialect)
    closers.push(() => database.remove())
    await fill(database, '/away', 1)
    const failure = new StorageError('away', 'it is not mounted')
    const { counted, calls } = aCounted(createStorage(['/away'], null), () => failure)
    const { sounds, queue } = await measuring(database, counted)
    await expect.poll(() => calls.stat).toBe(1)
    await queue.close()
    await sounds.close()
    sounds.lookAgain()
    expect(calls.checkRoot).toBe(0)
  })

  test('MED-04 what an older version took for broken is forgotten, and what is broken stays', STEADY, async () => {
    const problems = [
      "ENOENT: no such file or directory, realpath '/library/RJ1/a.wav'",
      'ffmpeg ended with code 1: file:/library/a.wav: No such file or directory',
      'http://127.0.0.1:9000 cannot be reached (ECONNREFUSED)',
      'ffmpeg ended with code 1: Invalid data found when processing input',
    ]
    const database = await openOldDatabase(dialect, '0018-tag-votes', async (old) => {
      await old.insertInto('circle').values(aCircle).execute()
      await old.insertInto('work').values(aWorkRow(1)).execute()
      for (const [id, problem] of problems.entries()) {
        await old
          .insertInto('file')
          .values(aFileRow(id + 1, 1))
          .execute()
        await old
          .insertInto('sound')
          .values({ file_id: id + 1, fingerprint: 'x', problem })
          .execute()
        const job = {
          kind: 'sound',
          key: String(id + 1),
          data: '1',
          priority: 0,
          state: 'failed',
          run_at_ms: 0,
        } as const
        await old
          .insertInto('job')
          .values({ ...job, attempts: 3, max_attempts: 3, progress: 0, error: problem })
          .execute()
      }
    })
    closers.push(() => database.remove())
    const rows = rowsOf(database)
    expect((await rows.sounds()).map(({ file_id }) => file_id)).toEqual([4])
    expect((await rows.jobs()).map(({ key }) => key)).toEqual(['4'])
  })
})

async function open(library: string, env: Record<string, string> = {}) {
  const app = await startApp({ libraryDirs: [library], env: { SOUND_ANALYSIS: 'local', ...env } })
  closers.push(() => app.close())
  const sounds = async () => {
    const answer = await fetch(`${app.url}/api/sound/${CODE}`)
    return ((await answer.json()) as { sounds: FileSound[] }).sounds
  }
  return { app, sounds }
}

async function trackOf(app: TestApp): Promise<TrackFile> {
  await app.streams.formats()
  const tracks = (await (await fetch(`${app.url}/api/tracks/${CODE}`)).json()) as TrackFile[]
  return tracks[0]!
}

test.each(['gone', 'an empty mount point'])(
  'MED-04 a library that is %s while its sound is measured has its waveforms once it is back',
  STEADY,
  async (how) => {
    const library = mkdtempSync(join(base, 'library-'))
    mkdirSync(join(library, CODE))
    await writeSound(join(library, CODE, '1.wav'), 'sine=frequency=330', 1)
    const dir = mkdtempSync(join(base, 'watched-'))
    // ffmpeg starts after the disk is gone, and finds nothing.
    const ffmpeg = writeWatchedFfmpeg(dir, `while [ ! -e '${dir}/go' ]; do sleep 0.05; done`)
    const { app, sounds } = await open(library, { FFMPEG_PATH: ffmpeg.path })
    await expect.poll(() => ffmpeg.runs()).toBe(1)
    renameSync(library, `${library}-away`)
    if (how !== 'gone') mkdirSync(library)
    writeFileSync(join(dir, 'go'), '')
    const rows = rowsOf(app.database)
    await expect.poll(rows.jobs).toEqual([])
    expect(await rows.sounds()).toEqual([])
    const { status, headers } = await fetch((await trackOf(app)).mediaStreamUrl)
    expect([status, headers.get('retry-after')]).toEqual([503, '60'])

    if (how !== 'gone') rmSync(library, { recursive: true })
    renameSync(`${library}-away`, library)
    await app.library.start()
    await app.library.whenIdle()
    await expect.poll(async () => (await sounds()).length).toBe(1)
  },
)

test('MED-04 a disk that fails in the middle of a file leaves no silence in a kept stream', STEADY, async () => {
  const library = mkdtempSync(join(base, 'library-'))
  mkdirSync(join(library, CODE))
  await writeSound(join(library, CODE, '1.wav'), 'sine=frequency=330', 5)
  const dir = mkdtempSync(join(base, 'watched-'))
  const half = `if [ ! -e '${dir}/go' ]; then
      ffmpeg -v error -f lavfi -i sine=frequency=330 -t 1 -ac 2 -ar 48000 -c:a libmp3lame -b:a 96k -reservoir 0 -f data pipe:1
      echo 'file:1.wav: Input/output error' >&2
      exit 0
    fi`
  const ffmpeg = writeWatchedFfmpeg(dir, half)
  const { app } = await open(library, { FFMPEG_PATH: ffmpeg.path, SOUND_ANALYSIS: 'off' })
  const url = `${(await trackOf(app)).streamLowQualityUrl}?format=mp3`
  expect((await fetch(url)).status).toBe(503)
  writeFileSync(join(dir, 'go'), '')
  expect((await fetch(url)).status).toBe(200)
})
