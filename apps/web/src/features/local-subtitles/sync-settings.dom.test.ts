import { MAX_LOCAL_SUBTITLED_WORKS } from '@otodana/contract'
import { beforeEach, expect, test, vi } from 'vitest'

import { useSettings } from '#features/settings/index.ts'

import { checkAtStart } from './database/check-at-start.ts'
import { setLocalWorks } from './sync-settings.ts'

const openDatabase = vi.hoisted(() => vi.fn<() => Promise<void>>())
vi.mock('./engine.ts', () => ({ openDatabase, subtitledWorkIds: () => Promise.resolve([3, 7]) }))

const works = () => useSettings.getState().localSubtitledWorks

function databases(...all: { name: string; version: number }[]): void {
  vi.stubGlobal('indexedDB', { databases: () => Promise.resolve(all) })
}

beforeEach(() => {
  openDatabase.mockReset().mockResolvedValue(undefined)
  useSettings.setState({ localSubtitledWorks: [] })
})

test('LSB-05 the setting is changed only by what is another set of works, and has no more than the server takes', () => {
  setLocalWorks([7, 9])
  const before = works()
  expect(before).toEqual([9, 7])
  setLocalWorks([9, 7])
  expect(works()).toBe(before)
  setLocalWorks(Array.from({ length: MAX_LOCAL_SUBTITLED_WORKS + 5 }, (_, id) => id))
  expect([works().length, works()[0]]).toEqual([MAX_LOCAL_SUBTITLED_WORKS, MAX_LOCAL_SUBTITLED_WORKS + 4])
})

test.each([
  { what: 'is an old one', found: [{ name: 'local-subtitles', version: 1 }], before: [1], opened: 1, after: [7, 3] },
  { what: 'is not known of', found: [{ name: 'local-subtitles', version: 3 }], before: [], opened: 1, after: [7, 3] },
  { what: 'is as it should be', found: [{ name: 'local-subtitles', version: 3 }], before: [1], opened: 0, after: [1] },
  { what: 'was cleared', found: [{ name: 'another', version: 9 }], before: [1], opened: 0, after: [] },
  { what: 'was never there', found: [], before: [], opened: 0, after: [] },
])('LSB-04 LSB-05 a database that $what is opened $opened times at the start', async (given) => {
  databases(...given.found)
  useSettings.setState({ localSubtitledWorks: given.before })
  await checkAtStart()
  expect([openDatabase.mock.calls.length, works()]).toEqual([given.opened, given.after])
})

test('LSB-05 what a browser that does not list its databases has is left as it is', async () => {
  useSettings.setState({ localSubtitledWorks: [1] })
  vi.stubGlobal('indexedDB', {})
  await checkAtStart()
  vi.stubGlobal('indexedDB', undefined)
  await checkAtStart()
  expect([openDatabase.mock.calls.length, works()]).toEqual([0, [1]])
})
