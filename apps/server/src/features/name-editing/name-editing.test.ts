import type { FormerNames, NameChange, Pagination, Work } from '@otodana/contract'
import { findWorkCode } from '@otodana/work-code'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { aMember, call } from '../../../test/accounts.ts'
import { dialects } from '../../../test/databases.ts'
import { openShelf, type Shelf } from '../../../test/shelf.ts'
import { TEST_ADMIN_TOKEN } from '../../../test/start-app.ts'
import { createNameCache, resolveMetadata, saveWorkMetadata, WorkMetadata } from '../metadata/index.ts'

type Names = { circle?: string; tags?: unknown[]; voice_actors?: string[]; series?: string; staff?: object }
type Kind = 'circle' | 'tag' | 'voiceActor' | 'series' | 'staff'
type ErrorAnswer = { error: string; errors?: { param: string }[] }
type Listed = { id: number | string; name: string; count: number }

const tables = { circle: 'circle', tag: 'tag', voiceActor: 'voice_actor', series: 'series', staff: 'staff' } as const
const paths = { circle: 'circles', tag: 'tags', voiceActor: 'vas', series: 'series', staff: 'staff' } as const

describe.each(dialects)('renaming and merging names on %s', (dialect) => {
  let shelf: Shelf
  let member: string
  beforeAll(async () => {
    shelf = await openShelf(dialect)
    member = (await aMember(shelf, 'names-admin')).token
    member = (await aMember(shelf, 'names-member')).token
  })
  afterAll(() => shelf.close())

  beforeEach(async () => {
    await shelf.change(async (tx) => {
      for (const table of [
        'name_change',
        'merged_name',
        'work',
        'series',
        'circle',
        'tag',
        'voice_actor',
        'staff',
      ] as const) {
        await tx.deleteFrom(table).execute()
      }
    })
  })

  /** Saves works as a scan does. */
  async function scan(works: Record<number, Names>, cache = createNameCache()): Promise<void> {
    for (const [number, names] of Object.entries(works)) {
      const code = findWorkCode(`RJ${number.padStart(8, '0')}`)!
      const sources = { code, folderName: code.code, imported: null, embedded: [], addedOn: '2026-11-20' }
      const metadata = resolveMetadata({ ...sources, sidecar: WorkMetadata.parse({ title: number, ...names }) })
      const work = { id: code.id, sourceId: code.code, root: '/library', path: code.code, metadata }
      await shelf.database.write.transaction().execute((tx) => saveWorkMetadata(tx, work, { cache }))
    }
    await shelf.catalogue.catchUp()
  }

  const ask = <T>(method: string, path: string, body?: unknown, token = TEST_ADMIN_TOKEN) =>
    call<T & ErrorAnswer>(shelf, method, `/api/edit/names/${path}`, { token, body })
  const merge = (kind: Kind, into: unknown, ...names: unknown[]) =>
    ask<NameChange>('POST', `${kind}/merge`, { into, names })
  const rename = (kind: Kind, id: unknown, name: string, others = {}) =>
    ask<NameChange>('POST', `${kind}/rename`, { id, name, ...others })
  const undo = (id: number) => ask<NameChange>('POST', `changes/${id}/undo`)
  const changes = async () => (await ask<{ changes: NameChange[] }>('GET', 'changes')).body.changes

  async function idOf(kind: Kind, name: string): Promise<number | string> {
    const row = await shelf.database.read
      .selectFrom(tables[kind])
      .select('id')
      .where('name', '=', name)
      .executeTakeFirstOrThrow()
    return row.id
  }
  const listed = async (kind: Kind) =>
    ((await shelf.get(`/api/${paths[kind]}/`)).body as Listed[]).map(({ name, count }) => `${name} ${count}`)
  async function found(keyword: string): Promise<number[]> {
    const { body } = await shelf.get(`/api/search/${encodeURIComponent(keyword)}?order=id&sort=asc`)
    return (body as { works: Work[] }).works.map(({ id }) => id)
  }
  async function workOf(id: number) {
    const { circle, tags, vas } = (await shelf.get(`/api/workInfo/${id}`)).body as Work
    return { circle: circle.name, tags: tags.map(({ name }) => name), vas: vas.map(({ name }) => name) }
  }
  /** All that is stored about works and names, but for the history. */
  async function everything() {
    const { read } = shelf.database
    return {
      circles: await read.selectFrom('circle').selectAll().orderBy('id').execute(),
      tags: await read.selectFrom('tag').selectAll().orderBy('id').execute(),
      voiceActors: await read.selectFrom('voice_actor').selectAll().orderBy('id').execute(),
      merged: await read.selectFrom('merged_name').selectAll().orderBy('kind').orderBy('id').execute(),
      unmerged: await read.selectFrom('unmerged_link').selectAll().orderBy('work_id').orderBy('kind').execute(),
      works: await read.selectFrom('work').select(['id', 'circle_id', 'series_id']).orderBy('id').execute(),
      series: await read.selectFrom('series').selectAll().orderBy('id').execute(),
      staff: await read.selectFrom('staff').selectAll().orderBy('id').execute(),
      roles: await read
        .selectFrom('work_staff')
        .selectAll()
        .orderBy('work_id')
        .orderBy('role')
        .orderBy('position')
        .execute(),
      workTags: await read.selectFrom('work_tag').selectAll().orderBy('work_id').orderBy('position').execute(),
      actors: await read.selectFrom('work_voice_actor').selectAll().orderBy('work_id').orderBy('position').execute(),
      votes: await read.selectFrom('tag_vote').selectAll().orderBy('account_id').orderBy('tag_id').execute(),
      unmergedVotes: await read.selectFrom('unmerged_vote').selectAll().execute(),
    }
  }

  test('EDT-21 merged voice actors are one: in works, lists, searches and by the id before', async () => {
    await scan({
      1: { voice_actors: ['林一', '白石ゆき'] },
      2: { voice_actors: ['白石ゆき', 'Hayashi Hajime'] },
      3: { voice_actors: ['Hayashi Hajime', '林一'] },
    })
    const [into, other] = [await idOf('voiceActor', '林一'), await idOf('voiceActor', 'Hayashi Hajime')]
    expect(await ask('POST', 'voiceActor/merge/preview', { into, names: [other] })).toMatchObject({
      body: { changed: 2, total: 3 },
    })
    const { status, body } = await merge('voiceActor', into, other)
    expect([status, body]).toMatchObject([
      200,
      { action: 'merge', name: '林一', before: ['Hayashi Hajime'], works: 2, undone: null, blockedBy: null },
    ])
    await expect.poll(() => listed('voiceActor')).toEqual(['林一 3', '白石ゆき 2'])
    expect((await workOf(2)).vas).toEqual(['白石ゆき', '林一'])
    expect((await workOf(3)).vas).toEqual(['林一'])
    for (const name of ['林一', '林　一', 'Hayashi Hajime']) expect(await found(`$va:${name}$`)).toEqual([1, 2, 3])
    expect((await shelf.get(`/api/vas/${other}`)).body).toEqual({ id: into, name: '林一', count: 3 })
    const works = (await shelf.get(`/api/vas/${other}/works`)).body as { pagination: Pagination }
    expect(works.pagination.totalCount).toBe(3)
  })

  test('EDT-21 merged circles are one, and the code of one is that of both', async () => {
    await scan({ 1: { circle: 'Tsukikage' }, 2: { circle: '月影工房' } })
    const [into, other] = [await idOf('circle', '月影工房'), await idOf('circle', 'Tsukikage')]
    await shelf.change((tx) => tx.updateTable('circle').set({ code: 'RG7' }).where('id', '=', Number(other)).execute())
    await merge('circle', into, other)
    expect((await shelf.get(`/api/circles/${other}`)).body).toMatchObject({ id: into, source_id: 'RG7', count: 2 })
    expect(await found('$circle:tsukikage$')).toEqual([1, 2])
    expect(await found('tsukikage')).toEqual([1, 2])
  })

  test.each<[Kind, (name: string) => Names]>([
    ['circle', (name) => ({ circle: name })],
    ['tag', (name) => ({ tags: ['before', name, 'after'] })],
    ['voiceActor', (name) => ({ voice_actors: ['before', name, 'after'] })],
    ['series', (name) => ({ circle: 'A', series: name })],
    ['staff', (name) => ({ staff: { music: ['before', name], other: [name], scenario: ['after'] } })],
  ])(
    'EDT-22 a scan does not bring back a merged %s, and undo gives back exactly what was, also after it',
    async (kind, names) => {
      await scan({ 1: names('one'), 2: names('two') })
      const before = await everything()
      const merged = (await merge(kind, await idOf(kind, 'one'), await idOf(kind, 'two'))).body
      await scan({ 1: names('one'), 2: names('two') })
      await expect.poll(() => listed(kind)).toContain('one 2')
      await expect.poll(() => listed(kind)).not.toContain('two 1')

      // Works that came later by either name.
      await scan({ 3: names('two'), 4: names('one') })
      await expect.poll(() => listed(kind)).toContain('one 4')
      await shelf.change((tx) => tx.deleteFrom('work').where('id', 'in', [3, 4]).execute())
      expect((await undo(merged.id)).body).toMatchObject({ undone: { by: expect.any(String) } })
      expect(await everything()).toEqual(before)

      const again = (await merge(kind, await idOf(kind, 'one'), await idOf(kind, 'two'))).body
      await scan({ 3: names('two'), 4: names('one') })
      await undo(again.id)
      await expect.poll(() => listed(kind)).toEqual(expect.arrayContaining(['one 2', 'two 2']))
      expect((await undo(again.id)).body.error).toBe('name.undone')
    },
  )

  test('EDT-22 a work that has both names gets both back, in their places', async () => {
    await scan({ 1: { tags: ['a', 'two', 'b', 'one', 'c'] }, 2: { tags: ['one', 'two'] } })
    const before = await everything()
    const [into, other] = [await idOf('tag', 'one'), await idOf('tag', 'two')]
    const { id } = (await merge('tag', into, other)).body
    expect((await workOf(1)).tags).toEqual(['a', 'one', 'b', 'c'])
    // Another tag comes with a scan while they are merged.
    await scan({ 2: { tags: ['two', 'new', 'one'] } })
    expect((await workOf(2)).tags).toEqual(['one', 'new'])
    await undo(id)
    expect((await workOf(1)).tags).toEqual(['a', 'two', 'b', 'one', 'c'])
    expect((await workOf(2)).tags).toEqual(['two', 'new', 'one'])
    expect((await everything()).unmerged).toEqual(before.unmerged)
  })

  test('EDT-23 a renamed name stays known: scans by the old and the new one lead to it, and undo parts them', async () => {
    await scan({ 1: { circle: 'Old' }, 2: { circle: 'Other' } })
    const id = await idOf('circle', 'Old')
    const renamed = (await rename('circle', id, 'New')).body
    expect(renamed).toMatchObject({ action: 'rename', name: 'New', before: ['Old'], works: 1 })
    await expect.poll(() => listed('circle')).toEqual(expect.arrayContaining(['New 1', 'Other 1']))
    await scan({ 1: { circle: 'Old' }, 3: { circle: 'ＮＥＷ' } })
    await expect.poll(() => listed('circle')).toEqual(['New 2', 'Other 1'])
    expect(await found('$circle:old$')).toEqual([1, 3])
    expect(await found('$circle:new$')).toEqual([1, 3])

    await undo(renamed.id)
    await expect.poll(() => listed('circle')).toEqual(expect.arrayContaining(['Old 1', 'New 1', 'Other 1']))
    expect((await workOf(1)).circle).toBe('Old')
    expect(await found('$circle:old$')).toEqual([1])
    // The name is free again for what has it.
    expect((await rename('circle', id, 'Other')).body.error).toBe('name.taken')
  })

  test('EDT-23 another spelling is a rename without an alias, and a voice actor can be renamed back', async () => {
    await scan({ 1: { voice_actors: ['林一'] } })
    const id = await idOf('voiceActor', '林一')
    expect((await rename('voiceActor', id, '林 一')).body).toMatchObject({ name: '林 一' })
    expect((await everything()).merged).toEqual([])
    expect((await rename('voiceActor', id, '林 一')).body.error).toBe('name.same')
    await rename('voiceActor', id, 'Hayashi')
    await rename('voiceActor', id, '林一')
    await rename('voiceActor', id, 'Hayashi')
    await scan({ 1: { voice_actors: ['林一'] }, 2: { voice_actors: ['hayashi'] } })
    await expect.poll(() => listed('voiceActor')).toEqual(['Hayashi 2'])
    for (const change of await changes()) await undo(change.id)
    await expect.poll(() => listed('voiceActor')).toEqual(expect.arrayContaining(['林一 1', 'Hayashi 1']))
  })

  test("EDT-24 a tag's names in other languages are renamed too, and the ones before still lead to it", async () => {
    await scan({ 1: { tags: [{ name: '囁き', en: 'Wisper', censored: { en: 'W.' } }] } })
    const id = await idOf('tag', '囁き')
    const { body } = await rename('tag', id, '囁き', { en: 'Whisper', zh: '耳语' })
    await scan({ 1: { tags: [{ name: '囁き', en: 'Wisper' }] }, 2: { tags: ['wisper'] }, 3: { tags: ['耳语'] } })
    expect((await shelf.get(`/api/tags/${id}`)).body).toEqual({
      id,
      name: '囁き',
      count: 3,
      i18n: { 'en-us': { name: 'Whisper', censored: 'W.' }, 'zh-cn': { name: '耳语' } },
    })
    for (const name of ['Wisper', 'Whisper', '耳语', '囁き']) expect(await found(`$tag:${name}$`)).toEqual([1, 2, 3])
    await undo(body.id)
    expect((await shelf.get(`/api/tags/${id}`)).body).toMatchObject({
      i18n: { 'en-us': { name: 'Wisper', censored: 'W.' } },
    })
  })

  test('EDT-22 staff are merged role by role, and series within and across circles; undo gives all back', async () => {
    await scan({
      1: { circle: 'A', series: 'Rain', staff: { music: ['two'], scenario: ['one', 'two'] } },
      2: { circle: 'A', series: 'Rain!', staff: { other: ['two'] } },
      3: { circle: 'B', series: 'Rain' },
    })
    const before = await everything()
    const [one, two] = [await idOf('staff', 'one'), await idOf('staff', 'two')]
    const merged = (await merge('staff', one, two)).body
    expect((await everything()).roles.map(({ staff_id, role, position }) => [staff_id, role, position])).toEqual([
      [one, 'music', 0],
      [one, 'scenario', 0],
      [one, 'other', 0],
    ])
    await expect.poll(() => listed('staff')).toEqual(['one 2'])
    expect(await found('$staff:two$')).toEqual([1, 2])

    const [first, second, third] = before.works.map((work) => work.series_id)
    const inOne = (await merge('series', first, second, third)).body
    expect((await everything()).works.map((work) => work.series_id)).toEqual([first, first, first])
    expect((await shelf.get(`/api/series/${third}`)).body).toMatchObject({ id: first, count: 3 })
    expect((await rename('series', third, 'Rain!')).status).toBe(200)
    // The series of a merged circle stays, under the circle's new name.
    const circles = (await merge('circle', await idOf('circle', 'A'), await idOf('circle', 'B'))).body
    await scan({ 3: { circle: 'B', series: 'Rain' } })
    expect((await everything()).works.map((work) => work.series_id)).toEqual([first, first, first])
    for (const change of await changes()) expect((await undo(change.id)).status).toBe(200)
    expect([inOne.works, merged.works, circles.works]).toEqual([2, 2, 1])
    expect(await everything()).toEqual(before)
  })

  test('EDT-25 votes move with a merged tag and back; of two by one member, the vote on the tag that stays counts', async () => {
    await scan({ 1: { tags: ['one', 'two'] }, 2: { tags: ['two'] } })
    const [one, two] = [await idOf('tag', 'one'), await idOf('tag', 'two')]
    const vote = (workID: number, tagID: unknown, status: number) =>
      call(shelf, 'POST', '/api/vote/vote-work-tag', { token: member, body: { workID, tagID, status } })
    await vote(1, one, 1)
    await vote(1, two, 2)
    await vote(2, two, 1)
    const before = await everything()
    const { id } = (await merge('tag', one, two)).body
    const tagsOf = async (work: number) =>
      ((await shelf.get(`/api/workInfo/${work}`)).body as Work).tags.map((tag) => [tag.name, tag.upvote, tag.downvote])
    expect(await tagsOf(1)).toEqual([['one', 1, 0]])
    expect(await tagsOf(2)).toEqual([['one', 1, 0]])
    expect(await found('$tag:two$')).toEqual([1, 2])
    await undo(id)
    expect(await everything()).toEqual(before)

    // A vote by the old id counts for the merged tag, and stays with it.
    const again = (await merge('tag', one, two)).body
    expect((await vote(2, two, 2)).status).toBe(200)
    expect(await tagsOf(2)).toEqual([['one', 0, 1]])
    await undo(again.id)
    expect((await workOf(2)).tags).toEqual(['two'])
  })

  test('EDT-26 a change that a later one builds on says which, and is undone after it', async () => {
    await scan({ 1: { circle: 'A' }, 2: { circle: 'B' }, 3: { circle: 'C' } })
    const before = await everything()
    const [a, b, c] = [await idOf('circle', 'A'), await idOf('circle', 'B'), await idOf('circle', 'C')]
    const first = (await merge('circle', b, c)).body
    const second = (await merge('circle', a, b)).body
    await expect.poll(() => listed('circle')).toEqual(['A 3'])
    // Its name is free for what it was merged into.
    const third = (await rename('circle', c, 'C')).body
    await expect.poll(() => listed('circle')).toEqual(['C 3'])
    expect((await changes()).map((change) => [change.id, change.blockedBy])).toEqual([
      [third.id, null],
      [second.id, third.id],
      [first.id, third.id],
    ])
    expect((await undo(first.id)).body.error).toBe('name.builtOn')
    await undo(third.id)
    expect((await undo(first.id)).body.error).toBe('name.builtOn')
    await undo(second.id)
    await undo(first.id)
    expect(await everything()).toEqual(before)
  })

  test('EDT-27 a merge into itself, of unknown names or of the unknown circle is refused', async () => {
    await scan({ 1: { circle: 'A' }, 2: {}, 3: { circle: 'B' } })
    const [a, b, unknown] = [await idOf('circle', 'A'), await idOf('circle', 'B'), await idOf('circle', '')]
    const codes = async (...asked: Promise<{ status: number; body: ErrorAnswer }>[]) =>
      (await Promise.all(asked)).map(({ status, body }) => `${status} ${body.errors?.[0]?.param ?? body.error}`)
    expect(
      await codes(
        merge('circle', a, a),
        merge('circle', a, b, a),
        merge('circle', a, 999_999),
        merge('circle', a, '00000000-0000-4000-8000-000000000000'),
        merge('voiceActor', 5, 6),
        merge('circle', a, unknown),
        merge('circle', unknown, a),
        rename('circle', unknown, 'Name'),
        rename('circle', 999_999, 'Name'),
        rename('circle', a, 'b'),
      ),
    ).toEqual([
      '400 name.itself',
      '400 name.itself',
      '404 name.notFound',
      '404 name.notFound',
      '404 name.notFound',
      '409 name.unknown',
      '409 name.unknown',
      '409 name.unknown',
      '404 name.notFound',
      '409 name.taken',
    ])
    await merge('circle', a, b)
    expect(
      await codes(
        merge('circle', a, b),
        merge('circle', b, a),
        undo(999_999),
        merge('circle', 1.5, a),
        merge('circle', a),
      ),
    ).toEqual(['409 name.alreadyMerged', '409 name.alreadyMerged', '404 name.noChange', '400 into', '400 names'])
  })

  test.each([
    ['', 'name'],
    [' \u3000 ', 'name'],
    ['\u202e\u0000', 'name'],
    ['x'.repeat(201), 'name'],
  ])('EDT-27 the name %j is refused', async (name, param) => {
    await scan({ 1: { circle: 'A' } })
    const { status, body } = await rename('circle', await idOf('circle', 'A'), name)
    expect([status, body.errors?.[0]?.param]).toEqual([400, param])
  })

  test('EDT-27 names are stored as they are typed but for what cannot be seen; more than a hundred are not merged at once', async () => {
    await scan({ 1: { tags: ['A'] } })
    const id = await idOf('tag', 'A')
    const hostile = `Robert'); drop table tag;-- <b>\u202e"%_\\`
    expect((await rename('tag', id, `${hostile}\u0000\n`)).body.name).toBe(hostile.replace('\u202e', ''))
    expect((await merge('tag', id, ...Array.from({ length: 101 }, (_, at) => at + 5))).body.errors).toMatchObject([
      { param: 'names' },
    ])
  })

  test('EDT-28 two merges at once end in one tree, whichever comes first', async () => {
    const names = ['A', 'B', 'C', 'D']
    await scan(Object.fromEntries(names.map((circle, at) => [at + 1, { circle }])))
    const ids = await Promise.all(names.map((name) => idOf('circle', name)))
    const answers = await Promise.all(
      ids.flatMap((into) => ids.filter((id) => id !== into).map((id) => merge('circle', into, id))),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
    expect(answers.filter(({ body }) => body.error === 'name.alreadyMerged')).toHaveLength(9)
    await expect.poll(() => listed('circle')).toHaveLength(1)
    const { merged } = await everything()
    expect(new Set(merged.map(({ into_id: into }) => into)).size).toBe(1)
    for (const change of await changes()) expect((await undo(change.id)).status).toBe(200)
    await expect.poll(async () => (await listed('circle')).sort()).toEqual(['A 1', 'B 1', 'C 1', 'D 1'])
  })

  test('EDT-28 a merge while a scan runs leaves no work behind', async () => {
    const works = Object.fromEntries(
      Array.from({ length: 60 }, (_, at) => [at + 1, { tags: [at % 2 ? 'one' : 'two', 'x'], voice_actors: ['v'] }]),
    )
    await scan({ 1000: { tags: ['one'] }, 1001: { tags: ['two'] } })
    const [one, two] = [await idOf('tag', 'one'), await idOf('tag', 'two')]
    const scanning = scan(works)
    const answers = [await merge('tag', one, two)]
    answers.push(await undo(answers[0]!.body.id), await merge('tag', one, two))
    await scanning
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    await expect.poll(() => listed('tag')).toEqual(['one 62', 'x 60'])
    await undo(answers[2]!.body.id)
    await expect.poll(() => listed('tag')).toEqual(expect.arrayContaining(['one 31', 'two 31', 'x 60']))
  })

  test('EDT-73 former names lead to the present one: of renames, of merges, and until they are undone', async () => {
    await scan({
      1: { circle: 'Tsukikage' },
      2: { circle: '月影工房' },
      3: { tags: ['林檎', { name: 'apple', en: 'Pomme' }] },
    })
    const former = async () => (await shelf.get('/api/names/former')).body as FormerNames
    expect(await former()).toEqual([])
    const [into, other] = [await idOf('circle', '月影工房'), await idOf('circle', 'Tsukikage')]
    const merged = await merge('circle', into, other)
    const renamed = await rename('circle', into, '月影')
    await merge('tag', await idOf('tag', '林檎'), await idOf('tag', 'apple'))
    const ofCircle = (...names: string[]) => ({
      kind: 'circle',
      id: into,
      names: expect.arrayContaining(names) as string[],
    })
    expect(await former()).toEqual(
      expect.arrayContaining([
        ofCircle('Tsukikage', '月影工房'),
        { kind: 'tag', id: await idOf('tag', '林檎'), names: ['apple'] },
      ]),
    )
    await undo(renamed.body.id)
    await undo(merged.body.id)
    expect((await former()).map(({ kind }) => kind)).toEqual(['tag'])
  })

  test('EDT-71 an account takes its changes of names along, and its name is gone from them with it', async () => {
    await scan({ 1: { circle: 'A' } })
    const { user, token } = await aMember(shelf, 'names-leaving')
    const group = { token: TEST_ADMIN_TOKEN, body: { group: 'editor' } }
    await call(shelf, 'PUT', `/api/admin/users/${user.id}`, group)
    const body = { id: await idOf('circle', 'A'), name: 'B' }
    const renamed = await ask<NameChange>('POST', 'circle/rename', body, token)
    const undone = await ask<NameChange>('POST', `changes/${renamed.body.id}/undo`, undefined, token)
    expect(undone.body).toMatchObject({ by: 'names-leaving', undone: { by: 'names-leaving' } })
    const exported = await call<{ nameChanges: object[] }>(shelf, 'GET', '/api/auth/export', { token })
    expect(exported.body.nameChanges).toMatchObject([
      { kind: 'circle', action: 'rename', name: 'B', before: ['A'] },
      { kind: 'circle', action: 'undo', name: 'B' },
    ])
    await call(shelf, 'POST', '/api/auth/delete-account', { token, body: { password: 'names-leaving-secret' } })
    expect(await changes()).toMatchObject([{ by: null, name: 'B', undone: { by: null } }])
    expect((await rename('circle', body.id, 'C')).body.by).toBe('admin-token')
  })

  test('EDT-20 names that look alike are listed with their number of works', async () => {
    await scan({ 1: { circle: 'Kitsune Lantern' }, 2: { circle: 'kitsune-lantern' }, 3: { circle: 'Other' } })
    const { body } = await ask<{ groups: Listed[][] }>('GET', 'circle/alike')
    expect(body.groups.map((group) => group.map(({ name, count }) => `${name} ${count}`).sort())).toEqual([
      ['Kitsune Lantern 1', 'kitsune-lantern 1'],
    ])
    await merge('circle', body.groups[0]![0]!.id, body.groups[0]![1]!.id)
    expect((await ask<{ groups: Listed[][] }>('GET', 'circle/alike')).body.groups).toEqual([])
  })
})
