import { MAX_ADDED_TAGS, MAX_TAGS_AT_ONCE, type Pagination, type Tag, type Work } from '@otodana/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { aMember, call, logInAs } from '../../../test/accounts.ts'
import { dialects } from '../../../test/databases.ts'
import { openShelf, type Shelf, tags } from '../../../test/shelf.ts'
import { strictPersonalWork, strictPublicWork } from '../../../test/strict-client.ts'
import { createVotes } from './votes.service.ts'

type Page = { works: Work[]; pagination: Pagination }

const [rain, earCleaning, reading] = [1, 2, 3]

describe.each(dialects)('tag votes on %s', (dialect) => {
  let shelf: Shelf
  const members: string[] = []
  let first: string
  let second: string
  let third: string
  beforeAll(async () => {
    shelf = await openShelf(dialect)
    const more = Array.from({ length: MAX_ADDED_TAGS + 5 }, (_, index) => ({
      id: 100 + index,
      name: `more ${index}`,
      name_key: `more${index}`,
      i18n: '{}',
    }))
    await shelf.change(async (tx) => {
      await tx.insertInto('circle').values({ id: 1, name: 'Rain', name_key: 'rain' }).execute()
      await tx
        .insertInto('tag')
        .values([...tags, ...more])
        .execute()
    })
    for (const name of ['first', 'second', 'third', 'fourth']) {
      members.push((await aMember(shelf, `${name}-voter`)).token)
    }
    ;[first = '', second = '', third = ''] = members
  })
  afterAll(() => shelf.close())

  let id = 100
  beforeEach(async () => {
    await shelf.put({ id: ++id, tagIds: [rain, earCleaning] })
  })

  const vote = (tagID: unknown, status: unknown, token?: string, workID: unknown = id) =>
    call<{ tags: Tag[]; error?: string; errors?: { param: string }[] }>(shelf, 'POST', '/api/vote/vote-work-tag', {
      token,
      body: { workID, tagID, status },
    })
  const add = (tagIDs: unknown, token?: string, workID: unknown = id) =>
    call<{ tags: Tag[]; error?: string; errors?: { param: string }[] }>(
      shelf,
      'POST',
      '/api/vote/attach-tags-to-work',
      {
        token,
        body: { workID, tagIDs },
      },
    )
  const work = async (token?: string) => (await call<Work>(shelf, 'GET', `/api/work/${id}`, { token })).body
  const standing = (list: readonly Tag[]) =>
    list.map(({ id: tag, upvote, downvote, voteRank, voteStatus }) => [tag, upvote, downvote, voteRank, voteStatus])
  const found = async (path: string, token?: string) =>
    (await call<Page>(shelf, 'GET', path, { token })).body.works.map((one) => one.id)
  const search = (keyword: string) => found(`/api/search/${encodeURIComponent(keyword)}?pageSize=500`)
  const countOf = async (tagId: number) =>
    (await call<{ count: number }>(shelf, 'GET', `/api/tags/${tagId}`)).body.count

  test('WRK-08 votes are counted for all, shown to their voters, and taken back', async () => {
    const answer = await vote(rain, 1, first)
    expect(answer.status).toBe(200)
    expect(standing(answer.body.tags)).toEqual([
      [rain, 1, 0, 1, 1],
      [earCleaning, 0, 0, 0, 0],
    ])
    expect(answer.body.tags.map(({ myVote }) => myVote)).toEqual([1, 0])
    expect((await vote(rain, 2, second)).body.tags.map(({ myVote }) => myVote)).toEqual([2, 0])
    const seen = await work(first)
    expect(standing(seen.tags)[0]).toEqual([rain, 1, 1, 0, 0])
    expect(seen.tags.map(({ myVote }) => myVote)).toEqual([1, 0])
    expect((await work(third)).tags.map(({ myVote }) => myVote)).toEqual([0, 0])
    expect((await work()).tags[0]).not.toHaveProperty('myVote')
    await vote(rain, 0, second)
    expect(standing((await work()).tags)[0]).toEqual([rain, 1, 0, 1, 1])
  })

  test('WRK-08 a vote says the same however often it is cast, and can be turned round', async () => {
    for (const status of [1, 1, 2, 2]) await vote(rain, status, first)
    expect(standing((await work()).tags)[0]).toEqual([rain, 0, 1, -1, 0])
    for (const status of [0, 0]) expect((await vote(rain, status, first)).status).toBe(200)
    expect(standing((await work()).tags)[0]).toEqual([rain, 0, 0, 0, 0])
  })

  test('OFF-55 a vote that was changed since its member saw it stays; an equal one is no conflict', async () => {
    const on = (base: number, status: number) =>
      call<{ error?: string; present?: object }>(shelf, 'POST', '/api/vote/vote-work-tag', {
        token: first,
        body: { workID: id, tagID: rain, status, base: { vote: base } },
      })
    await vote(rain, 2, first)
    for (const status of [1, 0]) {
      expect(await on(status === 1 ? 0 : 1, status)).toMatchObject({
        status: 409,
        body: { error: 'write.changedSince', present: { vote: 2 } },
      })
    }
    for (const [base, status] of [
      [0, 2],
      [2, 1],
      [2, 1],
      [1, 0],
      [1, 0],
    ] as const)
      expect((await on(base, status)).status).toBe(200)
  })

  test('WRK-08 API-06 votes of other clients are understood: digits, codes, and -1 for a vote against', async () => {
    await vote(String(rain), '1', first, `RJ${String(id).padStart(8, '0')}`)
    expect((await vote(rain, -1, second, String(id))).body.tags[0]).toMatchObject({ upvote: 1, downvote: 1, myVote: 2 })
    expect((await vote(rain, '-1', first)).body.tags[0]).toMatchObject({ upvote: 0, downvote: 2, myVote: 2 })
  })

  test('WRK-08 SRC-02 one voice hides no tag of the metadata; two against it make it weak', async () => {
    const counted = await countOf(rain)
    await vote(rain, 2, first)
    expect(await search('$tag:Rain$')).toContain(id)
    expect(await countOf(rain)).toBe(counted)
    expect(standing((await vote(rain, 2, second)).body.tags)[0]).toEqual([rain, 0, 2, -2, 2])
    expect(await search('$tag:Rain$')).not.toContain(id)
    expect(await search('$-tag:Rain$')).toContain(id)
    expect(await search('$tagw:Rain$')).toContain(id)
    expect(await search('雨音')).toContain(id)
    expect(await found(`/api/tags/${rain}/works?pageSize=500`)).toContain(id)
    expect(await countOf(rain)).toBe(counted - 1)
    const listed = (await call<Page>(shelf, 'GET', '/api/works?pageSize=500')).body.works.find((one) => one.id === id)
    expect(standing(listed?.tags ?? [])[0]).toEqual([rain, 0, 2, -2, 2])
    // As many votes for as against it, including the metadata's.
    await vote(rain, 1, third)
    expect(standing((await work()).tags)[0]).toEqual([rain, 1, 2, -1, 0])
    expect(await search('$tag:Rain$')).toContain(id)
    expect(await countOf(rain)).toBe(counted)
  })

  test('WRK-08 an added tag counts as a vote for it, stands behind the others, and is found at once', async () => {
    const answer = await add([reading, rain, reading], first)
    expect(answer.status).toBe(200)
    expect(standing(answer.body.tags)).toEqual([
      [rain, 1, 0, 1, 1],
      [earCleaning, 0, 0, 0, 0],
      [reading, 1, 0, 1, 1],
    ])
    expect(await search('$tag:朗読$')).toContain(id)
    expect(standing((await add([reading], first)).body.tags)).toEqual(standing(answer.body.tags))
    expect(standing((await vote(reading, 1, second)).body.tags)[2]).toEqual([reading, 2, 0, 2, 1])
  })

  test('WRK-08 an added tag stays while it has votes, and is weak when more are against it', async () => {
    await add([reading], first)
    await vote(reading, 2, second)
    expect(standing((await work()).tags)[2]).toEqual([reading, 1, 1, 0, 0])
    await vote(reading, 2, third)
    expect(standing((await work()).tags)[2]).toEqual([reading, 1, 2, -1, 2])
    expect(await search('$tag:朗読$')).not.toContain(id)
    const { body } = await vote(reading, 0, first)
    expect(body.tags.map((tag) => tag.id)).toEqual([rain, earCleaning])
    expect(await search('$tagw:朗読$')).not.toContain(id)
    // Votes against it count again when it is added again.
    expect(standing((await add([reading], first)).body.tags)[2]).toEqual([reading, 1, 2, -1, 2])
  })

  test('WRK-08 a rescan removes neither votes nor added tags', async () => {
    await add([reading], first)
    await vote(rain, 2, first)
    await shelf.change(async (tx) => {
      await tx.deleteFrom('work_tag').where('work_id', '=', id).execute()
      await tx.insertInto('work_tag').values({ work_id: id, tag_id: rain, position: 0 }).execute()
    })
    expect(standing((await work()).tags)).toEqual([
      [rain, 0, 1, -1, 0],
      [reading, 1, 0, 1, 1],
    ])
    // A tag that is now in the metadata is listed there, with the metadata's vote.
    await shelf.change((tx) =>
      tx.insertInto('work_tag').values({ work_id: id, tag_id: reading, position: 1 }).execute(),
    )
    await vote(reading, 0, first)
    expect(standing((await work()).tags)).toEqual([
      [rain, 0, 1, -1, 0],
      [reading, 0, 0, 0, 0],
    ])
  })

  test('WRK-08 who leaves takes the votes along, and they are in what is exported', async () => {
    const { token: leaving } = await aMember(shelf, `leaves-${dialect}`)
    await add([reading], leaving)
    await vote(rain, 2, leaving)
    await vote(rain, 2, first)
    expect(standing((await work()).tags)[0]?.at(-1)).toBe(2)
    const exported = await call<{ tagVotes: object[] }>(shelf, 'GET', '/api/auth/export', { token: leaving })
    const code = `RJ${String(id).padStart(8, '0')}`
    expect(exported.body.tagVotes).toEqual([
      { code, tag: '雨音', vote: 'down' },
      { code, tag: '朗読', vote: 'up' },
    ])
    const body = { password: `leaves-${dialect}-secret` }
    expect((await call(shelf, 'POST', '/api/auth/delete-account', { token: leaving, body })).status).toBe(200)
    expect(standing((await work()).tags)).toEqual([
      [rain, 0, 1, -1, 0],
      [earCleaning, 0, 0, 0, 0],
    ])
    expect(await search('$tag:朗読$')).not.toContain(id)
    expect(await search('$tag:Rain$')).toContain(id)
  })

  test('WRK-08 a tag that goes takes its votes along', async () => {
    const gone = 100 + MAX_ADDED_TAGS + 4
    await add([gone], first)
    await shelf.change((tx) => tx.deleteFrom('tag').where('id', '=', gone).execute())
    expect((await work()).tags.map((tag) => tag.id)).toEqual([rain, earCleaning])
    expect(await vote(gone, 1, first)).toMatchObject({ status: 404, body: { error: 'tag.notFound' } })
  })

  test('WRK-08 ATH-04 who has no account, and the guest, cannot vote', async () => {
    const { token: guest } = await logInAs(shelf, 'guest', 'guest')
    const noToken = { status: 401, body: { error: 'No authorization token was found' } }
    expect(await vote(rain, 1)).toMatchObject(noToken)
    expect(await add([reading])).toMatchObject(noToken)
    expect(await vote(rain, 1, guest)).toMatchObject({ status: 403, body: { error: 'guest.cannot' } })
    expect(await add([reading], guest)).toMatchObject({ status: 403, body: { error: 'guest.cannot' } })
    expect(standing((await work(guest)).tags)[0]).toEqual([rain, 0, 0, 0, 0])
  })

  test('WRK-08 what is not there cannot be voted on', async () => {
    expect(await vote(rain, 1, first, 99_999)).toMatchObject({ status: 404, body: { error: 'work.notFound' } })
    expect(await vote(rain, 0, first, 99_999)).toMatchObject({ status: 404, body: { error: 'work.notFound' } })
    expect(await add([rain], first, 99_999)).toMatchObject({ status: 404, body: { error: 'work.notFound' } })
    expect(await vote(9_999, 1, first)).toMatchObject({ status: 404, body: { error: 'tag.notFound' } })
    expect(await vote(reading, 1, first)).toMatchObject({ status: 404, body: { error: 'vote.notTagged' } })
    expect(await add([reading, 9_999], first)).toMatchObject({ status: 404, body: { error: 'tag.notFound' } })
    await shelf.change((tx) => tx.updateTable('work').set({ state: 'missing' }).where('id', '=', id).execute())
    expect(await add([reading], first)).toMatchObject({ status: 404, body: { error: 'work.notFound' } })
    await shelf.change((tx) => tx.updateTable('work').set({ state: 'present' }).where('id', '=', id).execute())
    expect((await work()).tags.map((tag) => tag.id)).toEqual([rain, earCleaning])
  })

  test('WRK-08 a work takes so many added tags, from however many members at once', async () => {
    const more = Array.from({ length: MAX_ADDED_TAGS + 4 }, (_, index) => 100 + index)
    const answers = await Promise.all(more.map((tag, index) => add([tag], members[index % members.length])))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(MAX_ADDED_TAGS)
    const refused = answers.filter(({ status }) => status !== 200)
    expect(refused.map(({ status, body }) => [status, body.error])).toEqual(
      refused.map(() => [409, 'vote.tooManyTags']),
    )
    const has = (await work()).tags.map((tag) => tag.id)
    expect(has).toHaveLength(2 + MAX_ADDED_TAGS)
    // Existing tags can be voted for, and removed ones make room.
    expect((await add([has[5]], third)).status).toBe(200)
    for (const token of members) await vote(has[5], 0, token)
    expect((await add([reading], first)).status).toBe(200)
  })

  test('WRK-08 many votes at once add up', async () => {
    const everyone = members.flatMap((token) => [rain, earCleaning].map((tag) => ({ token, tag })))
    const votes = everyone.flatMap((who) => ([1, 2, 0, 2, 1] as const).map((status) => ({ ...who, status })))
    const answers = await Promise.all(votes.map(({ token, tag, status }) => vote(tag, status, token)))
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    await Promise.all(everyone.map(({ token, tag }, index) => vote(tag, ((index % 3) % 2) + 1, token)))
    const expected = [rain, earCleaning].map((tag) => {
      const last = everyone.flatMap((who, index) => (who.tag === tag ? [((index % 3) % 2) + 1] : []))
      return [tag, last.filter((one) => one === 1).length, last.filter((one) => one === 2).length]
    })
    expect(standing((await work()).tags).map((one) => one.slice(0, 3))).toEqual(expected)
  })

  test('WRK-08 whatever members do in whatever order, tags stand as their votes say, one by one', async () => {
    const step = fc.record({
      member: fc.nat(3),
      tag: fc.constantFrom(rain, earCleaning, reading, 100),
      act: fc.constantFrom('up', 'down', 'none', 'add'),
    })
    const status = { up: 1, down: 2, none: 0 } as const
    const own = new Set<number>([rain, earCleaning])
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        await shelf.put({ id: ++id, tagIds: [...own] })
        const votes = new Map<string, { tag: number; vote: 1 | 2 }>()
        const count = (tag: number, vote: 1 | 2) =>
          [...votes.values()].filter((one) => one.tag === tag && one.vote === vote).length
        const has = (tag: number) => own.has(tag) || count(tag, 1) > 0
        for (const { member, tag, act } of steps) {
          const answer = await (act === 'add' ? add([tag], members[member]) : vote(tag, status[act], members[member]))
          const isTaken = act === 'add' || act === 'none' || has(tag)
          expect(answer.status).toBe(isTaken ? 200 : 404)
          if (act === 'none') votes.delete(`${member} ${tag}`)
          else if (isTaken) votes.set(`${member} ${tag}`, { tag, vote: act === 'down' ? 2 : 1 })
        }
        const expected = [rain, earCleaning, reading, 100].filter(has).map((tag) => {
          const [up, down] = [count(tag, 1), count(tag, 2)]
          const isWeak = down > up + (own.has(tag) ? 1 : 0)
          return [tag, up, down, up - down, isWeak ? 2 : up > down ? 1 : 0]
        })
        const byTag = (a: (number | undefined)[], b: (number | undefined)[]) => (a[0] ?? 0) - (b[0] ?? 0)
        expect(standing((await work()).tags).toSorted(byTag)).toEqual(expected)
        expect((await search('$tag:朗読$')).includes(id)).toBe(has(reading) && count(reading, 2) <= count(reading, 1))
      }),
      { numRuns: 8 },
    )
  })

  test('API-05 strict clients read works that were voted on', async () => {
    await add([reading], first)
    await vote(rain, 2, first)
    const everybodys = (await call(shelf, 'GET', `/api/workInfo/${id}`, { token: first })).body
    expect(strictPublicWork.safeParse(everybodys).error).toBeUndefined()
    expect(JSON.stringify(everybodys)).not.toContain('myVote')
    const {
      review_text: _,
      progress,
      updated_at,
      user_name,
      ...own
    } = (await work(first)) as Work & Record<string, unknown>
    expect([progress, updated_at, user_name]).toEqual([null, null, 'first-voter'])
    expect(strictPersonalWork.safeParse(own).error).toBeUndefined()
  })

  test.each<[string, object]>([
    ['status', { status: 3 }],
    ['status', { status: 'up' }],
    ['status', { status: undefined, vote: 1 }],
    ['tagID', { tagID: 0 }],
    ['tagID', { tagID: '1e3' }],
    ['workID', { workID: 'RJ' }],
    ['workID', { workID: undefined, work_id: 1 }],
  ])('API-03 a vote that says nothing is refused: %s', async (param, body) => {
    const answer = await call<{ errors: { param: string }[] }>(shelf, 'POST', '/api/vote/vote-work-tag', {
      token: first,
      body: { workID: id, tagID: rain, status: 1, ...body },
    })
    expect(answer.status).toBe(400)
    expect(answer.body.errors.map((error) => error.param)).toEqual([param])
  })

  test.each<[string, unknown]>([
    ['tagIDs', []],
    ['tagIDs', rain],
    ['tagIDs', Array.from({ length: MAX_TAGS_AT_ONCE + 1 }, (_, index) => index + 1)],
    ['tagIDs.0', ['rain']],
  ])('API-03 tags that cannot be added are named: %s', async (param, tagIDs) => {
    const answer = await add(tagIDs, first)
    expect(answer.status).toBe(400)
    expect(answer.body.errors?.map((error) => error.param)).toEqual([param])
  })

  // Counted by wrapping the database.
  test.skipIf(dialect === 'postgres')('WRK-08 a member votes 600 times an hour, others as before', async () => {
    const { token } = await aMember(shelf, 'never-tires')
    const statuses: number[] = []
    for (let batch = 0; batch < 30; batch++) {
      const answers = await Promise.all(Array.from({ length: 20 }, () => vote(rain, 0, token, 99_999)))
      statuses.push(...answers.map(({ status }) => status))
    }
    expect(statuses).toEqual(Array.from({ length: 600 }, () => 404))
    const refused = await vote(rain, 1, token)
    expect(refused).toMatchObject({ status: 429, body: { error: 'request.tooMany' } })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await add([rain], token)).status).toBe(429)
    expect((await vote(rain, 1, first)).status).toBe(200)
  })

  test('WRK-08 where mail is received, only members with a linked address vote; all may take votes back', async () => {
    const votes = createVotes({ database: shelf.database, needsLinkedEmail: true })
    const { id: account } = await shelf.database.read
      .selectFrom('account')
      .select('id')
      .where('name', '=', 'first-voter')
      .executeTakeFirstOrThrow()
    await vote(rain, 1, first)
    await expect(votes.vote(account, id, rain, 2)).rejects.toThrow('vote.mustBindEmailFirst')
    await expect(votes.addTags(account, id, [reading])).rejects.toThrow('vote.mustBindEmailFirst')
    await votes.vote(account, id, rain, 0)
    expect((await votes.ofWorks(account, [id])).size).toBe(0)
    const link = (email: string | null) =>
      shelf.change((tx) => tx.updateTable('account').set({ email }).where('id', '=', account).execute())
    await link('first@voter.example')
    await votes.vote(account, id, rain, 2)
    await votes.addTags(account, id, [reading])
    await link(null)
    expect([...((await votes.ofWorks(account, [id])).get(id) ?? [])]).toEqual([
      [rain, 2],
      [reading, 1],
    ])
  })
})
