import type { ReviewedWork, Work } from '@otodana/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { aMember, call } from '../../../test/accounts.ts'
import { dialects } from '../../../test/databases.ts'
import { openShelf, type Shelf } from '../../../test/shelf.ts'

describe.each(dialects)('reviews that were made without a connection, on %s', (dialect) => {
  let shelf: Shelf
  let token: string
  beforeAll(async () => {
    shelf = await openShelf(dialect)
    await shelf.change((tx) => tx.insertInto('circle').values({ id: 1, name: 'Rain', name_key: 'rain' }).execute())
    token = (await aMember(shelf, 'traveller')).token
  })
  afterAll(() => shelf.close())

  let id = 100
  beforeEach(() => shelf.put({ id: ++id }))

  const put = (body: object, key?: string) =>
    call<{ message?: string; error?: string; present?: object }>(shelf, 'PUT', '/api/review?starOnly=0', {
      token,
      body: { work_id: id, ...body },
      key,
    })
  const stored = async () => {
    const { userRating, review_text, progress, rate_count } = (
      await call<Work & ReviewedWork>(shelf, 'GET', `/api/work/${id}`, { token })
    ).body
    return { userRating, review_text, progress, rate_count }
  }

  test('OFF-46 a rating whose answer was lost is answered as the first time, and overwrites nothing later', async () => {
    const first = await put({ rating: 3 }, 'lost')
    await put({ rating: 5 })
    const again = await put({ rating: 3 }, 'lost')
    expect([again.status, again.body]).toEqual([200, first.body])
    // The base is learnt when the answer is lost, and makes it no other call.
    expect((await put({ rating: 3, base: { rating: null } }, 'lost')).status).toBe(200)
    expect(await stored()).toMatchObject({ userRating: 5, rate_count: 1 })
    expect(await put({ rating: 4 }, 'lost')).toMatchObject({ status: 422, body: { error: 'write.keyReused' } })
  })

  test('OFF-46 a repeat is recognised though the work has gone, and a refused write leaves no key', async () => {
    await put({ rating: 3 }, 'before')
    await shelf.change((tx) => tx.updateTable('work').set({ state: 'missing' }).where('id', '=', id).execute())
    expect((await put({ rating: 3 }, 'before')).status).toBe(200)
    expect((await put({ rating: 3 }, 'after')).status).toBe(404)
    await shelf.change((tx) => tx.updateTable('work').set({ state: 'present' }).where('id', '=', id).execute())
    expect((await put({ rating: 4 }, 'after')).status).toBe(200)
    expect(await stored()).toMatchObject({ userRating: 4 })
  })

  test('OFF-46 a repeated deletion or listening status changes nothing later', async () => {
    const post = (path: string, key: string) =>
      call(shelf, 'POST', `/api/review/${path}`, { token, body: { work_id: id }, key })
    const remove = (key: string) => call(shelf, 'DELETE', `/api/review?work_id=${id}`, { token, key })
    expect((await post('listening', 'begun')).body).toEqual({ progress: 'listening' })
    expect((await remove('gone')).status).toBe(200)
    expect((await post('listening', 'begun')).body).toEqual({ progress: 'listening' })
    expect(await stored()).toMatchObject({ progress: null })
    await put({ rating: 2 })
    expect((await remove('gone')).status).toBe(200)
    expect(await stored()).toMatchObject({ userRating: 2 })
  })

  test('OFF-46 a key that is none is refused by its name; an empty one is none', async () => {
    for (const key of ['x'.repeat(101), 'two words']) {
      const refused = await put({ rating: 1 }, key)
      expect(refused).toMatchObject({
        status: 400,
        body: { errors: [{ param: 'Idempotency-Key', location: 'header' }] },
      })
    }
    for (const rating of [1, 2]) expect((await put({ rating }, '')).status).toBe(200)
    expect(await stored()).toMatchObject({ userRating: 2 })
  })

  test('OFF-46 a body that is nested without end is refused, whatever else is in it', async () => {
    const nested = (depth: number) => '{"a":'.repeat(depth) + '1' + '}'.repeat(depth)
    const send = async (rating: number, depth: number) => {
      const response = await fetch(`${shelf.url}/api/review`, {
        method: 'PUT',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'idempotency-key': `${rating} ${depth}`.replace(' ', '-'),
        },
        body: `{"work_id":${id},"rating":${rating},"more":${nested(depth)}}`,
      })
      return { status: response.status, body: await response.json() }
    }
    expect(await send(3, 19)).toMatchObject({ status: 200 })
    for (const depth of [20, 100_000]) {
      expect(await send(4, depth)).toMatchObject({ status: 400, body: { errors: [{ param: 'body' }] } })
    }
    expect(await send(9, 100_000)).toMatchObject({ status: 400, body: { errors: [{ param: 'rating' }] } })
    expect(await stored()).toMatchObject({ userRating: 3 })
  })

  test('OFF-47 what another device changed since is not overwritten, and the answer has it', async () => {
    await put({ rating: 3, review_text: 'Calm.', progress: 'listening' })
    const mine = { rating: 5, base: { rating: 1 } }
    expect(await put(mine, 'mine')).toMatchObject({
      status: 409,
      body: { error: 'write.changedSince', present: { rating: 3, review_text: 'Calm.', progress: 'listening' } },
    })
    expect((await put({ review_text: 'Loud.', base: { review_text: '' } })).status).toBe(409)
    expect((await put({ progress: 'replay', base: { progress: 'none' } })).status).toBe(409)
    expect(await stored()).toMatchObject({ userRating: 3, review_text: 'Calm.', progress: 'listening' })
    // Chosen all the same: on the base that the answer had, with the key of before.
    expect((await put({ ...mine, base: { rating: 3 } }, 'mine')).status).toBe(200)
    expect(await stored()).toMatchObject({ userRating: 5, rate_count: 1 })
  })

  test('OFF-47 other fields, the same value and what listening has set are no conflict', async () => {
    await put({ rating: 3, review_text: 'Calm.' })
    await call(shelf, 'POST', '/api/review/listening', { token, body: { work_id: id } })
    expect((await put({ progress: 'postponed', base: { progress: null } })).status).toBe(200)
    expect((await put({ rating: 4, base: { rating: 3, review_text: 'something else' } })).status).toBe(200)
    expect((await put({ rating: 4, base: { rating: 1 } })).status).toBe(200)
    expect((await put({ review_text: ' Loud. ', base: { review_text: ' Calm. ' } })).status).toBe(200)
    expect((await put({ rating: 1 })).status).toBe(200)
    expect(await stored()).toMatchObject({ userRating: 1, review_text: 'Loud.', progress: 'postponed' })
  })

  test('OFF-47 deleted on another device counts as changed, and a base of a work without marks as none', async () => {
    expect((await put({ rating: 4, base: { rating: 0 } })).status).toBe(200)
    await call(shelf, 'DELETE', `/api/review?work_id=${id}`, { token })
    expect(await put({ rating: 5, base: { rating: 4 } })).toMatchObject({
      status: 409,
      body: { present: { rating: null } },
    })
    expect((await put({ rating: null, base: { rating: 4 } })).status).toBe(200)
    const rows = await shelf.database.read.selectFrom('review').where('work_id', '=', id).selectAll().execute()
    expect(rows).toEqual([])
    expect(await put({ work_id: 'RJ09999999', rating: 5, base: { rating: 4 } })).toMatchObject({ status: 404 })
  })

  test('OFF-47 of devices that change the same at once, all but one get a conflict', async () => {
    await put({ rating: 1 })
    const answers = await Promise.all([2, 3, 4, 5].map((rating) => put({ rating, base: { rating: 1 } })))
    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses).toEqual([200, 409, 409, 409])
  })
})
