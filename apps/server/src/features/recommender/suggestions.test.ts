import { randomUUID } from 'node:crypto'

import { type ListenMilestone, listenMilestones, type WorkPage } from '@otodana/contract'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { aMember, call } from '../../../test/accounts.ts'
import { fill, openShelf, type Shelf } from '../../../test/shelf.ts'
import { aWorkRow } from '../../../test/work-rows.ts'

type Page = WorkPage & { reasons?: { work_id: number; because: { id: number } }[] }

/** The ninth is the original of the tenth, the nineteenth of the twentieth, and so on. */
const idOf = (index: number) => 1_000_001 + index * 7

describe('what comes before what', () => {
  let shelf: Shelf
  beforeEach(async () => {
    shelf = await openShelf('sqlite')
    await fill(shelf)
  })
  afterEach(() => shelf.close())

  async function post(name: string, body: object, token?: string): Promise<Page> {
    const answer = await call<Page>(shelf, 'POST', `/api/recommender/${name}`, { body, token })
    expect(answer.status).toBe(200)
    return answer.body
  }
  const tell = (type: ListenMilestone | 'like', recommenderUuid: string, itemId: number) =>
    post('feedback', { type, recommenderUuid, itemId })
  async function recommended(recommenderUuid: string, more: object = {}): Promise<number[]> {
    const { works } = await post('recommend-for-user', { recommenderUuid, pageSize: 100, ...more })
    return works.map(({ id }) => id)
  }
  /** Checks without a model, with one, and with one that knows none of a listener's works. */
  async function withAndWithoutModel(check: () => Promise<void>): Promise<void> {
    await check()
    await shelf.recommender.refresh()
    await check()
  }

  test('REC-02 no other edition of a finished work is recommended, by no way of choosing', async () => {
    const uuid = randomUUID()
    await tell('listen-90percent', uuid, idOf(8))
    await tell('listen-90percent', uuid, idOf(19))
    await withAndWithoutModel(async () => {
      for (const more of [{}, { keyword: '$circle:硝子灯$' }, { subtitle: 1 }]) {
        const ids = await recommended(uuid, more)
        for (const index of [8, 9, 18, 19]) expect(ids).not.toContain(idOf(index))
        expect(ids.length).toBeGreaterThan(10)
      }
    })
    // Includes one added after the model was built.
    await shelf.put({ id: 7_000_001, original_code: aWorkRow(idOf(8)).source_id, dl_count: 9_000 })
    expect(await recommended(uuid)).not.toContain(7_000_001)
  })

  test('REC-02 no other edition of a work is like it, be a model there or not', async () => {
    const original = aWorkRow(idOf(0)).source_id
    await shelf.put(
      { id: 7_000_001, original_code: original, tagIds: [1, 2] },
      { id: 7_000_002, original_code: original },
    )
    await withAndWithoutModel(async () => {
      for (const itemId of [idOf(0), 7_000_001, 7_000_002]) {
        const ids = (await post('item-neighbors', { itemId, pageSize: 100 })).works.map(({ id }) => id)
        for (const edition of [idOf(0), 7_000_001, 7_000_002]) expect(ids).not.toContain(edition)
        expect(ids.length).toBeGreaterThan(3)
      }
    })
  })

  test('REC-02 a listener with a history sees works that came after the model, behind the others', async () => {
    const uuid = randomUUID()
    await tell('listen-90percent', uuid, idOf(3))
    await shelf.recommender.refresh()
    await shelf.put({ id: 7_000_001, dl_count: 9_000 })
    const page = await post('recommend-for-user', { recommenderUuid: uuid, pageSize: 100, withReasons: 1 })
    expect(page.works.at(-1)?.id).toBe(7_000_001)
    expect(page.reasons?.some(({ work_id }) => work_id === 7_000_001)).toBe(false)
    expect(page.pagination.totalCount).toBe(page.works.length)
  })

  test('REC-02 works that are more than begun stand behind all that is new, the latest first', async () => {
    const uuid = randomUUID()
    const partly = listenMilestones.filter((one) => one !== 'start-listen' && one !== 'listen-90percent')
    for (const [index, milestone] of partly.entries()) {
      await tell('start-listen', uuid, idOf(index * 2))
      await tell(milestone, uuid, idOf(index * 2))
    }
    await tell('start-listen', uuid, idOf(41))
    await tell('listen-90percent', uuid, idOf(43))
    const behind = partly.map((_, index) => idOf(index * 2))
    await withAndWithoutModel(async () => {
      const ids = await recommended(uuid)
      expect(ids.slice(-behind.length).toSorted()).toEqual(behind.toSorted())
      expect(ids).not.toContain(idOf(43))
      // A work that was only started still counts as new.
      expect(ids.slice(0, -behind.length)).toContain(idOf(41))
      expect(new Set(ids).size).toBe(ids.length)
      // If nothing else matches, partly heard works remain.
      expect(await recommended(uuid, { keyword: aWorkRow(idOf(2)).source_id })).toEqual([idOf(2)])
    })
    const times = (await shelf.database.read.selectFrom('listening').select(['work_id', 'last_at_ms']).execute()).map(
      ({ work_id, last_at_ms }) => [work_id, last_at_ms] as const,
    )
    const lastAt = new Map(times)
    const order = (await recommended(uuid)).slice(-behind.length).map((id) => lastAt.get(id)!)
    expect(order).toEqual(order.toSorted((a, b) => b - a))
  })

  test('REC-02 no work is recommended because of itself or of another edition of it', async () => {
    const { token, user } = await aMember(shelf, 'alice')
    const begun = randomUUID()
    await tell('start-listen', begun, idOf(8))
    const short = randomUUID()
    await tell('listen-5mins', short, idOf(19))
    const long = randomUUID()
    for (let index = 0; index < 30; index += 1) await tell(listenMilestones[index % 7]!, long, idOf(index))
    await call(shelf, 'PUT', '/api/review', { token, body: { work_id: idOf(8), progress: 'marked' } })
    const check = async () => {
      for (const [uuid, bearer] of [[begun], [short], [long], [user.recommenderUuid, token]] as const) {
        for (const more of [{}, { keyword: '$circle:硝子灯$' }, { keyword: '$lang:ENG$' }]) {
          const asked = { recommenderUuid: uuid, withReasons: 1, pageSize: 100, ...more }
          const { reasons = [] } = await post('recommend-for-user', asked, bearer)
          for (const { work_id, because } of reasons) expect(originOf(work_id)).not.toBe(originOf(because.id))
        }
      }
    }
    let translated = new Map<number, number>()
    const originOf = (id: number) => translated.get(id) ?? id
    for (let index = 9; index < 60; index += 10) translated.set(idOf(index), idOf(index - 1))
    await withAndWithoutModel(check)
    const asked = { recommenderUuid: begun, withReasons: 1, pageSize: 100 }
    const { reasons = [] } = await post('recommend-for-user', asked)
    expect(reasons.length).toBeGreaterThan(5)
    // Different works for the model, but now editions of one in the library.
    await shelf.change(async (db) => {
      for (const { work_id, because } of reasons) {
        await db
          .updateTable('work')
          .set({ original_code: aWorkRow(because.id).source_id, updated_at_ms: Date.now() })
          .where('id', '=', work_id)
          .execute()
      }
    })
    translated = new Map(reasons.map(({ work_id, because }) => [work_id, because.id]))
    await check()
  })
})
