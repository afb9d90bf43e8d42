import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { dialects, openTestDatabase, type TestDatabase } from '../../../../test/databases.ts'
import { type S3Server, startS3 } from '../../../../test/s3-server.ts'
import { aPicture, aWav, aWorkFolder } from '../../../../test/work-folders.ts'

import { refreshWorks } from '#features/metadata/index.ts'

import { listScanProblems } from '../scan-problems.ts'
import { scanLibrary, type ScanOptions } from './scan.ts'

const silent = { info() {}, warn() {}, error() {} }

describe.each(dialects)('a scan of a bucket on %s', { timeout: 180_000 }, (dialect) => {
  let database: TestDatabase
  let s3: S3Server
  let root: string

  beforeEach(async () => {
    database = await openTestDatabase(dialect)
    s3 = await startS3()
    root = `s3://${s3.bucket}/sound library`
  })
  afterEach(async () => {
    await s3.close()
    await database.remove()
  })

  function scan(options: Partial<ScanOptions> = {}, settings = s3.settings) {
    const roots = [{ path: root, isDemo: false }]
    const deps = { database, roots, retired: [], scanDepth: 8, ffmpegPath: 'ffmpeg', s3: settings, log: silent }
    return scanLibrary(deps, { trigger: 'cli', ...options })
  }
  const works = () => database.write.selectFrom('work').selectAll().orderBy('id').execute()
  const files = () => database.write.selectFrom('file').selectAll().orderBy('work_id').orderBy('path').execute()
  const problemKinds = async () => (await listScanProblems(database.read)).map(({ kind }) => kind)
  const put = (name: string, content: string | Uint8Array) => s3.put(`sound library/${name}`, content)

  async function putWorks(count: number) {
    for (let number = 1; number <= count; number++) {
      await s3.putAll(`sound library/RJ${900_000 + number} Quiet evening`, aWorkFolder(number))
    }
  }

  test('ADM-01 MED-01 the tree is what the keys say, with sidecar, durations, cover and subtitles', async () => {
    await put('shelf/RJ100001 Rain/otodana.yaml', 'title: Rain on the roof\n')
    await put('shelf/RJ100001 Rain/wav/01 戸+#?100%.wav', aWav({ seconds: 2 }))
    await put('shelf/RJ100001 Rain/wav/02 roof.wav', aWav({ seconds: 3 }))
    await put('shelf/RJ100001 Rain/wav/02 roof.lrc', '[00:00.00]hello')
    await put('shelf/RJ100001 Rain/cover.png', aPicture())
    await put('shelf/RJ100001 Rain/empty/', '')
    await s3.put('RJ100009 elsewhere/a.wav', aWav())
    const result = await scan()
    expect(result).toMatchObject({ state: 'done', error: null, counts: { found: 1, added: 1, problems: 0 } })
    expect((await files()).map(({ path, kind, duration_seconds }) => [path, kind, duration_seconds])).toEqual([
      ['cover.png', 'image', null],
      ['otodana.yaml', 'other', null],
      ['wav/01 戸+#?100%.wav', 'audio', 2],
      ['wav/02 roof.lrc', 'text', null],
      ['wav/02 roof.wav', 'audio', 3],
    ])
    const [work] = await works()
    expect(work).toMatchObject({ root, path: 'shelf/RJ100001 Rain', title: 'Rain on the roof', has_subtitle: 1 })
    expect(work?.cover_file_id).not.toBeNull()
  })

  test('META-30 META-33 what other programs left is fetched', async () => {
    await put('RJ100001 Rain/wav/01 roof.wav', aWav({ seconds: 2 }))
    await put('RJ100001 Rain/info.json', '{"title":"Rain on the roof","circle":"Moon","release":"2026-09-01"}')
    await put('RJ100001 Rain/a.nfo', '<album><title>Ra')
    await scan()
    expect(await works()).toMatchObject([{ title: 'Rain on the roof', release: '2026-09-01' }])
    expect(await problemKinds()).toEqual(['badSidecar'])
    await put('RJ100001 Rain/info.json', '{"title":"Rain on the window"}')
    await put('RJ100001 Rain/a.nfo', '<album/>')
    await scan()
    expect(await works()).toMatchObject([{ title: 'Rain on the window', release: null }])
    expect(await problemKinds()).toEqual([])
  })

  test('EDT-01 metadata is merged again without the bucket, under its sidecar', async () => {
    await put('RJ100001 Rain/wav/01 roof.wav', aWav({ seconds: 2 }))
    await put('RJ100001 Rain/info.json', '{"circle":"Moon"}')
    await scan()
    const [first] = await works()
    await put('RJ100001 Rain/otodana.yaml', 'title: Rain on the roof\ncreate_date: 2020-01-02\n')
    await scan()
    const data = JSON.stringify({ title: 'Imported', price: 5, circle: { name: 'Sun' } })
    await database.write.insertInto('imported_metadata').values({ work_id: 100_001, data, imported_at_ms: 1 }).execute()
    await s3.remove('sound library/RJ100001 Rain/otodana.yaml')
    expect(await refreshWorks(database, [100_001, 100_002], Date.now, (run) => run())).toBe(1)
    expect(await works()).toMatchObject([{ title: 'Rain on the roof', price: 5, create_date: '2020-01-02' }])
    expect(await database.read.selectFrom('circle').select('name').execute()).toContainEqual({ name: 'Sun' })
    // The sidecar's day is gone with it, and the day on which the work was found is back.
    await scan()
    const { added_on: found } = await database.read
      .selectFrom('folder_metadata')
      .select('added_on')
      .executeTakeFirstOrThrow()
    expect(found).toBe(first?.create_date)
    expect(await works()).toMatchObject([{ title: 'Imported', price: 5, create_date: found }])
  })

  test('ADM-01 MED-01 unchanged works are not read again, and a moved object keeps its id', async () => {
    await putWorks(3)
    expect((await scan()).counts).toMatchObject({ added: 3, filesRead: 6 })
    const before = await files()
    expect((await scan()).counts).toMatchObject({ found: 3, unchanged: 3, changed: 0, filesRead: 0 })
    expect(await files()).toEqual(before)

    const moved = before.find(({ path }) => path === 'wav/1. night 1.wav')
    await put('RJ900001 Quiet evening/1. moved.wav', aWav({ seconds: 1, tone: 11 }))
    await s3.remove('sound library/RJ900001 Quiet evening/wav/1. night 1.wav')
    expect((await scan()).counts).toMatchObject({ changed: 1, unchanged: 2, filesRead: 0 })
    expect((await files()).find(({ path }) => path === '1. moved.wav')).toMatchObject({
      id: moved?.id,
      state: 'present',
    })
  })

  test('ADM-01 MED-01 a removed object is missing; many at once need confirmation', async () => {
    await putWorks(3)
    await scan()
    await s3.remove('sound library/RJ900002 Quiet evening/readme.txt')
    await scan()
    const missing = async () => (await files()).filter(({ state }) => state === 'missing').map(({ path }) => path)
    expect(await missing()).toEqual(['readme.txt'])

    for (const name of Object.keys(aWorkFolder(1))) {
      await s3.remove(`sound library/RJ900002 Quiet evening/${name}`)
      await s3.remove(`sound library/RJ900003 Quiet evening/${name}`)
    }
    await scan()
    expect(await problemKinds()).toContain('manyMissing')
    expect((await works()).map(({ state }) => state)).toEqual(['present', 'present', 'present'])
    await scan({ allowMissing: true })
    expect((await works()).map(({ state }) => state)).toEqual(['present', 'missing', 'missing'])
  })

  test('ADM-01 MED-01 a store that is down marks nothing missing, and all goes on when it is back', async () => {
    await putWorks(2)
    await scan()
    const before = [await works(), await files()]
    await s3.stop()
    const result = await scan({ allowMissing: true })
    expect(result).toMatchObject({ state: 'done', counts: { found: 0, missing: 0 } })
    expect(await problemKinds()).toEqual(['rootUnavailable'])
    expect([await works(), await files()]).toEqual(before)
    await s3.startAgain()
    expect((await scan()).counts).toMatchObject({ found: 2, unchanged: 2, filesRead: 0 })
    expect(await problemKinds()).toEqual([])
  })

  test('ADM-07 MED-01 a store that goes down in mid-scan ends it as failed and takes nothing from any work', async () => {
    await putWorks(2)
    await scan()
    const before = [await works(), await files()]
    await s3.remove('sound library/RJ900001 Quiet evening/readme.txt')
    let stopped: Promise<void> | undefined
    const onProgress: ScanOptions['onProgress'] = (_counts, phase) => {
      if (phase === 'reading') stopped ??= s3.stop()
    }
    const result = await scan({ full: true, allowMissing: true, onProgress })
    await stopped
    expect(result).toMatchObject({ state: 'failed', counts: { changed: 0, missing: 0 } })
    expect(result.error).toContain(`${root}: The library folder went away during the scan`)
    expect(await problemKinds()).toEqual(['rootUnavailable'])
    expect([await works(), await files()]).toEqual(before)
    await s3.startAgain()
    const next = await scan({ allowMissing: true })
    expect(next).toMatchObject({ state: 'done', counts: { changed: 1, unchanged: 1, problems: 0 } })
  })

  test('ADM-01 MED-01 what cannot be fetched just now is fetched by the next scan', async () => {
    await put('RJ100001 Rain/otodana.yaml', 'title: Rain on the roof\n')
    await put('RJ100001 Rain/a.wav', aWav({ seconds: 4 }))
    await using flaky = await s3.behindProxy()
    flaky.fails = true
    const settings = { ...s3.settings, endpoint: flaky.endpoint }
    expect(await scan({}, settings)).toMatchObject({ state: 'done', counts: { found: 1, added: 1, filesRead: 0 } })
    expect((await problemKinds()).sort()).toEqual(['badSidecar', 'unreadableFile'])
    flaky.fails = false
    expect((await scan({}, settings)).counts).toMatchObject({ changed: 1, filesRead: 1, problems: 0 })
    expect((await works())[0]).toMatchObject({ title: 'Rain on the roof', duration_seconds: 4 })
    expect((await scan({}, settings)).counts).toMatchObject({ unchanged: 1, filesRead: 0 })
  })

  test('ADM-10 ADM-11 MED-01 a bad cover, archives and audio without a code are reported in a bucket, too', async () => {
    await put('RJ100001 Rain/a.wav', aWav())
    await put('RJ100001 Rain/cover.jpg', '')
    await put('RJ100001 Rain/page.png', aPicture())
    await put('new/RJ100003.zip', 'x')
    await put('Night walk/1.wav', aWav())
    await put('loose.mp3', 'x')
    expect((await scan()).counts).toMatchObject({ found: 1, problems: 4 })
    expect((await problemKinds()).sort()).toEqual(['archive', 'badCover', 'looseAudio', 'noCode'])
    const [work] = await works()
    expect((await files()).find(({ id }) => id === work?.cover_file_id)?.path).toBe('page.png')
  })

  test('ADM-10 MED-01 a cover that cannot be fetched just now is the cover again once it can', async () => {
    await put('RJ100001 Rain/a.txt', 'x')
    await put('RJ100001 Rain/cover.png', aPicture())
    await using flaky = await s3.behindProxy()
    flaky.fails = true
    const settings = { ...s3.settings, endpoint: flaky.endpoint }
    await scan({}, settings)
    expect(await problemKinds()).toEqual(['unreadableFile'])
    flaky.fails = false
    expect((await scan({}, settings)).counts).toMatchObject({ changed: 1, problems: 0 })
    expect((await works())[0]?.cover_file_id).not.toBeNull()
  })

  test('ADM-01 a sidecar with a mistake is reported and takes no title away', async () => {
    await put('RJ100001 Rain/otodana.yaml', 'title: Rain on the roof\n')
    await put('RJ100001 Rain/a.wav', aWav())
    await scan()
    await put('RJ100001 Rain/otodana.yaml', 'titel: Rain\n')
    await scan()
    expect(await problemKinds()).toEqual(['badSidecar'])
    expect((await works())[0]).toMatchObject({ title: 'Rain on the roof' })
  })

  test('ADM-01 a scan of a bucket can be cancelled', async () => {
    await putWorks(1)
    expect(await scan({ signal: AbortSignal.abort() })).toMatchObject({ state: 'cancelled', counts: { found: 0 } })
  })
})
