import type { SubtitlePage } from '@otodana/contract'
import { afterEach, expect, test } from 'vitest'

import { openTestDatabase } from '../../../../test/databases.ts'
import { addSubtitleFiles, subtitleText } from '../../../../test/subtitle-rows.ts'
import { AppError } from '#http/errors/app-error.ts'
import { openIndexWriter } from '../indexing/index-writer.ts'
import { createSearchThread } from './search-thread.ts'

const STEADY = { timeout: 120_000 }
const asked = {
  query: '雨音',
  workId: null,
  page: 1,
  pageSize: 20,
  siteUrl: '',
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
  const refused = await thread.search(asked, null, stays).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(AppError)
  expect(refused).toMatchObject({ code: 'server.busy', status: 503, headers: { 'retry-after': '2' } })
})

test('LYR-07 a client that leaves, or comes after the end, gets no answer; all others do', STEADY, async () => {
  const database = await openTestDatabase('sqlite')
  opened.push(database.remove)
  const thread = createSearchThread({ location: database.location }, () => {})
  const leaving = new AbortController()
  const searches = [
    thread.search(asked, null, stays),
    thread.search(asked, null, leaving.signal),
    thread.search(asked, null, stays),
  ]
  leaving.abort()
  const [first, , last] = await Promise.allSettled(searches)
  expect([first?.status, last?.status]).toEqual(['fulfilled', 'fulfilled'])
  await expect(thread.search(asked, null, AbortSignal.abort())).rejects.toThrow('server.busy')
  await thread.close()
  await expect(thread.search(asked, null, stays)).rejects.toThrow('server.busy')
})

test('LYR-07 the works that a search is narrowed to are listed once, not for each search', STEADY, async () => {
  const database = await openTestDatabase('sqlite')
  opened.push(database.remove)
  const ids = await addSubtitleFiles(database, [
    { id: 1, files: ['a.lrc'] },
    { id: 2, files: ['a.lrc'] },
  ])
  const writer = await openIndexWriter(database)
  await writer.store(ids.map((id) => subtitleText(id, ['雨音'])))
  await writer.flush()
  const thread = createSearchThread({ location: database.location }, () => {})
  opened.push(thread.close)
  let listed = 0
  const scopeOf = (name: string, works: number[]) => ({ name, list: () => (listed++, works) })
  const found = async (query: string, scope: ReturnType<typeof scopeOf>) => {
    const page = JSON.parse((await thread.search({ ...asked, query }, scope, stays)) ?? '') as SubtitlePage
    return page.works.map(({ id }) => id)
  }
  expect(await found('雨音', scopeOf('one', [1]))).toEqual([1])
  expect(await found('雨', scopeOf('one', [1]))).toEqual([1])
  expect(await found('音', scopeOf('one', [1]))).toEqual([1])
  expect(listed).toBe(1)
  expect(await found('音', scopeOf('two', [2]))).toEqual([2])
  expect(listed).toBe(2)
})
