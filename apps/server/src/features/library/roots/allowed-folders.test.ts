import { mkdirSync, symlinkSync } from 'node:fs'

import { expect, test } from 'vitest'

import { aLibrary } from '../../../../test/a-library.ts'
import { createFolderCheck } from './allowed-folders.ts'

test('RUN-10 only what could be chosen now is used: below LIBRARY_BROWSE, not hidden, no data of the server', async () => {
  const disk = aLibrary()
  try {
    for (const name of ['music', 'data/covers', '.ssh']) mkdirSync(disk.path(name), { recursive: true })
    symlinkSync('/', disk.path('out'))
    symlinkSync(disk.dir, disk.path('home'))
    const check = createFolderCheck({ libraryBrowse: [disk.path('home')], dataDir: disk.path('home/data') })
    const cases = {
      music: null,
      'not mounted': null,
      'data/covers': 'data',
      '': 'data',
      '.ssh': 'outside',
      'out/etc': 'outside',
      'music/../../..': 'outside',
    }
    for (const [name, refusal] of Object.entries(cases))
      expect([name, await check(`${disk.path('home')}/${name}`.replace(/\/$/, ''))]).toEqual([name, refusal])
    for (const path of ['/', '/etc', 'relative', 's3://bucket/works']) expect(await check(path)).toBe('outside')

    const all = createFolderCheck({ libraryBrowse: ['/'], dataDir: disk.path('data') })
    expect(await all('/proc/1')).toBe('outside')
    const off = createFolderCheck({ libraryBrowse: [], dataDir: disk.path('data') })
    expect(await off(disk.path('music'))).toBe('outside')
  } finally {
    disk.remove()
  }
})
