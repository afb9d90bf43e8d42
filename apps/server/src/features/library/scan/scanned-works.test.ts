import { readdirSync, rmSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { dialects } from '../../../../test/databases.ts'
import { openScanWorld, type ScanWorld } from '../../../../test/scan-world.ts'
import { aPicture, aWav, aWorkFolder, writeFiles } from '../../../../test/work-folders.ts'

describe.each(dialects)('what a scan finds on %s', { timeout: 180_000 }, (dialect) => {
  let world: ScanWorld
  beforeEach(async () => {
    world = await openScanWorld(dialect)
  })
  afterEach(() => world.remove())

  test('ADM-01 every folder whose name holds a code is a work, whatever stands around it and however deep', async () => {
    const { root, scan, works } = world
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
    const { root, scan, works, files } = world
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

  test('ADM-02 a sidecar tells the title; a slip in it is reported and takes nothing away', async () => {
    const { root, scan, works, problems } = world
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

  test('ADM-01 a file from a broken clock, with odd characters or no content is stored as it is', async () => {
    const { root, scan, files } = world
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

  test('ADM-01 two folders with one code are reported; the known one stays, however the code is spelled', async () => {
    const { root, scan, works, problems } = world
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

  test('ADM-11 archives, loose audio and folders without a code are problems, with a count and what to do', async () => {
    const { root, scan, problems } = world
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
      ['archive', 'RJ100005 Packed/RJ100005.7z', 'The work has no audio, except perhaps in this archive: unpack it'],
    ])
    expect((await scan()).counts).toMatchObject({ unchanged: 3, problems: 5 })
  })
})
