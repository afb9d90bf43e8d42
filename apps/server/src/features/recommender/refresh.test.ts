import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'

import type { TuningState, WorkPage } from '@otodana/contract'
import type { Recommender } from '@otodana/recommender'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { aLibrary } from '../../../test/a-library.ts'
import { aMember, call } from '../../../test/accounts.ts'
import { dialects } from '../../../test/databases.ts'
import { fill, openShelf, type Shelf } from '../../../test/shelf.ts'
import { startApp } from '../../../test/start-app.ts'
import { createModelFile, type Kept } from './model-file.ts'
import { createNews } from './news.ts'
import { createRefresh } from './refresh-thread.ts'

type Page = WorkPage & { reasons?: { work_id: number; because: { id: number; title: string; source_id: string } }[] }
type Asking = { token?: string; address?: string }

const idOf = (index: number) => 1_000_001 + index * 7

describe.each(dialects)('suggestions from a model, on %s', (dialect) => {
  let shelf: Shelf
  beforeEach(async () => {
    shelf = await openShelf(dialect)
    await fill(shelf)
  })
  afterEach(() => shelf.close())

  const post = <T = Page>(name: string, body: unknown, { token, address }: Asking = {}) =>
    call<T>(shelf, 'POST', `/api/recommender/${name}`, { body, token, ...(address === undefined ? {} : { address }) })
  async function ids(name: string, body: unknown = {}, asking?: Asking): Promise<number[]> {
    return (await post(name, { pageSize: 100, ...(body as object) }, asking)).body.works.map(({ id }) => id)
  }
  async function tell(type: string, recommenderUuid: string, itemId: number, asking?: Asking) {
    return (await post<{ error?: string }>('feedback', { type, recommenderUuid, itemId }, asking)).status
  }
  /** A listener in a network who hears these works to the end. */
  async function hears(works: readonly number[], network: number): Promise<string> {
    const uuid = randomUUID()
    const address = `10.${network >> 16}.${(network >> 8) & 255}.${network & 255}`
    for (const work of works) expect(await tell('listen-90percent', uuid, work, { address })).toBe(200)
    return uuid
  }

  test('REC-02 REC-03 what many listen to becomes popular with the next refresh, not before and not by repeating', async () => {
    await shelf.recommender.refresh()
    const before = await ids('popular')
    expect(before).toHaveLength(60)
    const last = before.at(-1)!
    const uuid = randomUUID()
    for (let time = 0; time < 5; time += 1) await tell('listen-90percent', uuid, last)
    for (let network = 1; network <= 12; network += 1) await hears([last], network)
    expect(await ids('popular')).toEqual(before)
    await shelf.recommender.refresh()
    expect((await ids('popular'))[0]).toBe(last)
  })

  test('REC-02 works that the same people hear are neighbours, and recommended with the reason', async () => {
    const [one, other] = [idOf(2), idOf(30)]
    for (let network = 1; network <= 15; network += 1) await hears([one, other], network)
    await shelf.recommender.refresh()
    expect((await ids('item-neighbors', { itemId: one }))[0]).toBe(other)
    const uuid = await hears([one], 77)
    const { body } = await post('recommend-for-user', { recommenderUuid: uuid, withReasons: 1, pageSize: 5 })
    expect(body.works[0]?.id).toBe(other)
    expect(body.reasons?.find(({ work_id }) => work_id === other)?.because).toMatchObject({
      id: one,
      source_id: `RJ0${one}`,
    })
    expect(body.reasons!.every(({ work_id }) => body.works.some(({ id }) => id === work_id))).toBe(true)
    expect('reasons' in (await post('recommend-for-user', { recommenderUuid: uuid })).body).toBe(false)
    // A removed work is neither recommended nor given as a reason.
    await shelf.change((db) => db.updateTable('work').set({ state: 'missing' }).where('id', '=', one).execute())
    const after = await post('recommend-for-user', { recommenderUuid: uuid, withReasons: 1, pageSize: 100 })
    expect(after.body.reasons?.some(({ because }) => because.id === one)).toBe(false)
    expect(await ids('item-neighbors', { itemId: other })).not.toContain(one)
  })

  test('REC-02 LIB-05 of whom nothing is known sees what is popular, in that order', async () => {
    for (let network = 1; network <= 5; network += 1) await hears([idOf(40), idOf(41)], network)
    await shelf.recommender.refresh()
    const popular = await ids('popular')
    expect(await ids('recommend-for-user', { recommenderUuid: randomUUID() })).toEqual(popular)
    expect(await ids('recommend-for-user', {})).toEqual(popular)
    // A listener who has heard everything that matches a filter still gets it.
    const uuid = await hears([idOf(0)], 9)
    expect(await ids('recommend-for-user', { recommenderUuid: uuid, keyword: 'RJ01000001' })).toEqual([idOf(0)])
  })

  test('REC-01 a work that came after the model is listed too, behind those that it knows', async () => {
    await shelf.recommender.refresh()
    await shelf.put({ id: 8_000_001, circle_id: 1, dl_count: 1 })
    expect((await ids('popular')).at(-1)).toBe(8_000_001)
    const alike = await ids('item-neighbors', { itemId: 8_000_001 })
    expect(alike.length).toBeGreaterThan(0)
    expect(alike).not.toContain(8_000_001)
  })

  test('REC-03 many made-up ids in one network move a work no further than one listener does', async () => {
    await shelf.recommender.refresh()
    const order = await ids('popular')
    const target = order.at(-1)!
    await hears([target], 1)
    await shelf.recommender.refresh()
    const afterOne = (await ids('popular')).indexOf(target)
    const address = '10.0.0.1'
    const warnings = await Promise.all(
      Array.from({ length: 60 }, () => tell('listen-90percent', randomUUID(), target, { address })),
    )
    expect(new Set(warnings)).toEqual(new Set([200]))
    await shelf.recommender.refresh()
    expect((await ids('popular')).indexOf(target)).toBe(afterOne)
  })

  test('REC-03 feedback that floods in is refused with the time to wait, and members go on beside it', async () => {
    const address = '10.5.5.5'
    const uuid = randomUUID()
    let refused: { status: number; headers: Headers; body: { error?: string } } | undefined
    for (let sent = 0; sent <= 1_200 && !refused; sent += 40) {
      const answers = await Promise.all(
        Array.from({ length: 40 }, () =>
          post<{ error?: string }>(
            'feedback',
            { type: 'start-listen', recommenderUuid: uuid, itemId: idOf(1) },
            { address },
          ),
        ),
      )
      refused = answers.find(({ status }) => status !== 200)
    }
    expect(refused).toMatchObject({ status: 429, body: { error: 'request.tooMany' } })
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await tell('start-listen', randomUUID(), idOf(1), { address: '10.5.5.6' })).toBe(200)
    const { token } = await aMember(shelf, 'alice')
    expect(await tell('start-listen', uuid, idOf(1), { token, address })).toBe(200)
  })

  test('REC-03 no model has the listening of a deleted account', async () => {
    const { token } = await aMember(shelf, 'alice')
    const target = (await ids('popular')).at(-1)!
    await tell('like', randomUUID(), target, { token })
    await shelf.recommender.refresh()
    const liked = (await ids('popular')).indexOf(target)
    await call(shelf, 'POST', '/api/auth/delete-account', { token, body: { password: 'alice-secret' } })
    await shelf.recommender.refresh()
    expect((await ids('popular')).indexOf(target)).toBeGreaterThan(liked)
  })
})

test('REC-03 a failing refresh leaves the model as it is, is logged once, and the next one starts over', async () => {
  const shelf = await openShelf('sqlite')
  try {
    await fill(shelf)
    const warnings: string[] = []
    const models: unknown[] = []
    const refresh = createRefresh({
      location: shelf.database.location,
      everySeconds: 0,
      onModel: (model) => models.push(model),
      news: createNews(shelf.database),
      log: { info: () => {}, warn: (_: unknown, message?: string) => warnings.push(message ?? '') },
    })
    await refresh.refresh()
    expect([models.length, refresh.state().works]).toEqual([1, 60])
    await shelf.database.write.schema.alterTable('listening').renameTo('elsewhere').execute()
    await expect(refresh.refresh()).rejects.toThrow(/listening/)
    await expect(refresh.refresh()).rejects.toThrow(/listening/)
    expect([models.length, warnings.length, refresh.state().failures]).toEqual([1, 1, 2])
    await shelf.database.write.schema.alterTable('elsewhere').renameTo('listening').execute()
    await refresh.refresh()
    expect(models).toHaveLength(2)
    // Another reason is logged too, while the first persists.
    const renamed = (from: string, to: string) => shelf.database.write.schema.alterTable(from).renameTo(to).execute()
    await renamed('listening', 'elsewhere')
    await expect(refresh.refresh()).rejects.toThrow(/listening/)
    await renamed('elsewhere', 'listening')
    await renamed('account', 'elsewhere')
    await expect(refresh.refresh()).rejects.toThrow(/account/)
    await renamed('elsewhere', 'account')
    expect(warnings).toHaveLength(3)
    const count = models.length
    await refresh.refresh()
    expect(models).toHaveLength(count + 1)
    models.length = 2
    // Two concurrent calls are one refresh, or two if the first may have read already.
    await Promise.all([refresh.refresh(), refresh.refresh(), refresh.refresh()])
    expect(models).toHaveLength(2)
    const closing = refresh.refresh().catch(() => 'ended')
    await refresh.close()
    await closing
    await refresh.refresh()
  } finally {
    await shelf.close()
  }
})

test('REC-03 a model that cannot be taken is a refresh that failed, and the server goes on', async () => {
  const shelf = await openShelf('sqlite')
  try {
    const refresh = createRefresh({
      location: shelf.database.location,
      everySeconds: 0,
      onModel: () => {
        throw new Error('not this one')
      },
      news: createNews(shelf.database),
      log: { info: () => {}, warn: () => {} },
    })
    await expect(refresh.refresh()).rejects.toThrow('not this one')
    expect(refresh.state()).toMatchObject({ builtAtMs: null, failures: 1 })
    await refresh.close()
  } finally {
    await shelf.close()
  }
})

test('REC-03 a thread that crashes is logged, and the next refresh starts another', async () => {
  const warnings: string[] = []
  const refresh = createRefresh({
    location: { kind: 'sqlite', path: '/dev/null/nowhere.db' },
    everySeconds: 0,
    onModel: () => {},
    news: { mark: () => Promise.reject(new Error('away')), isNewSince: () => Promise.reject(new Error('away')) },
    log: { info: () => {}, warn: (_: unknown, message?: string) => warnings.push(message ?? '') },
  })
  await expect(refresh.refresh()).rejects.toThrow()
  await expect(refresh.refresh()).rejects.toThrow()
  expect(refresh.state()).toMatchObject({ builtAtMs: null, failures: 2 })
  expect(warnings).toHaveLength(1)
  await refresh.close()
})

test.each(dialects)(
  'REC-03 DEP-12 a thread with little to read ends when it is idle, and news start another (%s)',
  async (dialect) => {
    const shelf = await openShelf(dialect)
    try {
      await fill(shelf)
      const models: unknown[] = []
      const news = createNews(shelf.database)
      const isNewSince = vi.spyOn(news, 'isNewSince')
      const refresh = createRefresh({
        location: shelf.database.location,
        everySeconds: 1,
        idleMs: 20,
        onModel: (model) => models.push(model),
        news,
        log: { info: () => {}, warn: () => {} },
      })
      refresh.start()
      // Asked only while there is no thread.
      await vi.waitUntil(() => isNewSince.mock.calls.length >= 2, { timeout: 20_000 })
      expect([models.length, refresh.state().works]).toEqual([1, 60])
      await shelf.change((db) => db.updateTable('work').set({ state: 'missing' }).where('id', '=', idOf(1)).execute())
      await vi.waitUntil(() => models.length === 2, { timeout: 20_000 })
      expect(refresh.state()).toMatchObject({ works: 59, failures: 0 })
      const row = { listener: 'someone', work_id: idOf(2), first_at_ms: 1, last_at_ms: Date.now(), milestones: 1 }
      await shelf.database.write
        .insertInto('listening')
        .values({ ...row, opinion: 0, network: null })
        .execute()
      await vi.waitUntil(() => models.length === 3, { timeout: 20_000 })
      await refresh.close()
    } finally {
      await shelf.close()
    }
  },
)

test('REC-03 a server refreshes by itself, and tells the state of its model', async () => {
  const shelf = await openShelf('sqlite', { RECOMMENDER_REFRESH_SECONDS: '1' })
  try {
    await fill(shelf)
    await vi.waitUntil(() => shelf.recommender.state().works === 60, { timeout: 20_000 })
    const response = await fetch(`${shelf.url}/metrics`, {
      headers: { authorization: 'Bearer test-admin-token-of-more-than-32-characters' },
    })
    const text = await response.text()
    expect(text).toMatch(/otodana_recommender_works 60/)
    expect(text).toMatch(/TYPE otodana_recommender_failures_total counter\n/)
    expect(text).toMatch(/\notodana_recommender_failures_total 0\n/)
    expect(text).toMatch(/otodana_recommender_model_age_seconds [\d.]+/)
  } finally {
    await shelf.close()
  }
})

test('REC-05 everyone may see what recommendations are made of', async () => {
  const shelf = await openShelf('sqlite')
  try {
    await fill(shelf)
    const ask = () => call<TuningState>(shelf, 'GET', '/api/recommender/tuning', {})
    expect((await ask()).body).toMatchObject({ builtAt: null, weights: { personal: 1 }, tuning: null })
    // Two hundred rows are enough to look for weights, but all of one day.
    const row = { first_at_ms: 1, milestones: 1, opinion: 0 as const, network: null }
    const rows = Array.from({ length: 200 }, (_, index) => ({
      ...row,
      listener: `listener ${index % 10}`,
      work_id: idOf(Math.floor(index / 10)),
      last_at_ms: Date.now() - index * 60_000,
    }))
    await shelf.database.write.insertInto('listening').values(rows).execute()
    await shelf.recommender.refresh()
    await expect.poll(async () => (await ask()).body.tuning, { timeout: 20_000 }).not.toBeNull()
    const { builtAt, tuning } = (await ask()).body
    expect(Date.parse(builtAt!)).toBeGreaterThan(0)
    expect(tuning).toMatchObject({ window: null, compared: 0, bestPart: null })
  } finally {
    await shelf.close()
  }
})

test('REC-02 what a scan has found is in the model when it is over, however long the next look is away', async () => {
  const library = aLibrary({ 'RJ01000001 Rain/01.mp3': '' })
  const app = await startApp({
    libraryDirs: [library.dir],
    scan: false,
    env: { RECOMMENDER_REFRESH_SECONDS: '3600' },
  })
  try {
    await vi.waitUntil(() => app.recommender.state().builtAtMs !== null, { timeout: 20_000 })
    expect(app.recommender.state().works).toBe(0)
    await app.library.start()
    await vi.waitUntil(() => app.recommender.state().works === 1, { timeout: 20_000 })
  } finally {
    await app.close()
    library.remove()
  }
})

test('REC-06 a start goes on from the kept model, and learns only when enough has changed', async () => {
  const shelf = await openShelf('sqlite')
  const folder = mkdtempSync(join(tmpdir(), 'otodana-model-'))
  try {
    await fill(shelf)
    const listening = (count: number, from: number) =>
      Array.from({ length: count }, (_, index) => ({
        listener: `listener ${from + index}`,
        work_id: idOf((from + index) % 60),
        first_at_ms: 1,
        last_at_ms: Date.now(),
        milestones: 1,
        opinion: 0 as const,
        network: null,
      }))
    const store = (count: number, from: number) =>
      shelf.database.write.insertInto('listening').values(listening(count, from)).execute()
    await store(600, 0)
    const models: Recommender[] = []
    const infos: string[] = []
    const news = createNews(shelf.database)
    const open = (code: string) =>
      createRefresh({
        location: shelf.database.location,
        everySeconds: 3_600,
        onModel: (model) => models.push(model),
        news,
        file: createModelFile(folder, code),
        log: { info: (_: unknown, message?: string) => infos.push(message ?? ''), warn: () => {} },
      })
    const first = open('one')
    first.start()
    await vi.waitUntil(() => infos.includes('recommender tuned'), { timeout: 20_000 })
    await first.close()
    const learned = models.at(-1)!
    const isNewSince = vi.spyOn(news, 'isNewSince')
    const mark = vi.spyOn(news, 'mark')

    await store(5, 600)
    models.length = infos.length = 0
    const second = open('one')
    second.start()
    // A scan that finds nothing may end before the model is loaded, and later.
    second.lookAtOnce()
    await vi.waitUntil(() => models.length === 1, { timeout: 20_000 })
    second.lookAtOnce()
    await vi.waitUntil(() => isNewSince.mock.results.length === 3, { timeout: 20_000 })
    expect(await Promise.all(isNewSince.mock.results.map(({ value }) => value))).toEqual([false, false, false])
    // What would refresh begins with this.
    await setImmediate()
    expect(mark).not.toHaveBeenCalled()
    expect(infos).toEqual(['recommender goes on from its last model'])
    expect(models[0]!.popular()).toEqual(learned.popular())
    expect(second.state()).toMatchObject({ builtAtMs: first.state().builtAtMs, tuning: first.state().tuning })
    expect(second.state().tuning).not.toBeNull()
    await second.close()

    // Six of six hundred are a hundredth.
    await store(1, 605)
    models.length = 0
    const third = open('one')
    third.start()
    await vi.waitUntil(() => models.length === 2, { timeout: 20_000 })
    expect(third.state().rows).toBe(606)
    await third.close()

    infos.length = 0
    const other = open('two')
    other.start()
    await vi.waitUntil(() => infos.length > 0, { timeout: 20_000 })
    expect(infos[0]).toBe('recommender ready')
    await other.close()
  } finally {
    await shelf.close()
    rmSync(folder, { recursive: true })
  }
})

test('REC-06 a model is kept once, and a disk that does not answer does not hold up the end', async () => {
  const shelf = await openShelf('sqlite')
  try {
    await fill(shelf)
    const save = vi.fn<(kept: Kept) => Promise<void>>(() => Promise.resolve())
    const refresh = createRefresh({
      location: shelf.database.location,
      everySeconds: 0,
      onModel: () => {},
      news: createNews(shelf.database),
      file: { load: () => Promise.resolve(null), save },
      log: { info: () => {}, warn: () => {} },
    })
    await refresh.refresh()
    await vi.waitUntil(() => save.mock.calls.length === 1)
    const now = performance.now.bind(performance)
    vi.spyOn(performance, 'now').mockImplementation(() => now() + 2 * 3_600_000)
    await refresh.refresh()
    await setImmediate()
    expect(save).toHaveBeenCalledTimes(1)
    save.mockReturnValue(new Promise(() => {}))
    await shelf.change((db) => db.updateTable('work').set({ state: 'missing' }).where('id', '=', idOf(1)).execute())
    await refresh.refresh()
    await vi.waitUntil(() => save.mock.calls.length === 2)
    expect(save.mock.calls[1]![0].counts.works).toBe(59)
    await refresh.close()
  } finally {
    await shelf.close()
  }
})
