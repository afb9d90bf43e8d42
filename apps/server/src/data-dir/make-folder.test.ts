import { existsSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { aFolder } from '../../test/work-folders.ts'

import { makeFolder } from './make-folder.ts'

test('folders are made with those above them, for their owner only, by several callers at once', async () => {
  using folder = aFolder()
  const path = join(folder.path, 'a/b/c')
  await Promise.all([makeFolder(path), makeFolder(path), makeFolder(join(folder.path, 'a/b'))])
  expect((statSync(path).mode & 0o777).toString(8)).toBe('700')
  await makeFolder(path)
})

test('a folder behind a link is made where the link leads', async () => {
  using folder = aFolder()
  using disk = aFolder()
  symlinkSync(disk.path, join(folder.path, 'disk'))
  await makeFolder(join(folder.path, 'disk/data'))
  expect(statSync(join(disk.path, 'data')).isDirectory()).toBe(true)
})

test('a folder that cannot be made is an error with its path, and not tried for ever', async () => {
  using folder = aFolder()
  writeFileSync(join(folder.path, 'file'), '')
  symlinkSync(join(folder.path, 'unmounted'), join(folder.path, 'disk'))
  for (const name of ['file', 'file/data', 'disk', 'disk/data', 'disk/data/covers']) {
    await expect(makeFolder(join(folder.path, name))).rejects.toThrow(folder.path)
  }
})

test.runIf(existsSync('/proc/self'))('ADM-17 a folder below /proc is an error', async () => {
  await expect(makeFolder('/proc/otodana/data')).rejects.toThrow('/proc/otodana')
})
