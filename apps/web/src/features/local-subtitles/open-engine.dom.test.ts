import { beforeEach, expect, test, vi } from 'vitest'

import { type Upgrade, useUpgrade } from '#lib/storage/database-upgrade.ts'

import { openEngine } from './open-engine.ts'
import { LocalSubtitleError } from './problems.ts'

type Open = (options: { onUpgrade: (upgrade: Upgrade) => void }) => Promise<void>
const openDatabase = vi.hoisted(() => vi.fn<Open>())
vi.mock('./engine.ts', () => ({ openDatabase }))

const shown: (Upgrade | null)[] = []
useUpgrade.subscribe(({ upgrade }) => shown.push(upgrade))

beforeEach(() => {
  useUpgrade.setState({ upgrade: null })
  shown.length = 0
})

test('LSB-04 an upgrade is shown from its first step to its end', async () => {
  openDatabase.mockImplementation(({ onUpgrade }) => {
    onUpgrade({ state: 'waiting' })
    onUpgrade({ state: 'upgrading', toVersion: 2, done: 0, total: 5 })
    return Promise.resolve()
  })
  await openEngine()
  expect(shown.map((upgrade) => upgrade?.state)).toEqual(['waiting', 'upgrading', 'done'])
})

test('LSB-04 nothing is shown of a database that is up to date, and of one with nothing in it', async () => {
  openDatabase.mockImplementation(({ onUpgrade }) => {
    onUpgrade({ state: 'upgrading', toVersion: 3, done: 0, total: 0 })
    return Promise.resolve()
  })
  await openEngine()
  expect(shown).toEqual([])
})

test('LSB-04 a page that only had to wait for another tab shows no upgrade', async () => {
  openDatabase.mockImplementation(({ onUpgrade }) => {
    onUpgrade({ state: 'waiting' })
    return Promise.resolve()
  })
  await openEngine()
  expect(shown).toEqual([{ state: 'waiting' }, null])
})

test('LSB-04 a failure is shown with the browser’s reason, and still rejects', async () => {
  const error = new LocalSubtitleError({ kind: 'upgradeFailed', message: 'row 7' })
  openDatabase.mockRejectedValue(error)
  await expect(openEngine()).rejects.toBe(error)
  expect(shown).toEqual([{ state: 'failed', message: 'row 7' }])
})

test('LSB-04 a browser that keeps no database is none that failed to upgrade one', async () => {
  openDatabase.mockRejectedValue(new LocalSubtitleError({ kind: 'unavailable' }))
  await expect(openEngine()).rejects.toThrow('unavailable')
  expect(shown).toEqual([])
})
