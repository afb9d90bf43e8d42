import { AccountExport } from '@otodana/contract'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { dialects, openTestDatabase, type TestDatabase } from '../../../../test/databases.ts'
import { aWorkRow } from '../../../../test/work-rows.ts'
import { createAccountRepository } from '../../accounts/index.ts'
import { createHistoryRepository } from '../../history/index.ts'
import { createPlaylistRepository } from '../../playlists/index.ts'
import { createPositionRepository, MAX_DEVICES } from '../../playback-positions/index.ts'
import { mergeMarks } from './marks.ts'
import { mergeExport } from './merge-export.ts'
import { MAX_WAITING } from './moved-in.ts'
import { mergePositions } from './positions.ts'
import { mergeWaiting } from './waiting.ts'

const WORK = 1_000_001
const CODE = 'RJ01000001'
const AT = Date.UTC(2025, 0, 1)
const always = { dryRun: false, isOnce: false }
const once = { dryRun: false, isOnce: true }

describe.each(dialects)('what members bring along, on %s', (dialect) => {
  let db: TestDatabase
  let accountId: number
  let fileId: number
  beforeEach(async () => {
    db = await openTestDatabase(dialect)
    accountId = await addAccount('the-owner')
    await db.write.insertInto('circle').values({ id: 1, name: 'Circle', name_key: 'circle' }).execute()
    await addWork(WORK)
    const file = {
      kind: 'audio',
      size_bytes: 1,
      mtime_ms: 1,
      fingerprint: '',
      has_picture: 0,
      state: 'present',
    } as const
    const added = db.write.insertInto('file').values({ ...file, work_id: WORK, path: 'disc/01.wav' })
    fileId = (await added.returning('id').executeTakeFirstOrThrow()).id
  })
  afterEach(() => db.remove())

  async function addAccount(name: string) {
    const added = await createAccountRepository(db).addMember({
      name,
      nameKey: name,
      passwordHash: '',
      recommenderUuid: null,
    })
    if (typeof added === 'string') throw new Error(added)
    return added.id
  }
  const addWork = (id: number) =>
    db.write
      .insertInto('work')
      .values({ ...aWorkRow(id), signature: 'read' })
      .execute()
  const placeOn = (id: string, seconds = 5) => ({
    code: CODE,
    path: 'disc/01.wav',
    seconds,
    at: new Date(AT).toISOString(),
    device: { id, name: 'Brought along' },
  })
  const merge = (data: object, options = always) =>
    mergeExport(db, accountId, AccountExport.parse(data), { mayVote: true, ...options })

  test('MOV-15 votes and likes of an export are added, and those that are here stay', async () => {
    const tags = [1, 2, 3].map((id) => ({ id, name: `tag ${id}`, name_key: `tag ${id}`, i18n: '{}' }))
    await db.write.insertInto('tag').values(tags).execute()
    await db.write
      .insertInto('work_tag')
      .values([1, 2].map((tag_id) => ({ work_id: WORK, tag_id, position: tag_id })))
      .execute()
    await db.write
      .insertInto('tag_vote')
      .values({ account_id: accountId, work_id: WORK, tag_id: 1, vote: 2, voted_at_ms: 1 })
      .execute()
    const lists = createPlaylistRepository(db)
    const other = await addAccount('other-one')
    const details = { name: 'List', description: '', locale: '' }
    const [hidden, seen] = [
      (await lists.create(other, { ...details, privacy: 0 }, [])) ?? '',
      (await lists.create(other, { ...details, privacy: 2 }, [])) ?? '',
    ]
    const vote = (tag: string, given: string, code = CODE) => ({ code, tag, vote: given })
    const data = {
      playlists: { own: [], liked: [hidden, seen, 'elsewhere'] },
      tagVotes: [
        vote('tag 1', 'up'),
        vote('tag 2', 'down'),
        vote('tag 3', 'up'),
        vote('no tag', 'up'),
        vote('tag 1', 'up', 'RJ01000009'),
      ],
    }
    const votes = { new: 2, changed: 0, here: 1, waiting: 1, skipped: 1 }
    const likes = { new: 1, changed: 0, here: 0, waiting: 0, skipped: 2 }
    const stored = async () =>
      db.read
        .selectFrom('tag_vote')
        .select(['work_id', 'tag_id', 'vote'])
        .orderBy('work_id')
        .orderBy('tag_id')
        .execute()
    expect(await merge(data, { ...always, dryRun: true })).toMatchObject({ votes, likes })
    expect(await stored()).toHaveLength(1)
    const refused = await mergeExport(db, accountId, AccountExport.parse({ tagVotes: data.tagVotes }), {
      ...always,
      mayVote: false,
    })
    expect(refused.votes).toMatchObject({ new: 0, skipped: 5 })
    expect(await merge(data)).toMatchObject({ votes, likes })
    const again = { ...votes, new: 0, here: 3 }
    expect(await merge(data)).toMatchObject({ votes: again, likes: { ...likes, new: 0, here: 1 } })
    const here = [
      { work_id: WORK, tag_id: 1, vote: 2 },
      { work_id: WORK, tag_id: 2, vote: 2 },
      { work_id: WORK, tag_id: 3, vote: 1 },
    ]
    expect(await stored()).toEqual(here)
    await addWork(1_000_009)
    expect(await mergeWaiting(db, { onFailed: (error) => expect.unreachable(String(error)) })).toBe(1)
    expect(await stored()).toEqual([...here, { work_id: 1_000_009, tag_id: 1, vote: 1 }])
  })

  test('MOV-09 imported devices neither push out the ones here nor rename them', async () => {
    const now = Date.UTC(2026, 0, 1)
    const here = createPositionRepository(db, () => now)
    const own = Array.from({ length: MAX_DEVICES - 1 }, (_, index) => `here-${index}`)
    for (const id of own) await here.save(accountId, { id, name: 'Mine' }, [{ fileId, seconds: 1, atMs: AT - 1 }])
    const data = { places: [placeOn('here-0'), placeOn('new-0'), placeOn('new-1')] }
    const counts = { new: 1, changed: 1, here: 0, waiting: 0, skipped: 1 }
    expect((await merge(data, { ...always, dryRun: true })).places).toEqual(counts)
    expect((await merge(data)).places).toEqual(counts)
    const devices = await here.devices(accountId)
    expect(devices.map(({ id }) => id).toSorted()).toEqual([...own, 'new-0'].toSorted())
    expect(devices.find(({ id }) => id === 'here-0')).toEqual({
      id: 'here-0',
      name: 'Mine',
      seenAt: new Date(now).toISOString(),
    })
    expect(devices.find(({ id }) => id === 'new-0')?.seenAt).toBe(new Date(AT).toISOString())
    // Also if it waited, and the room was taken meanwhile.
    const late = { workId: WORK, track: { path: 'disc/01.wav', title: '' }, seconds: 5, atMs: AT }
    await here.save(accountId, { id: 'here-last', name: 'Mine' }, [])
    const results = await mergePositions(db, accountId, { id: 'new-1', name: '' }, [late], once)
    expect(results).toMatchObject([{ outcome: 'skipped' }])
    expect(await here.devices(accountId)).toHaveLength(MAX_DEVICES)
  })

  test('MOV-03 a member’s rows that wait have a limit', async () => {
    const row = { account_id: accountId, kind: 'listed', work_id: 9, at_ms: AT, data: '{}' } as const
    for (let from = 0; from < MAX_WAITING - 1; from += 1_000) {
      const count = Math.min(1_000, MAX_WAITING - 1 - from)
      const rows = Array.from({ length: count }, (_, index) => ({ ...row, key: String(from + index) }))
      await db.write.insertInto('moved_in').values(rows).execute()
    }
    const mark = (workId: number) => ({
      workId,
      rating: 4,
      reviewText: null,
      progress: null,
      createdAtMs: AT,
      atMs: AT,
    })
    const results = await mergeMarks(db, accountId, [mark(1), mark(2), mark(WORK)], always)
    expect(results.map(({ outcome }) => outcome)).toEqual(['waiting', 'skipped', 'new'])
    const again = await mergeMarks(db, accountId, [mark(1), mark(2), mark(WORK)], always)
    expect(again.map(({ outcome }) => outcome)).toEqual(['waiting', 'skipped', 'same'])
  })

  test('MOV-09 of two positions that lead to one file the later is taken', async () => {
    const at = (path: string, seconds: number, atMs: number) => ({
      workId: WORK,
      track: { path, title: '' },
      seconds,
      atMs,
    })
    const positions = [
      at('disc/01.wav', 1, AT),
      at('https://example/disc/01.wav', 2, AT + 1),
      at('/disc/01.wav', 3, AT),
    ]
    const results = await mergePositions(db, accountId, { id: 'a', name: 'A' }, positions, always)
    expect(results.map(({ outcome }) => outcome)).toEqual(['kept', 'new', 'kept'])
    expect(await db.read.selectFrom('place').select('seconds').execute()).toEqual([{ seconds: 2 }])
  })

  test("MOV-03 one member's rows that cannot be taken over keep nothing of others waiting", async () => {
    const other = await addAccount('second-one')
    const waiting = { work_id: WORK, key: '', at_ms: AT }
    const mark = { workId: WORK, rating: 4, reviewText: null, progress: null, createdAtMs: AT, atMs: AT }
    await db.write
      .insertInto('moved_in')
      .values([
        { ...waiting, account_id: accountId, kind: 'position', data: '{"nonsense": true}' },
        { ...waiting, account_id: accountId, kind: 'mark', data: JSON.stringify(mark) },
        { ...waiting, account_id: other, kind: 'mark', data: JSON.stringify(mark) },
      ])
      .execute()
    const failed: unknown[] = []
    expect(await mergeWaiting(db, { onFailed: (error) => failed.push(error) })).toBe(2)
    expect(failed).toHaveLength(1)
    const marked = await db.read.selectFrom('review').select('account_id').orderBy('account_id').execute()
    expect(marked).toEqual([{ account_id: accountId }, { account_id: other }])
  })

  test('HIS-22 the history comes with an export: the larger total and the later position count', async () => {
    const history = createHistoryRepository(db)
    const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
    const device = '0f3c2a10-5b1e-4c2d-8f6a-0123456789ab'
    const heard = (over: object = {}) => ({
      code: CODE,
      path: 'disc/01.wav',
      day,
      device,
      firstAt: `${day}T10:00:00Z`,
      lastAt: `${day}T10:10:00Z`,
      heardSeconds: 600,
      seconds: 42,
      durationSeconds: 900,
      ...over,
    })
    const unusable = [
      heard({ day: 'yesterday' }),
      heard({ device: 'a phone' }),
      heard({ heardSeconds: -1 }),
      heard({ seconds: 1e12 }),
      heard({ path: '' }),
      'nothing',
    ]
    const data = {
      history: [
        heard(),
        heard({ path: 'none.wav' }),
        heard({ day: '2001-01-01' }),
        heard({ code: 'RJ01000009' }),
        ...unusable,
      ],
    }
    const counts = { new: 1, changed: 0, here: 0, waiting: 1, skipped: 8 }
    expect((await merge(data, { ...always, dryRun: true })).history).toEqual(counts)
    expect((await merge(data)).history).toEqual(counts)
    const shown = async () =>
      (await history.exported(accountId)).map(({ heardSeconds, seconds }) => [heardSeconds, seconds])
    expect(await shown()).toEqual([[600, 42]])

    const more = heard({ heardSeconds: 700, seconds: 7, lastAt: `${day}T09:00:00Z`, firstAt: `${day}T09:00:00Z` })
    expect((await merge({ history: [heard()] })).history).toMatchObject({ new: 0, here: 1 })
    expect((await merge({ history: [more] })).history).toMatchObject({ changed: 1 })
    expect(await shown()).toEqual([[700, 42]])

    // An import brings back what was removed; what waited before does not come back.
    await history.clear(accountId)
    await addWork(1_000_009)
    await mergeWaiting(db, { onFailed: (error) => expect.unreachable(String(error)) })
    expect(await shown()).toEqual([])
    expect((await merge({ history: [heard()] })).history).toMatchObject({ new: 1 })
    expect(await shown()).toEqual([[600, 42]])
    await history.setOn(accountId, false)
    expect((await merge({ history: [more] })).history).toMatchObject({ changed: 0, skipped: 1 })
  })

  test('MOV-02 an older mark fills what is lacking here, unless it was taken over before', async () => {
    const here = {
      account_id: accountId,
      work_id: WORK,
      rating: null,
      review_text: null,
      progress: 'listened',
      is_progress_automatic: 1,
    } as const
    await db.write
      .insertInto('review')
      .values({ ...here, created_at_ms: AT, updated_at_ms: AT })
      .execute()
    const older = {
      workId: WORK,
      rating: 4,
      reviewText: 'fine',
      progress: 'replay' as const,
      createdAtMs: AT - 9,
      atMs: AT - 5,
    }
    const review = () => db.read.selectFrom('review').selectAll().executeTakeFirst()
    expect(await mergeMarks(db, accountId, [older], once)).toEqual([{ outcome: 'changed' }])
    const filled = { ...here, rating: 4, review_text: 'fine', created_at_ms: AT, updated_at_ms: AT }
    expect(await review()).toEqual(filled)
    await db.write.updateTable('review').set({ review_text: null }).execute()
    expect(await mergeMarks(db, accountId, [{ ...older, atMs: AT - 1 }], once)).toEqual([{ outcome: 'kept' }])
    expect(await review()).toEqual({ ...filled, review_text: null })
  })

  test('MOV-09 what cannot be used is skipped and counted, and the rest is merged', async () => {
    const review = {
      code: CODE,
      userRating: 4,
      review_text: 'a\0b',
      progress: null,
      updated_at: '2025-01-01T00:00:00Z',
    }
    const list = { name: 'Night\0', description: '', privacy: 0, createdAt: '2025-01-01T00:00:00Z' }
    const work = { code: CODE, addedAt: '2025-01-01T00:00:00Z' }
    const merged = await merge({
      reviews: [review, { ...review, userRating: 9 }, 'no review'],
      places: [placeOn('kikoeru'), placeOn('phone', 1e300), placeOn('x'.repeat(65))],
      playlists: {
        own: [
          { ...list, works: [work, { code: CODE }] },
          { ...list, privacy: 7, works: [] },
        ],
      },
    })
    const counts = { new: 1, changed: 0, here: 0, waiting: 0, skipped: 2 }
    expect(merged).toMatchObject({ reviews: counts, places: counts, playlists: counts })
    expect(await db.read.selectFrom('review').select('review_text').execute()).toEqual([{ review_text: 'a b' }])
  })
})
