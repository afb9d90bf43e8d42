import { renameSync, utimesSync } from 'node:fs'

import type { TrackFile } from '@otodana/contract'
import { afterEach, describe, expect, test } from 'vitest'

import { aLibrary } from '../../../test/a-library.ts'
import { dialects } from '../../../test/databases.ts'
import { startApp } from '../../../test/start-app.ts'
import { aWav } from '../../../test/work-folders.ts'

const FOLDER = 'RJ01000001 雨の夜'

const opened: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close()
})

describe.each(dialects)('tracks on %s', (dialect) => {
  test('OFF-54 on request each file has a version, which follows its content and not its time or name', async () => {
    const sound = aWav({ seconds: 2 })
    const files = { '01.wav': sound, '02.wav': aWav({ seconds: 1 }), 'note.txt': 'rain' }
    const library = aLibrary(Object.fromEntries(Object.entries(files).map(([name, it]) => [`${FOLDER}/${name}`, it])))
    opened.push(() => library.remove())
    const app = await startApp({ libraryDirs: [library.dir], dialect })
    opened.push(() => app.close())
    const list = async (query: string) =>
      (await (await fetch(`${app.url}/api/tracks/RJ01000001${query}`)).json()) as TrackFile[]
    const versions = async () =>
      Object.fromEntries((await list('?withVersions=1')).map(({ title, version }) => [title, version]))
    async function scan(): Promise<void> {
      await app.library.start()
      await app.library.whenIdle()
    }

    for (const query of ['', '?withVideo=1', '?withVersions=0'])
      for (const file of await list(query)) expect(file).not.toHaveProperty('version')
    const before = await versions()
    expect(Object.keys(before)).toEqual(['01.wav', '02.wav', 'note.txt'])
    for (const version of Object.values(before)) expect(version).toMatch(/^[\w-]{8}$/)
    expect(new Set(Object.values(before)).size).toBe(3)

    const path = (name: string) => library.path(FOLDER, name)
    for (const name of Object.keys(files)) utimesSync(path(name), 1_000_000_000, 1_000_000_000)
    renameSync(path('02.wav'), path('03.wav'))
    await scan()
    expect(await versions()).toEqual({
      '01.wav': before['01.wav'],
      '03.wav': before['02.wav'],
      'note.txt': before['note.txt'],
    })

    const other = Buffer.from(sound)
    other.fill(1, other.length - 100)
    library.write({ [`${FOLDER}/01.wav`]: other, [`${FOLDER}/note.txt`]: 'snow' })
    await scan()
    const after = await versions()
    expect(after['03.wav']).toBe(before['02.wav'])
    expect([after['01.wav'], after['note.txt']]).not.toContain(undefined)
    expect(after['01.wav']).not.toBe(before['01.wav'])
    expect(after['note.txt']).not.toBe(before['note.txt'])

    library.write({ [`${FOLDER}/01.wav`]: sound })
    await scan()
    expect((await versions())['01.wav']).toBe(before['01.wav'])
  })
})
