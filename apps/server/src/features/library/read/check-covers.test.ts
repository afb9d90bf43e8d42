import { statSync } from 'node:fs'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { dialects } from '../../../../test/databases.ts'
import { openScanWorld, type ScanWorld } from '../../../../test/scan-world.ts'
import { aPicture, aWav, mp3With, writeFiles } from '../../../../test/work-folders.ts'

import { diskFileSystem, type FileSystem } from '../files/file-system.ts'

describe.each(dialects)('covers that a scan reads on %s', { timeout: 180_000 }, (dialect) => {
  let world: ScanWorld
  beforeEach(async () => {
    world = await openScanWorld(dialect)
  })
  afterEach(() => world.remove())

  test('ADM-10 the best picture that can be decoded is the cover; worse ones before it are reported, also when unchanged', async () => {
    const { root, scan, works, files, problems } = world
    const name = 'RJ100001'
    writeFiles(join(root, name), {
      'a.wav': aWav(),
      'cover.jpg': '',
      'folder.png': aPicture().subarray(0, 50),
      'jacket.jpg': '<html>not found</html>',
      'main.bmp': Buffer.concat([Buffer.from('BM'), Buffer.alloc(60)]),
      'page.png': aPicture(),
      // Not checked, because a better one was found.
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

  test('ADM-10 a broken picture is skipped even if a sidecar names it; without any, a recording’s is used', async () => {
    const { database, root, scan, problemKinds } = world
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

  test('ADM-01 a cover that could not be read for a moment stays the cover, and is checked again', async () => {
    const { root, scan, works, files, problems, problemKinds } = world
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
        // Its fingerprint reads only parts of it.
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
})
