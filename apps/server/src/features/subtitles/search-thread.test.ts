import { afterEach, expect, test } from 'vitest'

import { openTestDatabase } from '../../../test/databases.ts'
import { AppError } from '../../http/app-error.ts'
import { createSearchThread } from './search-thread.ts'

const STEADY = { timeout: 120_000 }
const asked = {
  query: '雨音',
  workId: null,
  scope: null,
  page: 1,
  pageSize: 20,
  origin: '',
  index: { state: 'ready' as const, progress: 1 },
}
const stays = new AbortController().signal

const opened: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close()
})

test('LYR-07 a database that is away makes a search busy, not broken, so that it is asked again', STEADY, async () => {
  const warnings: string[] = []
  const location = { kind: 'postgres' as const, url: 'postgres://nobody@127.0.0.1:1/none' }
  const thread = createSearchThread({ location }, (_, message) => warnings.push(message))
  opened.push(thread.close)
  const refused = await thread.search(asked, stays).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(AppError)
  expect(refused).toMatchObject({ code: 'server.busy', status: 503, headers: { 'retry-after': '2' } })
})

test('LYR-07 whoever leaves or comes after the end is not answered, all others are', STEADY, async () => {
  const database = await openTestDatabase('sqlite')
  opened.push(database.remove)
  const thread = createSearchThread({ location: database.location }, () => {})
  const leaving = new AbortController()
  const searches = [thread.search(asked, stays), thread.search(asked, leaving.signal), thread.search(asked, stays)]
  leaving.abort()
  const [first, , last] = await Promise.allSettled(searches)
  expect([first?.status, last?.status]).toEqual(['fulfilled', 'fulfilled'])
  await expect(thread.search(asked, AbortSignal.abort())).rejects.toThrow('server.busy')
  await thread.close()
  await expect(thread.search(asked, stays)).rejects.toThrow('server.busy')
})
