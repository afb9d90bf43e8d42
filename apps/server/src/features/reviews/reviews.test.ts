import type { Pagination, ReviewedWork, Work } from '@otodana/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { aMember, call, logInAs } from '../../../test/accounts.ts'
import { dialects } from '../../../test/databases.ts'
import { openShelf, type Shelf } from '../../../test/shelf.ts'

type Page = { works: ReviewedWork[]; pagination: Pagination }

describe.each(dialects)('reviews on %s', (dialect) => {
  let shelf: Shelf
  let token: string
  let other: string
  beforeAll(async () => {
    shelf = await openShelf(dialect)
    await shelf.change((tx) => tx.insertInto('circle').values({ id: 1, name: 'Rain', name_key: 'rain' }).execute())
    token = (await aMember(shelf, 'reviewer')).token
    other = (await aMember(shelf, 'somebody-else')).token
  })
  afterAll(() => shelf.close())

  let next = 100
  let id: number
  beforeEach(async () => {
    id = ++next
    // As in metadata: 2 ratings of 4 stars, one review.
    await shelf.put({ id, rate_count: 2, rate_average: 4, rate_detail: '[0,0,0,2,0]', review_count: 1 })
  })

  const put = (body: object, by = token, query = '') =>
    call<{ message: string }>(shelf, 'PUT', `/api/review${query}`, { token: by, body: { work_id: id, ...body } })
  const remove = (by = token) => call<{ message: string }>(shelf, 'DELETE', `/api/review?work_id=${id}`, { token: by })
  const work = async (by?: string) =>
    (await call<Work & ReviewedWork>(shelf, 'GET', `/api/work/${id}`, { token: by })).body
  const listed = async (query = '', by?: string) =>
    (
      await call<{ works: Work[]; pagination: Pagination }>(shelf, 'GET', `/api/works?pageSize=500${query}`, {
        token: by,
      })
    ).body
  const reviews = async (query = '', by = token) =>
    (await call<Page>(shelf, 'GET', `/api/review${query}`, { token: by })).body

  test('HIS-18 listening sets the progress only where none is chosen', async () => {
    const begin = (workId: number | string = id, by = token) =>
      call(shelf, 'POST', '/api/review/listening', { token: by, body: { work_id: workId } })
    expect(await begin()).toMatchObject({ status: 200, body: { progress: 'listening' } })
    expect(await work(token)).toMatchObject({ progress: 'listening', userRating: null, rate_count: 2 })
    await put({ progress: 'postponed' })
    expect((await begin()).body).toEqual({ progress: 'postponed' })
    // Of a work that is only rated, the rating stays.
    await put({ rating: 5, review_text: 'calm', progress: null }, other)
    expect((await begin(id, other)).body).toEqual({ progress: 'listening' })
    expect(await work(other)).toMatchObject({ progress: 'listening', userRating: 5, review_text: 'calm' })
    expect((await begin('RJ09999999')).status).toBe(404)
    const { token: guest } = await logInAs(shelf, 'guest', 'guest')
    expect((await begin(id, guest)).status).toBe(403)
  })

  test('HIS-20 the end of a work sets the progress where none is chosen, and says whether one is', async () => {
    const ask = (method: 'GET' | 'POST', path: string) =>
      call(shelf, method, `/api/review/${path}`, { token, ...(method === 'POST' ? { body: { work_id: id } } : {}) })
    const now = async () => (await ask('GET', `listening?work_id=${id}`)).body
    expect(await now()).toEqual({ progress: null, isChosen: false })
    await ask('POST', 'listening')
    expect(await now()).toEqual({ progress: 'listening', isChosen: false })
    expect((await ask('POST', 'listened')).body).toEqual({ progress: 'listened' })
    // Listening once more does not take it back.
    expect((await ask('POST', 'listening')).body).toEqual({ progress: 'listened' })
    expect(await now()).toEqual({ progress: 'listened', isChosen: false })
    for (const progress of ['listening', 'postponed', 'replay']) {
      await put({ progress })
      expect(await now()).toEqual({ progress, isChosen: true })
      expect((await ask('POST', 'listened')).body).toEqual({ progress })
    }
    await remove()
    expect((await ask('POST', 'listened')).body).toEqual({ progress: 'listened' })
  })

  test('REV-01 REV-04 a review is saved, shown to its author, and counted for all', async () => {
    const answer = await put({ rating: 1, review_text: 'Not mine.', progress: 'listened' })
    expect(answer).toMatchObject({ status: 200, body: { message: 'Saved' } })
    expect(await work(token)).toMatchObject({
      userRating: 1,
      review_text: 'Not mine.',
      progress: 'listened',
      user_name: 'reviewer',
      updated_at: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T/),
      rate_count: 3,
      rate_average_2dp: 3,
      review_count: 2,
    })
    const detail = (await work(other)).rate_count_detail.map(({ count, ratio }) => [count, ratio])
    expect(detail).toEqual([
      [1, 33],
      [0, 0],
      [0, 0],
      [2, 67],
      [0, 0],
    ])
    expect(await work(other)).toMatchObject({ userRating: null, progress: null, review_text: null })
    const anonymous = await work()
    expect(anonymous).toMatchObject({ userRating: null, review_text: null, rate_count: 3 })
    expect((await listed()).works.find((one) => one.id === id)).toMatchObject({ rate_count: 3, rate_average_2dp: 3 })
  })

  test('REV-04 a list right after a change has it, and so has its order', async () => {
    await put({ rating: 5 })
    const [first] = (await listed('&order=rate_average_2dp')).works
    expect(first).toMatchObject({ id, rate_average_2dp: 4.33 })
    await put({ rating: 0 })
    expect((await listed()).works.find((one) => one.id === id)).toMatchObject({ rate_count: 2, rate_average_2dp: 4 })
  })

  test('CRD-04 a rating leaves review and progress as they are, and 0 takes it back', async () => {
    await put({ review_text: 'Rain for an hour', progress: 'replay' })
    expect((await put({ review_point: 5 })).body.message).toBe('Rating saved')
    expect(await work(token)).toMatchObject({ userRating: 5, review_text: 'Rain for an hour', progress: 'replay' })
    await put({ rating: 0 })
    expect(await work(token)).toMatchObject({ userRating: null, review_text: 'Rain for an hour', rate_count: 2 })
  })

  test.each(['marked', 'listening', 'listened', 'replay', 'postponed'])(
    'REV-02 the progress %s is kept',
    async (progress) => {
      expect((await put({ progress, rating: null, review_text: null })).body.message).toBe('Progress saved')
      expect(await work(token)).toMatchObject({ progress, userRating: null })
      expect((await reviews(`?filter=${progress}`)).works.map((one) => one.id)).toContain(id)
    },
  )

  test('REV-01 REV-04 a deleted mark is gone from everywhere', async () => {
    await put({ rating: 1, review_text: 'Gone soon', progress: 'marked' })
    expect((await remove()).body.message).toBe('Deleted')
    expect(await work(token)).toMatchObject({ userRating: null, review_text: null, progress: null, updated_at: null })
    expect(await work()).toMatchObject({ rate_count: 2, rate_average_2dp: 4, review_count: 1 })
    expect((await reviews()).works.map((one) => one.id)).not.toContain(id)
    expect((await remove()).status).toBe(200)
  })

  test('REV-01 a mark that says nothing any more is none', async () => {
    await put({ progress: 'marked' })
    await put({ progress: null, review_text: '' })
    expect((await reviews()).works.map((one) => one.id)).not.toContain(id)
  })

  test('lists tell members their ratings, and order by them', async () => {
    const { token: fresh } = await aMember(shelf, `lists-${dialect}`)
    await put({ rating: 2 }, fresh)
    expect((await listed('', fresh)).works.find((one) => one.id === id)?.userRating).toBe(2)
    expect((await listed('', other)).works.find((one) => one.id === id)?.userRating).toBeNull()
    const lower = id
    id = ++next
    await shelf.put({ id })
    await put({ rating: 4 }, fresh)
    expect((await listed('&order=rating', fresh)).works.map((one) => one.id)).toEqual([id, lower])
    expect((await listed('&order=rating')).pagination.totalCount).toBe(0)
  })

  test('a member’s list is not cached for others', async () => {
    const answer = await call(shelf, 'GET', '/api/works', { token })
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('etag')).toBeNull()
  })

  test('REV-03 LIB-13 the list of marks has pages, orders and filters, for works that are there', async () => {
    const { token: fresh } = await aMember(shelf, `pages-${dialect}`)
    const ids: number[] = []
    for (const [rating, sold, age] of [
      [3, 10, 'adult'],
      [5, 30, 'general'],
      [null, 20, 'r15'],
    ] as const) {
      id = ++next
      ids.push(id)
      await shelf.put({ id, dl_count: sold, age_category: age, release: `2026-01-0${ids.length}` })
      await put({ rating: rating ?? 0, progress: rating === null ? 'postponed' : 'listened' }, fresh)
    }
    const [a, b, c] = ids
    const order = async (query: string) => (await reviews(query, fresh)).works.map((one) => one.id)
    expect(await order('')).toEqual([c, b, a])
    expect(await order('?sort=asc')).toEqual([a, b, c])
    expect(await order('?order=userRating')).toEqual([b, a, c])
    expect(await order('?order=dl_count')).toEqual([b, c, a])
    expect(await order('?order=release&sort=asc')).toEqual([a, b, c])
    expect(await order('?order=nsfw&sort=asc')).toEqual([b, c, a])
    expect(await order('?filter=listened')).toEqual([b, a])
    // Without a date: last by release in both directions; unrated between all ages and adult.
    const set = (work: number | undefined, to: { release?: null; age_category: 'unrated' | 'adult' }) =>
      shelf.change((tx) => tx.updateTable('work').set(to).where('id', '=', work!).execute())
    await set(a, { release: null, age_category: 'unrated' })
    expect(await order('?order=release&sort=asc')).toEqual([b, c, a])
    expect(await order('?order=release')).toEqual([c, b, a])
    await set(b, { age_category: 'adult' })
    expect(await order('?order=nsfw&sort=asc')).toEqual([c, a, b])
    const page = await reviews('?page=2&pageSize=2', fresh)
    expect(page.works.map((one) => one.id)).toEqual([a])
    expect(page.pagination).toEqual({ currentPage: 2, page: 2, pageSize: 2, totalCount: 3 })
    expect(page.works[0]).toMatchObject({ userRating: 3, progress: 'listened', user_name: `pages-${dialect}` })
    await shelf.change((tx) =>
      tx
        .updateTable('work')
        .set({ state: 'missing' })
        .where('id', '=', b ?? 0)
        .execute(),
    )
    expect((await reviews('', fresh)).pagination.totalCount).toBe(2)
    await shelf.change((tx) =>
      tx
        .updateTable('work')
        .set({ state: 'present' })
        .where('id', '=', b ?? 0)
        .execute(),
    )
    expect(await order('?order=userRating')).toEqual([b, a, c])
  })

  test('REV-04 many members who rate at once are all counted, whatever they do', async () => {
    const members = await Promise.all(
      Array.from({ length: 20 }, async (_, n) => (await aMember(shelf, `rates-${dialect}-${n}`)).token),
    )
    await Promise.all(
      members.flatMap((by, n) => [
        put({ rating: (n % 5) + 1 }, by),
        put({ review_text: 'x' }, by),
        put({ progress: 'marked' }, by),
      ]),
    )
    await Promise.all(members.map((by, n) => (n % 4 === 0 ? remove(by) : put({ rating: 5 }, by))))
    const { rate_count, rate_count_detail, review_count } = await work()
    expect(rate_count).toBe(2 + 15)
    expect(rate_count_detail.map(({ count }) => count)).toEqual([0, 0, 0, 2, 15])
    expect(review_count).toBe(1 + 15)
  })

  test('REV-04 several leave at once while others rate the same works, and the numbers are right', async () => {
    const ids = Array.from({ length: 10 }, () => ++next)
    await shelf.put(...ids.map((one) => ({ id: one })))
    // More than the pool has connections: leaving must need one.
    const names = Array.from({ length: 12 }, (_, n) => `goes-${n}-${dialect}`)
    const leaving = await Promise.all(names.map((name) => aMember(shelf, name)))
    const rate = (by: string, rating: number, one: number) => put({ work_id: one, rating, review_text: 'Rain.' }, by)
    for (const { token: by } of leaving) await Promise.all(ids.map((one) => rate(by, 1, one)))
    const answers = await Promise.all([
      ...leaving.map(({ token: by }, index) =>
        call(shelf, 'POST', '/api/auth/delete-account', { token: by, body: { password: `${names[index]}-secret` } }),
      ),
      ...ids.toReversed().map((one) => rate(other, 5, one)),
    ])
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    for (const one of ids) {
      const { body } = await call<Work>(shelf, 'GET', `/api/workInfo/${one}`)
      expect(body).toMatchObject({ rate_count: 1, rate_average_2dp: 5, review_count: 1 })
    }
  })

  test('REV-04 five hundred ratings at once add up exactly', { timeout: 120_000 }, async () => {
    const members = await Promise.all(
      Array.from({ length: 25 }, async (_, n) => (await aMember(shelf, `crowd-${dialect}-${n}`)).token),
    )
    const ids = Array.from({ length: 4 }, () => ++next)
    await shelf.put(...ids.map((one) => ({ id: one })))
    const star = (member: number, round: number) => ((member * 7 + round * 3) % 5) + 1
    // Each member rates each work five times in random order, and then once more at the end.
    const rate = (member: number, work: number, round: number) =>
      put({ work_id: work, rating: star(member, round) }, members[member])
    const crowd = ids.flatMap((work) =>
      members.flatMap((_, member) => [0, 1, 2, 3, 4].map((round) => ({ work, member, round }))),
    )
    const answers = await Promise.all(crowd.map(({ work, member, round }) => rate(member, work, round)))
    expect(answers).toHaveLength(500)
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    await Promise.all(ids.flatMap((work) => members.map((_, member) => rate(member, work, 1))))
    const expected = [1, 2, 3, 4, 5].map((point) => members.filter((_, member) => star(member, 1) === point).length)
    for (const one of ids) {
      id = one
      const { rate_count, rate_count_detail } = await work()
      expect(rate_count).toBe(members.length)
      expect(rate_count_detail.map(({ count }) => count)).toEqual(expected)
    }
  })

  test('REV-04 who leaves takes the ratings along', async () => {
    const { token: leaving } = await aMember(shelf, `leaves-${dialect}`)
    await put({ rating: 1, review_text: 'Bye' }, leaving)
    const exported = await call<{ reviews: object[] }>(shelf, 'GET', '/api/auth/export', { token: leaving })
    expect(exported.body.reviews).toMatchObject([{ userRating: 1, review_text: 'Bye' }])
    expect((await listed()).works.find((one) => one.id === id)).toMatchObject({ rate_count: 3 })
    const body = { password: `leaves-${dialect}-secret` }
    expect((await call(shelf, 'POST', '/api/auth/delete-account', { token: leaving, body })).status).toBe(200)
    const without = { rate_count: 2, rate_average_2dp: 4, review_count: 1 }
    expect(await work()).toMatchObject(without)
    expect((await listed()).works.find((one) => one.id === id)).toMatchObject(without)
  })

  test.each<[string, object]>([
    ['rating', { rating: 6 }],
    ['rating', { rating: 2.5 }],
    ['rating', { rating: 'five' }],
    ['review_text', { review_text: 'x'.repeat(5_001) }],
    ['review_text', { review_text: 5 }],
    ['progress', { progress: 'sleeping' }],
    ['work_id', { work_id: 'RJ' }],
    ['work_id', { work_id: null }],
  ])('API-03 what cannot be saved is named: %s', async (param, body) => {
    const answer = await call<{ errors: { param: string }[] }>(shelf, 'PUT', '/api/review', {
      token,
      body: { work_id: id, ...body },
    })
    expect(answer.status).toBe(400)
    expect(answer.body.errors.map((error) => error.param)).toEqual([param])
  })

  test('REV-01 a work may be named by its code, and one that is not there cannot be reviewed', async () => {
    const code = `RJ${String(id).padStart(8, '0')}`
    expect((await put({ work_id: code, rating: 3 })).status).toBe(200)
    expect((await work(token)).userRating).toBe(3)
    expect(await put({ work_id: 99_999_999, rating: 3 })).toMatchObject({
      status: 404,
      body: { error: 'work.notFound' },
    })
  })

  test('REV-01 messages come in the language that is asked for', async () => {
    const message = async (language: string) => {
      const answer = await fetch(`${shelf.url}/api/review?work_id=${id}`, {
        method: 'DELETE',
        headers: { authorization: `Bearer ${token}`, 'accept-language': language },
      })
      return ((await answer.json()) as { message: string }).message
    }
    expect(await message('zh-CN,zh;q=0.9')).toBe('已删除')
    expect(await message('ja')).toBe('削除しました')
    expect(await message('fr-FR, en;q=0.5')).toBe('Deleted')
    expect(await message('*')).toBe('Deleted')
  })

  test('ATH-04 REV-04 the guest may rate as well, which changes no number', async () => {
    const { token: guest } = await logInAs(shelf, 'guest', 'guest')
    await put({ rating: 5 })
    const before = await work()
    expect((await put({ rating: 1, review_text: 'From nobody.' }, guest)).status).toBe(200)
    expect(await work(guest)).toMatchObject({ userRating: 1, review_text: 'From nobody.' })
    const { rate_count, rate_average_2dp, rate_count_detail, review_count } = before
    expect(await work()).toMatchObject({ rate_count, rate_average_2dp, rate_count_detail, review_count })
    await remove()
    expect(await work()).toMatchObject({ rate_count: 2, review_count: 1 })
  })
})
