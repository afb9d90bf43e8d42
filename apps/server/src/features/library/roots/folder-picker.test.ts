import { mkdirSync, symlinkSync } from 'node:fs'
import { realpath } from 'node:fs/promises'

import { afterAll, beforeAll, expect, test } from 'vitest'

import type { AppError } from '#http/errors/app-error.ts'
import { createPatientReads } from '#storage/patient-reads.ts'

import { aLibrary, type TestLibrary } from '../../../../test/a-library.ts'

import { realPaths } from './allowed-folders.ts'
import { createFolderPicker, pickerLimits } from './folder-picker.ts'
import { takenFolders, type TakenFolder } from './overlaps.ts'

let disk: TestLibrary
let taken: TakenFolder[]
beforeAll(async () => {
  disk = aLibrary({
    'music/RJ01000002 Rain/01.txt': 'x',
    'music/RJ01000003 Roof/01.txt': 'x',
    'music/circle/RJ01000004 Deep/01.txt': 'x',
    'other/RJ01000005 Snow/01.txt': 'x',
    'other/.hidden/RJ01000006/01.txt': 'x',
    'a file.txt': 'x',
  })
  symlinkSync('/', disk.path('out'))
  symlinkSync(disk.path('other'), disk.path('in'))
  symlinkSync(disk.path('other/.hidden'), disk.path('shown'))
  taken = await takenFolders([disk.path('music')], realPaths)
})
afterAll(() => disk.remove())

test.each([
  ['/proc'],
  ['/etc'],
  ['relative'],
  ['{disk}/music/../../..'],
  ['{disk}/music/../other'],
  ['{disk}-beside'],
  ['{disk}/out/etc'],
  ['{disk}/other/.hidden'],
  ['{disk}/shown'],
  ['{disk}/shown/RJ01000006'],
])('RUN-03 %s lies outside of what can be chosen', async (path) => {
  const picker = createFolderPicker([disk.dir])
  await expect(picker.choose(path.replace('{disk}', disk.dir))).rejects.toThrow('folder.outside')
})

test.each([['{disk}/nowhere'], ['{disk}/a file.txt'], ['{disk}/a file.txt/x'], [`{disk}/${'x'.repeat(4_000)}`]])(
  'RUN-03 %s is no folder, and the reason is named',
  async (path) => {
    const chosen = createFolderPicker([disk.dir]).choose(path.replace('{disk}', disk.dir))
    const error = await chosen.catch((reason: unknown) => reason as AppError)
    expect(error).toMatchObject({
      code: 'folder.missing',
      inputs: [{ param: 'path', msg: expect.stringMatching(/^E(?:NOENT|NOTDIR|NAMETOOLONG)/) }],
    })
  },
)

test('RUN-03 the folders of the system are never shown, whatever LIBRARY_BROWSE says', async () => {
  const picker = createFolderPicker(['/'])
  for (const path of ['/proc', '/sys/kernel', '/dev']) {
    await expect(picker.choose(path)).rejects.toThrow('folder.outside')
  }
})

test('RUN-03 a refusal names the part of the request that has the folder', async () => {
  const picker = createFolderPicker([disk.dir])
  for (const path of ['/etc', disk.path('nowhere'), disk.path('a file.txt')]) {
    const refusals = [picker.list(path, 1, taken), picker.choose(path)]
    const errors = await Promise.all(refusals.map((refusal) => refusal.catch((reason: unknown) => reason as AppError)))
    expect(errors).toMatchObject([{ inputs: [{ location: 'query' }] }, { inputs: [{ location: 'body' }] }])
  }
})

test('RUN-04 the picker begins with the places that exist', async () => {
  const { path, folders } = await createFolderPicker([disk.dir, '/nowhere/at-all']).list(undefined, 1, taken)
  expect(path).toBeNull()
  expect(folders).toEqual([
    { name: disk.dir, path: disk.dir, codes: 0, overlap: { kind: 'holds', path: disk.path('music') } },
  ])
})

test('RUN-04 it lists folders alone, with the codes in them and what is in the library; links stay inside', async () => {
  const picker = createFolderPicker([disk.dir])
  const listing = await picker.list(disk.dir, 1, taken)
  expect(listing.folders).toEqual([
    { name: 'in', path: disk.path('in'), codes: 1, overlap: null },
    { name: 'music', path: disk.path('music'), codes: 2, overlap: { kind: 'same', path: disk.path('music') } },
    { name: 'other', path: disk.path('other'), codes: 1, overlap: null },
  ])
  expect(listing).toMatchObject({ parent: null, codes: 0, isCut: false })
  const music = await picker.list(disk.path('music'), 1, taken)
  expect(music).toMatchObject({ parent: disk.dir, codes: 2, overlap: { kind: 'same' } })
  expect(music.folders.map(({ overlap }) => overlap?.kind)).toEqual(['inside', 'inside', 'inside'])
})

test('RUN-04 long lists have pages, in the order of numbers', async () => {
  for (let index = 0; index < pickerLimits.foldersPerPage + 3; index++) {
    mkdirSync(disk.path('many', `f${index}`), { recursive: true })
  }
  const { folders, pagination } = await createFolderPicker([disk.dir]).list(disk.path('many'), 2, taken)
  expect(pagination).toMatchObject({ page: 2, totalCount: 103 })
  expect(folders.map(({ name }) => name)).toEqual(['f100', 'f101', 'f102'])
})

test('WCH-05 a mount that does not answer holds up neither the picker nor the check for overlaps, and is asked once', async () => {
  const stuck = disk.path('music')
  let asked = 0
  const never = new Promise<never>(() => {})
  const links = createPatientReads(
    (path) => {
      if (path !== stuck) return realpath(path)
      asked++
      return never
    },
    async (path) => (path === stuck ? null : never),
  )
  const picker = createFolderPicker([disk.dir, stuck], links)
  const known = await takenFolders([stuck], links)
  expect(known).toEqual([{ path: stuck, realPath: stuck }])
  const { folders } = await picker.list(disk.dir, 1, known)
  const names = folders.map(({ name }) => name)
  expect([names.includes('other'), names.includes('music')]).toEqual([true, false])
  expect((await picker.list(undefined, 1, known)).folders.map(({ path }) => path)).toEqual([disk.dir])
  await expect(picker.choose(stuck)).rejects.toMatchObject({
    code: 'folder.unreadable',
    inputs: [{ param: 'path', location: 'body', msg: `${stuck} does not answer` }],
  })
  expect(asked).toBe(1)
})
