import { mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { aFolder, aPicture, aWav, aWorkFolder, mp3With, writeFiles, writeWorks } from '../../../../test/work-folders.ts'
import { dialects, openTestDatabase, type TestDatabase } from '../../../../test/databases.ts'

import { diskFileSystem, type FileSystem } from '../files/file-system.ts'
import { newHolder, takeLease } from '#jobs/lease.ts'
import { SCAN, scanLease } from './scan-lease.ts'
import { listMissingWorks } from '../missing/missing-works.ts'
import { type ScanDeps, scanLibrary, type ScanOptions } from './scan.ts'
import { listScanProblems } from '../scan-problems.ts'

const silent = { info() {}, warn() {}, error() {} }

describe.each(dialects)('a scan on %s', { timeout: 180_000 }, (dialect) => {
  let database: TestDatabase
  let folder: ReturnType<typeof aFolder>
  let root: string

  beforeEach(async () => {
    database = await openTestDatabase(dialect)
    folder = aFolder()
    root = join(folder.path, 'library')
    mkdirSync(root)
  })
  afterEach(async () => {
    folder[Symbol.dispose]()
    await database.remove()
  })

  function scan(options: Partial<ScanOptions> & Partial<ScanDeps> = {}) {
    const { roots = [{ path: root, isDemo: false }], demoRoot = null, scanDepth = 8, files, ...rest } = options
    return scanLibrary(
      { database, roots, demoRoot, scanDepth, ffmpegPath: 'ffmpeg', log: silent, ...(files && { files }) },
      { trigger: 'cli', ...rest },
    )
  }
  const works = () => database.write.selectFrom('work').selectAll().orderBy('id').execute()
  const files = () => database.write.selectFrom('file').selectAll().orderBy('work_id').orderBy('path').execute()
  const problems = () => listScanProblems(database.read)
  const problemKinds = async () => (await problems()).map(({ kind }) => kind)

  test('ADM-01 every folder whose name holds a code is a work, whatever stands around it and however deep', async () => {
    for (const name of [
      'RJ100001',
      'a/b/【v2】vj200002 Rain (2024)',
      'c/Ｒｊ０１１００００３／雨'.replace('／', ' '),
      'bj300004_x',
    ]) {
      writeFiles(join(root, name), aWorkFolder(1))
    }
    writeFiles(root, { '@eaDir/RJ100009/x.mp3': 'x', '.trash/RJ100008/x.mp3': 'x' })
    const result = await scan()
    expect(result).toMatchObject({ state: 'done', counts: { found: 4, done: 4, added: 4, missing: 0, problems: 0 } })
    expect((await works()).map(({ source_id, path, state }) => [source_id, path, state])).toEqual([
      ['RJ100001', 'RJ100001', 'present'],
      ['RJ01100003', 'c/Ｒｊ０１１００００３ 雨', 'present'],
      ['VJ200002', 'a/b/【v2】vj200002 Rain (2024)', 'present'],
      ['BJ300004', 'bj300004_x', 'present'],
    ])
  })

  test('ADM-01 the tree is what is on disk, with kinds, sizes, durations, cover and subtitles', async () => {
    writeFiles(join(root, 'RJ100001 Rain'), {
      'wav/01 door.wav': aWav({ seconds: 2 }),
      'no effects/01 door.wav': aWav({ seconds: 2, tone: 5 }),
      'wav/02 roof.wav': aWav({ seconds: 3 }),
      'wav/01 door.lrc': '[00:00.00]hello',
      'art/cover.png': aPicture(),
      'note.pdf': 'pdf',
    })
    await scan()
    expect((await files()).map(({ path, kind, duration_seconds }) => [path, kind, duration_seconds])).toEqual([
      ['art/cover.png', 'image', null],
      ['no effects/01 door.wav', 'audio', 2],
      ['note.pdf', 'other', null],
      ['wav/01 door.lrc', 'text', null],
      ['wav/01 door.wav', 'audio', 2],
      ['wav/02 roof.wav', 'audio', 3],
    ])
    const [work] = await works()
    const cover = (await files()).find(({ path }) => path === 'art/cover.png')
    expect(work).toMatchObject({ duration_seconds: 5, has_subtitle: 1, cover_file_id: cover?.id })
    expect(work?.signature).not.toBeNull()
  })

  test('ADM-01 unchanged works are not read again, unless all are asked for', async () => {
    writeWorks(root, 3)
    const first = await scan()
    expect(first.counts).toMatchObject({ added: 3, filesRead: 6 })
    const before = [await works(), await files()]
    const second = await scan()
    expect(second.counts).toMatchObject({ found: 3, done: 3, added: 0, changed: 0, unchanged: 3, filesRead: 0 })
    expect([await works(), await files()]).toEqual(before)
    const full = await scan({ full: true })
    expect(full.counts).toMatchObject({ changed: 3, unchanged: 0, filesRead: 6 })
    expect(await files()).toEqual(before[1])
  })

  test('ADM-01 of a changed work only new and changed files are read, and ids stay with paths', async () => {
    const [name = ''] = writeWorks(root, 1)
    await scan()
    const before = await files()
    writeFiles(join(root, name), { 'wav/1. night 1.wav': aWav({ seconds: 9 }), 'wav/3. new.wav': aWav({ seconds: 4 }) })
    const { counts } = await scan()
    expect(counts).toMatchObject({ changed: 1, filesRead: 2 })
    const after = await files()
    expect(after.filter(({ path }) => !path.endsWith('new.wav')).map(({ id, path }) => [id, path])).toEqual(
      before.map(({ id, path }) => [id, path]),
    )
    expect(after.find(({ path }) => path.endsWith('night 1.wav'))?.duration_seconds).toBe(9)
    expect((await works())[0]?.duration_seconds).toBe(15)
  })

  test('ADM-01 a renamed or moved file keeps its id by what it holds, and is not read again', async () => {
    const [name = ''] = writeWorks(root, 1)
    await scan()
    const before = await files()
    mkdirSync(join(root, name, 'disc 1'))
    renameSync(join(root, name, 'wav/1. night 1.wav'), join(root, name, 'disc 1/one.wav'))
    const { counts } = await scan()
    expect(counts).toMatchObject({ changed: 1, filesRead: 0, missing: 0 })
    const moved = (await files()).find(({ path }) => path === 'disc 1/one.wav')
    expect(moved).toMatchObject({
      id: before.find(({ path }) => path === 'wav/1. night 1.wav')?.id,
      state: 'present',
      duration_seconds: 1,
    })
    expect(await files()).toHaveLength(before.length)
    expect(await problems()).toEqual([])
  })

  test('ADM-01 a moved work keeps its id and its files, also between library folders', async () => {
    const [name = ''] = writeWorks(root, 1)
    const other = join(folder.path, 'other')
    mkdirSync(join(other, 'circle'), { recursive: true })
    const roots = [root, other].map((path) => ({ path, isDemo: false }))
    writeFiles(root, { 'stays/x.txt': 'x' })
    await scan({ roots })
    const before = await files()
    renameSync(join(root, name), join(other, 'circle', `${name} renamed`))
    const { counts } = await scan({ roots })
    expect(counts).toMatchObject({ changed: 1, missing: 0, filesRead: 0 })
    expect(await files()).toEqual(before)
    expect(await works()).toMatchObject([{ root: other, path: `circle/${name} renamed`, state: 'present' }])
    expect(await problems()).toEqual([])
  })

  test('ADM-01 a deleted work becomes missing, keeps its rows, and comes back with its ids', async () => {
    const names = writeWorks(root, 10)
    await scan()
    const before = await files()
    const away = join(folder.path, 'away')
    renameSync(join(root, names[0] ?? ''), away)
    expect((await scan()).counts).toMatchObject({ missing: 1, problems: 0 })
    expect((await works()).map(({ state }) => state)).toEqual([
      'missing',
      ...Array.from({ length: 9 }, () => 'present'),
    ])
    expect((await files()).filter(({ state }) => state === 'missing')).toHaveLength(4)
    renameSync(away, join(root, names[0] ?? ''))
    expect((await scan()).counts).toMatchObject({ changed: 1, missing: 0, filesRead: 0 })
    expect(await files()).toEqual(before)
    expect((await works()).every(({ state }) => state === 'present')).toBe(true)
  })

  test('ADM-06 missing works are listed by code, with title and last known folder, in pages', async () => {
    const names = writeWorks(root, 4)
    await scan()
    for (const name of names.slice(0, 3)) rmSync(join(root, name), { recursive: true })
    expect(await listMissingWorks(database.read, { offset: 0, limit: 9 })).toEqual({ works: [], total: 0 })
    await scan({ allowMissing: true })
    const { works: first, total } = await listMissingWorks(database.read, { offset: 0, limit: 2 })
    expect(total).toBe(3)
    expect(first).toEqual([
      { id: 900001, code: 'RJ900001', title: 'Quiet evening 1', root, path: names[0] },
      { id: 900002, code: 'RJ900002', title: 'Quiet evening 2', root, path: names[1] },
    ])
    const { works: last } = await listMissingWorks(database.read, { offset: 2, limit: 2 })
    expect(last.map(({ code }) => code)).toEqual(['RJ900003'])
  })

  test('ADM-01 a deleted file becomes missing and no longer counts for its work', async () => {
    const names = writeWorks(root, 10)
    await scan()
    rmSync(join(root, names[0] ?? '', 'wav/2. night 2.wav'))
    await scan()
    const gone = (await files()).filter(({ state }) => state === 'missing')
    expect(gone.map(({ path }) => path)).toEqual(['wav/2. night 2.wav'])
    expect((await works())[0]?.duration_seconds).toBe(1)
    expect((await scan()).counts).toMatchObject({ unchanged: 10 })
  })

  test('ADM-01 a tenth of the works may go missing; one more is refused until it is allowed', async () => {
    const names = writeWorks(root, 20, { tracks: 1 })
    await scan()
    for (const name of names.slice(0, 3)) rmSync(join(root, name), { recursive: true })
    expect((await scan()).counts).toMatchObject({ missing: 0, problems: 1 })
    expect((await works()).every(({ state }) => state === 'present')).toBe(true)
    const [problem] = await problems()
    expect(problem).toMatchObject({ kind: 'manyMissing', root })
    expect(problem?.message).toContain('3 of its 20 works and 9 of its 60 files')
    expect(problem?.message).toContain('npm run otodana -- scan --allow-missing')

    writeFiles(join(root, names[0] ?? ''), aWorkFolder(1, { tracks: 1 }))
    expect((await scan()).counts).toMatchObject({ missing: 2, problems: 0 })

    for (const name of names.slice(3, 9)) rmSync(join(root, name), { recursive: true })
    expect((await scan()).counts.missing).toBe(0)
    expect((await scan({ allowMissing: true })).counts).toMatchObject({ missing: 6, problems: 0 })
  })

  test('ADM-01 a tenth of the files may go missing; one more is refused until it is allowed', async () => {
    const names = writeWorks(root, 5)
    await scan()
    const file = (index: number) => join(root, names[index] ?? '', 'readme.txt')
    rmSync(file(0))
    rmSync(file(1))
    expect((await scan()).counts.problems).toBe(0)
    expect((await files()).filter(({ state }) => state === 'missing')).toHaveLength(2)

    // 18 are left: two are more than a tenth.
    rmSync(file(2))
    rmSync(file(3))
    await scan()
    expect(await problemKinds()).toEqual(['manyMissing'])
    expect((await files()).filter(({ state }) => state === 'missing')).toHaveLength(2)
    await scan()
    expect(await problemKinds()).toEqual(['manyMissing'])
    await scan({ allowMissing: true })
    expect((await files()).filter(({ state }) => state === 'missing')).toHaveLength(4)
    expect(await problemKinds()).toEqual([])
    expect((await scan()).counts.unchanged).toBe(5)
  })

  test('ADM-01 a library folder that is not there or empty costs no work; only the empty one can be allowed', async () => {
    writeWorks(root, 2)
    await scan()
    const away = join(folder.path, 'away')
    renameSync(root, away)
    expect((await scan({ allowMissing: true })).counts.missing).toBe(0)
    expect(await problemKinds()).toEqual(['rootUnavailable'])
    mkdirSync(root)
    expect((await scan()).counts.missing).toBe(0)
    expect(await problemKinds()).toEqual(['rootUnavailable'])
    expect((await scan({ allowMissing: true })).counts.missing).toBe(2)
  })

  test('ADM-01 a folder that is no longer configured keeps its works until it is allowed; the demo library does not', async () => {
    writeWorks(root, 1)
    const other = join(folder.path, 'other')
    writeWorks(other, 1, { first: 50 })
    await scan({ roots: [root, other].map((path) => ({ path, isDemo: false })) })
    expect((await scan()).counts.missing).toBe(0)
    expect(await problems()).toMatchObject([{ kind: 'rootUnavailable', root: other }])
    expect((await scan({ demoRoot: other })).counts).toMatchObject({ missing: 1, problems: 0 })
  })

  test('ADM-01 two folders with one code are reported; the known one stays, however the code is spelled', async () => {
    writeFiles(join(root, 'b RJ123456'), aWorkFolder(1))
    await scan()
    writeFiles(join(root, 'a RJ00123456'), aWorkFolder(2))
    const { counts } = await scan()
    expect(counts).toMatchObject({ found: 1, unchanged: 1, problems: 1 })
    const [problem] = await problems()
    expect(problem).toMatchObject({ kind: 'duplicateCode', path: 'a RJ00123456', workId: 123456 })
    expect(problem?.message).toContain(join(root, 'b RJ123456'))
    rmSync(join(root, 'b RJ123456'), { recursive: true })
    await scan({ allowMissing: true })
    expect(await works()).toMatchObject([{ path: 'a RJ00123456', state: 'present' }])
    expect(await problems()).toEqual([])
  })

  test('ADM-01 broken media is a problem of that file; it stays listed and its problem lasts until it changes', async () => {
    writeFiles(join(root, 'RJ100001'), { 'good.wav': aWav(), 'bad.mp3': 'this is no mp3', 'empty.flac': '' })
    expect(await scan()).toMatchObject({ state: 'done', counts: { added: 1, problems: 2 } })
    expect((await problems()).map(({ kind, path }) => [kind, path])).toEqual([
      ['brokenMedia', 'RJ100001/bad.mp3'],
      ['brokenMedia', 'RJ100001/empty.flac'],
    ])
    expect((await files()).map(({ path, kind, problem }) => [path, kind, problem !== null])).toEqual([
      ['bad.mp3', 'audio', true],
      ['empty.flac', 'audio', true],
      ['good.wav', 'audio', false],
    ])
    expect((await scan()).counts).toMatchObject({ unchanged: 1, problems: 2 })
    writeFiles(join(root, 'RJ100001'), { 'bad.mp3': aWav(), 'empty.flac': aWav({ tone: 3 }) })
    expect((await scan()).counts).toMatchObject({ changed: 1, filesRead: 2, problems: 0 })
  })

  test('MED-09 what an older version has read of a FLAC is read again once, and the file keeps its id', async () => {
    writeFiles(join(root, 'RJ100001'), { 'a.flac': aCutFlac(), 'b.wav': aWav() })
    await scan()
    const before = await files()
    expect(await problems()).toMatchObject([{ kind: 'brokenMedia', path: 'RJ100001/a.flac' }])
    await database.write.updateTable('file').set({ problem: null, read_version: 0 }).execute()
    await database.write.updateTable('work').set({ signature: 'of an older version' }).execute()
    await database.write.deleteFrom('scan_problem').execute()
    expect((await scan()).counts).toMatchObject({ changed: 1, filesRead: 1, problems: 1 })
    expect((await files()).map(({ id, problem }) => [id, problem])).toEqual(
      before.map(({ id, problem }) => [id, problem]),
    )
    expect((await scan()).counts).toMatchObject({ unchanged: 1, filesRead: 0 })
  })

  test('ADM-10 the best picture that can be decoded is the cover; worse ones before it are reported, also when unchanged', async () => {
    const name = 'RJ100001'
    writeFiles(join(root, name), {
      'a.wav': aWav(),
      'cover.jpg': '',
      'folder.png': aPicture().subarray(0, 50),
      'jacket.jpg': '<html>not found</html>',
      'main.bmp': Buffer.concat([Buffer.from('BM'), Buffer.alloc(60)]),
      'page.png': aPicture(),
      // Never looked at: a better one was found.
      'z.png': '',
    })
    const coverPath = async () => {
      const [work] = await works()
      return (await files()).find(({ id }) => id === work?.cover_file_id)?.path
    }
    const bad = [
      ['badCover', 'RJ100001/cover.jpg', 'The file is empty'],
      ['badCover', 'RJ100001/folder.png', 'It is damaged or cut off, or has too many pixels'],
      ['badCover', 'RJ100001/jacket.jpg', 'It is no JPEG, PNG, WebP, GIF, AVIF or TIFF'],
      ['badCover', 'RJ100001/main.bmp', 'BMP cannot be read here; save it as JPEG, PNG or WebP'],
    ]
    const found = async () => (await problems()).map(({ kind, path, message }) => [kind, path, message])
    expect((await scan()).counts).toMatchObject({ added: 1, problems: 4 })
    expect(await coverPath()).toBe('page.png')
    expect(await found()).toEqual(bad)
    expect((await scan()).counts).toMatchObject({ unchanged: 1, problems: 4 })

    writeFiles(join(root, name), { 'b.wav': aWav({ tone: 2 }) })
    await scan()
    expect(await coverPath()).toBe('page.png')
    expect(await found()).toEqual(bad)

    writeFiles(join(root, name), { 'cover.jpg': aPicture('again') })
    expect((await scan()).counts).toMatchObject({ changed: 1, problems: 3 })
    expect(await coverPath()).toBe('cover.jpg')
  })

  test('ADM-10 the picture that a sidecar names is passed over as well when it is broken; with none, a recording’s is shown', async () => {
    writeFiles(join(root, 'RJ100001'), {
      'a.wav': aWav(),
      'otodana.yaml': 'title: Rain\ncover: art/best.png\n',
      'art/best.png': 'broken',
      'b.png': aPicture(),
    })
    writeFiles(join(root, 'RJ100002'), { 'a.mp3': mp3With(Buffer.from(aPicture())), 'cover.png': 'broken' })
    await scan()
    const covers = await database.read
      .selectFrom('work')
      .innerJoin('file', 'file.id', 'work.cover_file_id')
      .select('file.path')
      .orderBy('work.id')
      .execute()
    expect(covers.map(({ path }) => path)).toEqual(['b.png', 'a.mp3'])
    expect(await problemKinds()).toEqual(['badCover', 'badCover'])
  })

  test('ADM-01 a cover that could not be read for a moment stays the cover, and is looked at again', async () => {
    const name = 'RJ100001'
    writeFiles(join(root, name), { 'cover.png': aPicture(), 'other.png': aPicture('another'), '1.wav': aWav() })
    await scan()
    const before = await files()
    const cover = async () => (await files()).find(({ id }) => id === coverId)
    const [{ cover_file_id: coverId } = { cover_file_id: null }] = await works()
    expect((await cover())?.path).toBe('cover.png')
    let reads = 0
    const failing: FileSystem = {
      ...diskFileSystem,
      readBlocks(path, offsets, length) {
        // Its fingerprint takes less than all of it.
        if (path.endsWith('cover.png') && length === statSync(path).size && offsets.length === 1) {
          reads++
          throw Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO' })
        }
        return diskFileSystem.readBlocks(path, offsets, length)
      },
    }
    writeFiles(join(root, name), { 'note.txt': 'new' })
    await scan({ files: failing })
    expect(reads).toBe(1)
    expect((await works())[0]?.cover_file_id).toBe(coverId)
    expect((await files()).filter(({ path }) => path !== 'note.txt')).toEqual(before)
    expect((await problems()).map(({ kind, path }) => [kind, path])).toEqual([['unreadableFile', `${name}/cover.png`]])
    await scan()
    expect(await problemKinds()).toEqual([])
    expect((await works())[0]?.cover_file_id).toBe(coverId)
  })

  test('ADM-11 archives, loose audio and folders without a code are problems, with a count and what to do', async () => {
    writeFiles(root, {
      'RJ100001 Rain/a.wav': aWav(),
      'circle/RJ100002/a.wav': aWav(),
      'loose.mp3': 'x',
      'circle/bonus.mp3': 'x',
      'circle/Night walk/mp3/1.mp3': 'x',
      'circle/Night walk/wav/1.wav': 'x',
      'new/RJ100003.zip': 'x',
      'new/RJ100004.part1.rar': 'x',
      'new/RJ100004.part2.rar': 'x',
      'texts/readme.txt': 'x',
      'RJ100005 Packed/RJ100005.7z': 'x',
      'RJ100001 Rain/bonus.zip': 'x',
    })
    const result = await scan()
    expect(result).toMatchObject({ state: 'done', counts: { found: 3, added: 3, problems: 5 } })
    expect((await problems()).map(({ kind, path, message }) => [kind, path, message])).toEqual([
      ['archive', 'new', '2 archives (RJ100003.zip, RJ100004.part1.rar): unpack each into a folder with a work code'],
      [
        'noCode',
        'circle/Night walk',
        '2 audio files in 2 folders without a work code (wav/1.wav, mp3/1.mp3): put the code into the name of the folder',
      ],
      ['looseAudio', '', '1 audio file in no work (loose.mp3): move each into a folder with a work code'],
      ['looseAudio', 'circle', '1 audio file in no work (bonus.mp3): move each into a folder with a work code'],
      ['archive', 'RJ100005 Packed/RJ100005.7z', 'The work has no audio but what may be in this archive: unpack it'],
    ])
    expect((await scan()).counts).toMatchObject({ unchanged: 3, problems: 5 })
  })

  test('MED-07 what an older version took for no sound, or for sound without a length, is read again once', async () => {
    writeFiles(join(root, 'RJ100001'), { 'a.aiff': aWav(), 'b.wav': aWav(), 'c.wav': aWav({ tone: 3 }) })
    await scan()
    const before = await files()
    const old = { read_version: 0, kind: 'other' as const, duration_seconds: null }
    await database.write.updateTable('file').set(old).where('path', '=', 'a.aiff').execute()
    await database.write
      .updateTable('file')
      .set({ ...old, kind: 'audio' })
      .where('path', '=', 'b.wav')
      .execute()
    await database.write.updateTable('file').set({ read_version: 0 }).where('path', '=', 'c.wav').execute()
    await database.write.updateTable('work').set({ signature: 'of an older version' }).execute()
    expect((await scan()).counts).toMatchObject({ changed: 1, filesRead: 2 })
    const told = (rows: typeof before) => rows.map(({ id, kind, duration_seconds }) => [id, kind, duration_seconds])
    expect(told(await files())).toEqual(told(before))
    expect((await scan()).counts).toMatchObject({ unchanged: 1, filesRead: 0 })
  })

  test('ADM-02 a sidecar tells the title; a slip in it is reported and takes nothing away', async () => {
    writeFiles(join(root, 'RJ100001 folder'), { 'a.wav': aWav(), 'otodana.yaml': 'title: Told title\n' })
    await scan()
    expect(await works()).toMatchObject([{ title: 'Told title' }])
    writeFiles(join(root, 'RJ100001 folder'), { 'otodana.yaml': 'titel: [' })
    await scan()
    expect(await works()).toMatchObject([{ title: 'Told title' }])
    expect(await problems()).toMatchObject([{ kind: 'badSidecar', path: 'RJ100001 folder/otodana.yaml' }])
    writeFiles(join(root, 'RJ100001 folder'), { 'otodana.yaml': 'title: Better\n' })
    expect((await scan()).counts.filesRead).toBe(0)
    expect(await works()).toMatchObject([{ title: 'Better' }])
    expect(await problems()).toEqual([])
  })

  test('ADM-01 what lies in an unreadable folder does not become missing, in the walk and in a work', async () => {
    writeFiles(root, { 'x.txt': 'x' })
    writeWorks(join(root, 'shelf'), 3)
    const [name = ''] = writeWorks(root, 1, { first: 50 })
    await scan()
    const refusing = failingList((dir) => dir === join(root, 'shelf') || dir === join(root, name, 'wav'))
    expect((await scan({ files: refusing, allowMissing: true })).counts).toMatchObject({ missing: 0, problems: 2 })
    expect((await problems()).map(({ kind, path }) => [kind, path])).toEqual([
      ['unreadableFolder', 'shelf'],
      ['unreadableFolder', `${name}/wav`],
    ])
    expect((await works()).every(({ state }) => state === 'present')).toBe(true)
    expect((await files()).every(({ state }) => state === 'present')).toBe(true)
    expect((await scan()).counts).toMatchObject({ changed: 1, unchanged: 3, problems: 0 })
  })

  test('ADM-01 a new work whose folder cannot be read is reported, and found once it can', async () => {
    const [name = ''] = writeWorks(root, 1)
    const refusing = failingList((dir) => dir === join(root, name))
    expect((await scan({ files: refusing })).counts).toMatchObject({ found: 1, done: 1, added: 0, problems: 1 })
    expect(await problems()).toMatchObject([{ kind: 'unreadableFolder', path: name, workId: null }])
    expect((await scan()).counts).toMatchObject({ added: 1, problems: 0 })
  })

  test('ADM-01 an unreadable file is listed, reported, and tried again at every scan', async () => {
    const [name = ''] = writeWorks(root, 1)
    const locked = join(root, name, 'wav/1. night 1.wav')
    const refusing: FileSystem = {
      ...diskFileSystem,
      readBlocks(path, offsets, length) {
        if (path === locked) throw Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' })
        return diskFileSystem.readBlocks(path, offsets, length)
      },
    }
    await scan({ files: refusing })
    expect(await problems()).toMatchObject([{ kind: 'unreadableFile', path: `${name}/wav/1. night 1.wav` }])
    expect((await scan()).counts).toMatchObject({ changed: 1, filesRead: 1, problems: 0 })
    expect((await scan()).counts.unchanged).toBe(1)
  })

  test('ADM-01 a disk that goes away while works are read takes nothing from them, and is read when it is back', async () => {
    const [known = '', fresh = ''] = writeWorks(root, 2, { tracks: 2 })
    const sidecar = join(root, fresh, 'otodana.yaml')
    writeFileSync(sidecar, 'title: Told by its sidecar')
    renameSync(join(root, fresh), join(folder.path, fresh))
    await scan()
    const before = await files()
    renameSync(join(folder.path, fresh), join(root, fresh))

    let isAway = false
    // Its listings are had and its files looked at; then the disk is gone.
    const failing: FileSystem = {
      ...diskFileSystem,
      readBlocks(path, offsets, length) {
        const blocks = diskFileSystem.readBlocks(path, offsets, length)
        if (!isAway) renameSync(root, `${root}.away`)
        isAway = true
        return blocks
      },
    }
    const cut = await scan({ full: true, files: failing, allowMissing: true })
    expect(cut).toMatchObject({ state: 'failed', counts: { missing: 0, changed: 0, added: 0 } })
    expect(cut.error).toContain(root)
    expect(isAway).toBe(true)
    expect(await problems()).toMatchObject([{ kind: 'rootUnavailable', root, path: '' }])
    const facts = (all: typeof before) =>
      all.map(({ id, path, duration_seconds, state }) => [id, path, duration_seconds, state])
    expect(facts((await files()).filter(({ work_id }) => work_id === before[0]?.work_id))).toEqual(facts(before))

    renameSync(`${root}.away`, root)
    expect(await scan()).toMatchObject({ state: 'done', counts: { problems: 0 } })
    expect((await works()).map(({ title }) => title)).toContain('Told by its sidecar')
    expect((await files()).every(({ kind, duration_seconds }) => kind !== 'audio' || duration_seconds !== null)).toBe(
      true,
    )
    expect(known).not.toBe(fresh)
  })

  test('ADM-07 a library folder that goes away in mid-scan ends it as failed; the others are read, nothing is missing', async () => {
    const other = join(folder.path, 'other')
    const names = writeWorks(root, 12)
    const [gone = ''] = writeWorks(other, 10, { first: 50 })
    const roots = [root, other].map((path) => ({ path, isDemo: false }))
    await scan({ roots })
    const before = await works()
    rmSync(join(other, gone), { recursive: true })
    writeWorks(other, 1, { first: 70 })
    let isAway = false
    const leaving: FileSystem = {
      ...diskFileSystem,
      list(dir) {
        if (!isAway && dir === join(root, names[3] ?? '', 'wav')) {
          renameSync(root, `${root}.away`)
          // As the mount point of a disk that was unmounted.
          mkdirSync(root)
          isAway = true
        }
        return diskFileSystem.list(dir)
      },
    }
    const onProgress: ScanOptions['onProgress'] = (_counts, phase) => (isAway = phase === 'looking')
    const result = await scan({ roots, files: leaving, allowMissing: true, onProgress })
    expect(result).toMatchObject({ state: 'failed', counts: { added: 1, changed: 0, missing: 0 } })
    expect(result.error).toContain(`${root}: The library folder went away during the scan`)
    expect(await problems()).toMatchObject([{ kind: 'rootUnavailable', root, path: '' }])
    expect((await works()).filter(({ root: at }) => at === root)).toEqual(before.filter(({ root: at }) => at === root))
    expect((await works()).every(({ state }) => state === 'present')).toBe(true)
    const { state, error } = await database.read
      .selectFrom('scan_run')
      .selectAll()
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect([state, error]).toEqual(['failed', result.error])

    rmSync(root, { recursive: true })
    renameSync(`${root}.away`, root)
    expect(await scan({ roots })).toMatchObject({ state: 'done', counts: { unchanged: 22, missing: 1, problems: 0 } })
  })

  test('ADM-07 a library folder that goes away while it is walked costs no work', async () => {
    writeWorks(join(root, 'shelf'), 12)
    await scan()
    const before = await works()
    const leaving: FileSystem = {
      ...diskFileSystem,
      list(dir) {
        if (dir === join(root, 'shelf')) renameSync(root, `${root}.away`)
        return diskFileSystem.list(dir)
      },
    }
    expect(await scan({ files: leaving, allowMissing: true })).toMatchObject({
      state: 'failed',
      counts: { missing: 0 },
    })
    expect(await problems()).toMatchObject([{ kind: 'rootUnavailable', root }])
    expect(await works()).toEqual(before)
  })

  test('ADM-08 works that are read are stored while another one is still being read, with the run’s counts', async () => {
    const names = writeWorks(root, 4, { tracks: 1 })
    const slowest = join(root, names[1] ?? '')
    const stop = new AbortController()
    // One file that is fetched for ever, as from a store that hangs.
    const hanging: FileSystem = {
      ...diskFileSystem,
      storeOf: (path) =>
        path.startsWith(`${slowest}/wav/`)
          ? {
              holdsAnything: async () => true,
              fingerprint: () => 'x',
              openMedia: (_path, signal) =>
                new Promise((_open, fail) => signal?.addEventListener('abort', () => fail(signal.reason as Error))),
              readHead: async () => new Uint8Array(),
            }
          : null,
    }
    let atKill: { counts: string }[] = []
    const onStored = async () => {
      const added = async () => (await works()).length
      if ((await added()) < 3) return
      atKill = await database.read.selectFrom('scan_run').select('counts').execute()
      stop.abort()
    }
    await scan({ files: hanging, signal: stop.signal, onStored: () => void onStored() })
    expect(atKill.map(({ counts }) => JSON.parse(counts))).toMatchObject([{ found: 4, done: 3, added: 3 }])
    expect((await works()).every(({ signature }) => signature !== null)).toBe(true)
    expect((await scan()).counts).toMatchObject({ unchanged: 3, added: 1 })
  })

  test('ADM-09 a work with an unreadable part counts as changed once; it is tried again all the same', async () => {
    const [first = '', second = ''] = writeWorks(root, 2)
    await scan()
    writeFiles(join(root, first), { 'wav/3. new.wav': aWav({ seconds: 4 }) })
    const locked = [join(root, first, 'wav/3. new.wav'), join(root, second, 'wav')]
    let tries = 0
    const refuse = (path: string) => {
      if (!locked.includes(path)) return
      tries++
      throw Object.assign(new Error(`EACCES: permission denied, '${path}'`), { code: 'EACCES' })
    }
    const refusing: FileSystem = {
      ...diskFileSystem,
      list(dir) {
        refuse(dir)
        return diskFileSystem.list(dir)
      },
      readBlocks(path, offsets, length) {
        refuse(path)
        return diskFileSystem.readBlocks(path, offsets, length)
      },
    }
    expect((await scan({ files: refusing })).counts).toMatchObject({ changed: 2, unchanged: 0, problems: 2 })
    const stored = [await works(), await files(), await problems()]
    for (const time of [1, 2]) {
      tries = 0
      const { counts } = await scan({ files: refusing })
      expect(counts, `scan ${time}`).toMatchObject({ done: 2, changed: 0, unchanged: 2, problems: 2 })
      expect(tries).toBeGreaterThanOrEqual(2)
    }
    expect([await works(), await files(), await problems()]).toEqual(stored)
    writeFiles(join(root, second), { 'readme.txt': 'another text' })
    expect((await scan({ files: refusing })).counts).toMatchObject({ changed: 1, unchanged: 1, problems: 2 })
    expect((await scan()).counts).toMatchObject({ changed: 2, filesRead: 1, problems: 0 })
    expect((await scan()).counts).toMatchObject({ changed: 0, unchanged: 2 })
  })

  test('ADM-09 works with files that may not be called missing yet count as changed once', async () => {
    const names = writeWorks(root, 2)
    await scan()
    for (const name of names) rmSync(join(root, name, 'readme.txt'))
    expect((await scan()).counts).toMatchObject({ changed: 2 })
    expect((await scan()).counts).toMatchObject({ changed: 0, unchanged: 2, problems: 1 })
    await scan({ allowMissing: true })
    expect((await files()).filter(({ state }) => state === 'missing')).toHaveLength(2)
    expect((await scan()).counts).toMatchObject({ unchanged: 2, problems: 0 })
  })

  test('ADM-01 a new folder that is renamed while it is looked at is passed over, and the scan goes on', async () => {
    const names = writeWorks(root, 3, { tracks: 1 })
    const [first = ''] = names
    const hasty: FileSystem = {
      ...diskFileSystem,
      stat(path) {
        if (path === join(root, first))
          throw Object.assign(new Error(`ENOENT: no such file or directory, stat '${path}'`), { code: 'ENOENT' })
        return diskFileSystem.stat(path)
      },
    }
    expect(await scan({ files: hasty })).toMatchObject({ state: 'done', counts: { found: 3, done: 3, added: 2 } })
    expect(await problemKinds()).toEqual(['unreadableFolder'])
    expect(await scan()).toMatchObject({ state: 'done', counts: { added: 1, problems: 0 } })
  })

  test('ADM-01 a cancelled scan keeps what it has read, marks nothing missing, and the next goes on', async () => {
    const names = writeWorks(root, 60)
    await scan()
    rmSync(join(root, names[59] ?? ''), { recursive: true })
    const fresh = writeWorks(root, 60, { first: 100, tracks: 1 })
    const stop = new AbortController()
    let isReading = false
    const slow: FileSystem = {
      ...diskFileSystem,
      list(dir) {
        if (isReading && dir === join(root, fresh[30] ?? '')) stop.abort()
        return diskFileSystem.list(dir)
      },
    }
    const onProgress: ScanOptions['onProgress'] = (_counts, phase) => (isReading = phase === 'reading')
    const { state, counts } = await scan({ files: slow, signal: stop.signal, onProgress })
    expect(state).toBe('cancelled')
    expect(counts.added).toBeGreaterThanOrEqual(24)
    expect(counts.added).toBeLessThan(40)
    expect((await works()).filter(({ state }) => state === 'missing')).toEqual([])
    const next = await scan()
    expect(next.counts).toMatchObject({ added: 60 - counts.added, missing: 1 })
    const runs = await database.write.selectFrom('scan_run').select('state').orderBy('id').execute()
    expect(runs.map(({ state }) => state)).toEqual(['done', 'cancelled', 'done'])
  })

  test('ADM-01 only one process scans; a lease that ran out or whose process is dead is taken over', async () => {
    writeWorks(root, 1)
    const holder = newHolder()
    expect(await takeLease(database.write, scanLease(holder))).toBe(true)
    await expect(scan()).rejects.toMatchObject({ code: 'scan.running' })
    await database.write
      .updateTable('lease')
      .set({ expires_at_ms: Date.now() - 1 })
      .execute()
    expect((await scan()).state).toBe('done')

    // No process has this number: it is above the kernel's limit.
    const [host = ''] = holder.split('/')
    const dead = `${host}/4194999/0/gone`
    await database.write
      .insertInto('lease')
      .values({ name: SCAN, holder: dead, expires_at_ms: Date.now() + 30_000 })
      .execute()
    await database.write
      .insertInto('scan_run')
      .values({ state: 'running', trigger: 'api', started_at_ms: 0, finished_at_ms: null, counts: '{}', error: null })
      .execute()
    expect((await scan()).state).toBe('done')
    const runs = await database.write.selectFrom('scan_run').select('state').orderBy('id').execute()
    expect(runs.map(({ state }) => state)).toEqual(['done', 'interrupted', 'done'])
    expect(await database.write.selectFrom('lease').selectAll().execute()).toEqual([])
  })

  test('ADM-01 a scan that has lost its lease writes nothing more', async () => {
    writeWorks(root, 20)
    let hasTaken = false
    const result = await scan({
      onProgress: (_counts, phase) => {
        if (phase !== 'reading' || hasTaken) return
        hasTaken = true
        void database.write.updateTable('lease').set({ holder: 'elsewhere/1/0/x' }).execute()
      },
    })
    expect(result).toMatchObject({ state: 'failed' })
    expect(result.error).toContain('taken over')
    expect((await works()).length).toBeLessThan(20)
  })

  test('ADM-01 a work that the database refuses is reported once; the others are stored', async () => {
    const names = writeWorks(root, 12)
    const refuse =
      dialect === 'sqlite'
        ? sql`create trigger refusal before insert on work when new.id = 900005 begin select raise(abort, 'refused'); end`
        : sql`alter table work add constraint refusal check (id <> 900005)`
    await refuse.execute(database.write)
    for (let time = 0; time < 2; time++) {
      expect(await scan()).toMatchObject({ state: 'done', counts: { found: 12, done: 12, problems: 1 } })
      expect(await works()).toHaveLength(11)
      expect(await problems()).toMatchObject([{ kind: 'unreadableFolder', path: names[4] }])
    }
  })

  test('ADM-01 progress never goes back and ends with the result', async () => {
    writeWorks(root, 30)
    const seen: number[] = []
    const phases = new Set<string>()
    const { counts } = await scan({
      onProgress: (at, phase) => {
        seen.push(at.done)
        phases.add(phase)
      },
    })
    expect(seen).toEqual([...seen].sort((a, b) => a - b))
    expect(seen.at(-1)).toBe(counts.done)
    expect([...phases]).toEqual(['looking', 'reading', 'finishing'])
  })

  test('ADM-01 a file from a broken clock, with odd characters or no content is stored as it is', async () => {
    const name = 'RJ100001'
    writeFiles(join(root, name), { 'a\'b"c %00 \n.txt': 'x', '😀 é.txt': '', 'future.txt': 'x' })
    utimesSync(join(root, name, 'future.txt'), 1, 9_000_000_000)
    expect((await scan()).state).toBe('done')
    expect(new Set((await files()).map(({ path }) => path))).toEqual(new Set(readdirSync(join(root, name))))
    expect((await files()).find(({ path }) => path === 'future.txt')?.mtime_ms).toBe(
      Math.trunc(statSync(join(root, name, 'future.txt')).mtimeMs),
    )
    expect((await scan()).counts.unchanged).toBe(1)
  })
})

describe('a scan when the disk is full', () => {
  test('ADM-01 it ends as failed with the reason, keeps whole works, and goes on when there is room', async () => {
    const database = await openTestDatabase('sqlite')
    using folder = aFolder()
    try {
      const names = writeWorks(folder.path, 120, { tracks: 1 })
      for (const name of names) writeFileSync(join(folder.path, name, `${'long name '.repeat(20)}.txt`), 'x')
      const pages = await sql<{ page_count: number }>`pragma page_count`.execute(database.write)
      const limit = (pages.rows[0]?.page_count ?? 0) + 12
      await sql`pragma max_page_count = ${sql.raw(String(limit))}`.execute(database.write)
      const deps = {
        database,
        roots: [{ path: folder.path, isDemo: false }],
        demoRoot: null,
        scanDepth: 3,
        ffmpegPath: 'ffmpeg',
        log: silent,
      }
      const full = await scanLibrary(deps, { trigger: 'api' })
      expect(full.state).toBe('failed')
      expect(full.error).toMatch(/full/i)
      const whole = await database.read
        .selectFrom('work')
        .innerJoin('file', 'file.work_id', 'work.id')
        .select((eb) => ['work.id', eb.fn.countAll<number>().as('count')])
        .groupBy('work.id')
        .execute()
      expect(whole.length).toBeLessThan(120)
      expect(whole.every(({ count }) => count === 4)).toBe(true)

      await sql`pragma max_page_count = 100000`.execute(database.write)
      const again = await scanLibrary(deps, { trigger: 'api' })
      expect(again).toMatchObject({ state: 'done', counts: { unchanged: whole.length, added: 120 - whole.length } })
    } finally {
      await database.remove()
    }
  })
})

/** The header of a second of sound, and none of it. */
function aCutFlac(): Uint8Array {
  const flac = Buffer.alloc(42)
  flac.write('fLaC')
  flac.writeUInt32BE(0x80000022, 4)
  flac.writeUInt16BE(4096, 8)
  flac.writeUInt16BE(4096, 10)
  // 44.1 kHz, two channels, 16 bits.
  flac.writeUInt32BE((44_100 << 12) | (1 << 9) | (15 << 4), 18)
  flac.writeUInt32BE(44_100, 22)
  return flac
}

/** A disk that refuses to list some folders, as one without permission does. */
function failingList(isRefused: (dir: string) => boolean): FileSystem {
  return {
    ...diskFileSystem,
    list(dir) {
      if (isRefused(dir))
        throw Object.assign(new Error(`EACCES: permission denied, scandir '${dir}'`), { code: 'EACCES' })
      return diskFileSystem.list(dir)
    },
  }
}
