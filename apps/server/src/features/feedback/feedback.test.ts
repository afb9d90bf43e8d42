import { MAX_FEEDBACK_LENGTH, type FeedbackReport, type Pagination, type ServerStatus } from '@otodana/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { aLibrary, type TestLibrary } from '../../../test/a-library.ts'
import { aMember, call, logInAs } from '../../../test/accounts.ts'
import { dialects } from '../../../test/databases.ts'
import { startApp, type TestApp } from '../../../test/start-app.ts'

import { createFeedbackRepository } from './feedback.repository.ts'

type Reports = { reports: FeedbackReport[]; pagination: Pagination }

describe.each(dialects)('reported problems on %s', (dialect) => {
  let library: TestLibrary
  let app: TestApp
  let admin: string
  let visitors = 0
  beforeAll(async () => {
    library = aLibrary({
      'RJ01000001 Rain/01.mp3': '',
      'RJ01000001 Rain/notes/a.txt': 'a',
      'RJ01000002 Wind/01.txt': 'b',
    })
    app = await startApp({ libraryDirs: [library.dir], dialect })
    admin = (await aMember(app, 'the-admin')).token
  })
  afterAll(async () => {
    await app.close()
    library.remove()
  })

  const report = { work_id: 1_000_001, category: 'cantPlay', detail: 'It does not play' }
  /** From a new address each time, unless one is given. */
  const send = (body: object, from: { token?: string; address?: string } = {}) =>
    call<{ error?: string; errors?: { param: string }[] }>(app, 'POST', '/api/feedback', {
      address: `10.1.0.${++visitors}`,
      ...from,
      body,
    })
  const list = async (query = '') =>
    (await call<Reports>(app, 'GET', `/api/admin/feedback${query}`, { token: admin })).body
  const newest = async () => {
    const [found] = (await list()).reports
    if (!found) throw new Error('nothing has been reported')
    return found
  }
  const put = (id: number, isDone: boolean) =>
    call<FeedbackReport>(app, 'PUT', `/api/admin/feedback/${id}`, { token: admin, body: { isDone } })
  const remove = (id: number) => call(app, 'DELETE', `/api/admin/feedback/${id}`, { token: admin })
  const hashOf = async (path: string) => {
    const { id, work_id } = await app.database.read
      .selectFrom('file')
      .select(['id', 'work_id'])
      .where('path', '=', path)
      .executeTakeFirstOrThrow()
    return `${work_id}/${id}`
  }

  test('WRK-07 every visitor who sees a work may report a problem: anonymous, the guest, a member', async () => {
    const member = await aMember(app, 'attentive')
    const guest = await logInAs(app, 'guest', 'guest')
    for (const [token, sender] of [
      [undefined, null],
      [guest.token, 'guest'],
      [member.token, 'attentive'],
    ] as const) {
      const answer = await send(report, token === undefined ? {} : { token })
      expect([answer.status, answer.body]).toEqual([200, {}])
      const stored = await newest()
      expect(stored).toMatchObject({
        category: 'cantPlay',
        detail: 'It does not play',
        sender,
        filePath: null,
        doneAt: null,
        work: { id: 1_000_001, title: 'Rain', source_id: 'RJ01000001', source_type: 'DLSITE', isPresent: true },
      })
      expect(Math.abs(Date.now() - Date.parse(stored.createdAt))).toBeLessThan(60_000)
    }
  })

  test('WRK-07 a report names the file it is about, if that is one of the work', async () => {
    await send({ ...report, work_id: 'RJ01000001', hash: await hashOf('notes/a.txt') })
    expect((await newest()).filePath).toBe('notes/a.txt')
    const another = await app.database.read
      .selectFrom('file')
      .select('id')
      .where('work_id', '=', 1_000_002)
      .executeTakeFirstOrThrow()
    for (const hash of [`1000001/${another.id}`, '1000001/99999', '1/4294967296', `1/${'9'.repeat(90)}`, null]) {
      expect((await send({ ...report, hash })).status, String(hash)).toBe(200)
      expect((await newest()).filePath).toBeNull()
    }
  })

  test.each<[string, object]>([
    ['category', { ...report, category: 'rude' }],
    ['category', { work_id: 1_000_001, detail: 'x' }],
    ['detail', { ...report, detail: ' \n\u0000 ' }],
    ['detail', { work_id: 1_000_001, category: 'other' }],
    ['detail', { ...report, detail: 'x'.repeat(MAX_FEEDBACK_LENGTH + 1) }],
    ['detail', { ...report, detail: ['x'] }],
    ['work_id', { ...report, work_id: 'rain' }],
    ['work_id', { ...report, work_id: { id: 1 } }],
    ['hash', { ...report, hash: '../../etc' }],
  ])('WRK-07 API-03 what a report lacks is named: %s', async (param, body) => {
    const { status, body: answer } = await send(body)
    expect(status).toBe(400)
    expect(answer.errors?.map((error) => error.param)).toContain(param)
  })

  test('WRK-07 a report keeps its text whole, whatever it holds, up to its limit', async () => {
    const detail = `<script>alert("1")</script>\n'; drop table feedback; --\u202e雨🌧${'x'.repeat(1_900)}`
    await send({ ...report, detail: `  ${detail}\n` })
    expect((await newest()).detail).toBe(detail)
    expect((await send({ ...report, detail: 'x'.repeat(MAX_FEEDBACK_LENGTH) })).status).toBe(200)
  })

  test('WRK-07 of a work that is not there nothing is reported', async () => {
    const answer = await send({ ...report, work_id: 1_999_999 })
    expect([answer.status, answer.body.error]).toEqual([404, 'work.notFound'])
  })

  test('WRK-07 ADM-04 administrators see what is open, the latest first, in pages, and what they are done with', async () => {
    const before = (await list()).pagination.totalCount
    for (const detail of ['first', 'second', 'third']) await send({ ...report, detail, work_id: 1_000_002 })
    const page = await list('?pageSize=2')
    expect(page.reports.map(({ detail }) => detail)).toEqual(['third', 'second'])
    expect(page.pagination).toMatchObject({ page: 1, pageSize: 2, totalCount: before + 3 })
    expect((await list('?pageSize=2&page=2')).reports[0]?.detail).toBe('first')
    const [third, second] = page.reports.map(({ id }) => id) as [number, number]

    const closed = await put(second, true)
    expect(Date.parse(closed.body.doneAt ?? '')).toBeGreaterThan(0)
    expect((await put(second, true)).body.doneAt).toBe(closed.body.doneAt)
    expect((await list('?state=done')).reports.map(({ id }) => id)).toEqual([second])
    const { body: status } = await call<ServerStatus>(app, 'GET', '/api/admin/status', { token: admin })
    expect(status.openFeedback).toBe(before + 2)
    expect((await put(second, false)).body.doneAt).toBeNull()
    expect((await list('?state=done')).reports).toEqual([])

    expect((await remove(third)).status).toBe(200)
    expect((await list()).pagination.totalCount).toBe(before + 2)
    for (const answer of [await remove(third), await put(third, true)]) {
      expect(answer).toMatchObject({ status: 404, body: { error: 'feedback.notFound' } })
    }
    expect((await call(app, 'GET', '/api/admin/feedback?state=all', { token: admin })).status).toBe(400)
  })

  test('WRK-07 ADM-04 an administrator marks many at once as done, and deletes all that are', async () => {
    await app.database.write.deleteFrom('feedback').execute()
    for (const detail of ['1', '2', '3', '4']) await send({ ...report, detail })
    const [fourth = 0, third = 0, second = 0] = (await list()).reports.map(({ id }) => id)
    await put(second, true)
    const doneAt = (await list('?state=done')).reports[0]?.doneAt
    const markDone = (ids: number[]) =>
      call(app, 'POST', '/api/admin/feedback/mark-done', { token: admin, body: { ids } })
    expect((await markDone([fourth, third, second, 2_147_483_647])).body).toEqual({ marked: 2 })
    expect((await list()).reports.map(({ detail }) => detail)).toEqual(['1'])
    const done = (await list('?state=done')).reports
    expect(done.map(({ detail }) => detail)).toEqual(['4', '3', '2'])
    expect(done[2]?.doneAt).toBe(doneAt)
    for (const ids of [[], [0], Array.from({ length: 501 }, (_, index) => index + 1)]) {
      expect((await markDone(ids)).status).toBe(400)
    }
    const removeDone = () => call(app, 'POST', '/api/admin/feedback/delete-done', { token: admin })
    expect((await removeDone()).body).toEqual({ deleted: 3 })
    expect((await removeDone()).body).toEqual({ deleted: 0 })
    expect((await list('?state=done')).reports).toEqual([])
    expect((await list()).reports.map(({ detail }) => detail)).toEqual(['1'])
  })

  test('WRK-07 a member takes the reports along, and they go with the account', async () => {
    const { token } = await aMember(app, 'leaving')
    await send({ ...report, detail: 'Mine', hash: await hashOf('notes/a.txt') }, { token })
    const { body: exported } = await call<{ feedback: unknown[] }>(app, 'GET', '/api/auth/export', { token })
    expect(exported.feedback).toMatchObject([
      { code: 'RJ01000001', file: 'notes/a.txt', category: 'cantPlay', detail: 'Mine', doneAt: null },
    ])
    const before = (await list()).pagination.totalCount
    await call(app, 'POST', '/api/auth/delete-account', { token, body: { password: 'leaving-secret' } })
    expect((await list()).pagination.totalCount).toBe(before - 1)
    expect((await list('?pageSize=500')).reports.map(({ detail }) => detail)).not.toContain('Mine')
  })

  test('WRK-07 one address, and one member from anywhere, reports ten problems in an hour', async () => {
    const { token } = await aMember(app, 'eager')
    const address = '10.9.9.9'
    for (let count = 1; count <= 10; count++) {
      expect((await send(report, { address })).status).toBe(200)
      expect((await send(report, { token })).status).toBe(200)
    }
    for (const refused of [await send(report, { address }), await send(report, { token })]) {
      expect([refused.status, refused.body.error]).toEqual([429, 'request.tooMany'])
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_000)
    }
    // A member is not limited by neighbours.
    const { token: neighbour } = await aMember(app, 'neighbour')
    expect((await send(report, { token: neighbour, address })).status).toBe(200)
  })

  test('WRK-07 when there is no room, what was done with makes some, and open reports stay', async () => {
    await app.database.write.deleteFrom('feedback').execute()
    const small = createFeedbackRepository(app.database, 4)
    const add = (detail: string, isMember = false) =>
      small.add({ workId: 1_000_001, fileId: null, accountId: null, isMember, category: 'other', detail })
    for (const detail of ['1', '2', '3']) expect(await add(detail)).toBe('added')
    expect(await add('4')).toBe('full')
    const [, middle] = (await list()).reports
    await put(middle?.id ?? 0, true)
    expect(await add('5')).toBe('added')
    expect((await list()).reports.map(({ detail }) => detail)).toEqual(['5', '3', '1'])
    expect((await list('?state=done')).reports).toEqual([])
    expect(await add('6')).toBe('full')
    // Visitors cannot use up the members' share.
    expect(await add('7', true)).toBe('added')
    expect(await add('8', true)).toBe('full')
    expect((await list()).reports.map(({ detail }) => detail)).toEqual(['7', '5', '3', '1'])
  })
})

test('WRK-07 all visitors together make three hundred tries in an hour, and members go on', async () => {
  const library = aLibrary()
  const app = await startApp({ libraryDirs: [library.dir], scan: false })
  try {
    const statuses: number[] = []
    for (let visitor = 0; visitor <= 300; visitor++) {
      // No such work: attempts are counted.
      const body = { work_id: 1_000_001, category: 'other', detail: 'x' }
      const address = `10.${visitor >> 8}.${visitor & 255}.1`
      statuses.push((await call(app, 'POST', '/api/feedback', { address, body })).status)
    }
    expect(new Set(statuses.slice(0, 300))).toEqual(new Set([404]))
    expect(statuses[300]).toBe(429)
    const { token } = await aMember(app, 'member')
    const body = { work_id: 1_000_001, category: 'other', detail: 'x' }
    expect((await call(app, 'POST', '/api/feedback', { token, body })).status).toBe(404)
  } finally {
    await app.close()
    library.remove()
  }
})
