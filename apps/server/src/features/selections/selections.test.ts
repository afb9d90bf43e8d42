import {
  MAX_CHANGED_TAGS,
  MAX_PLAYLIST_WORKS,
  MAX_SELECTED_IDS,
  MAX_SELECTION_EDITS,
  type Playlist,
  type SelectionEdit,
  type Work,
  type WorkPage,
} from '@otodana/contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { aLibrary, type TestLibrary } from '../../../test/a-library.ts'
import { aMember, call } from '../../../test/accounts.ts'
import { dialects } from '../../../test/databases.ts'
import { startApp, type TestApp } from '../../../test/start-app.ts'
import { aWorkRow } from '../../../test/work-rows.ts'

type ErrorAnswer = { error: string; errors?: { param: string; msg: string }[] }

/** More than one transaction changes. */
const WORKS = 60
const ODD = WORKS / 2
const idOf = (at: number) => 1_000_001 + at
const ids = Array.from({ length: WORKS }, (_, at) => idOf(at))

describe.each(dialects)('changing many works on %s', { timeout: 60_000 }, (dialect) => {
  let library: TestLibrary
  let app: TestApp
  let admin: string
  let editor: string
  beforeAll(async () => {
    library = aLibrary(
      Object.fromEntries(
        ids.flatMap((id, at) => [
          [`RJ0${id}/01.txt`, '雨'],
          [
            `RJ0${id}/otodana.json`,
            JSON.stringify({ title: `Work ${at}`, circle: at % 2 ? 'Odd' : 'Even', tags: ['雨', `own ${at}`] }),
          ],
        ]),
      ),
    )
    app = await startApp({ libraryDirs: [library.dir], dialect })
    admin = (await aMember(app, 'the-admin')).token
    const { user, token } = await aMember(app, 'the-editor')
    await call(app, 'PUT', `/api/admin/users/${user.id}`, { token: admin, body: { group: 'editor' } })
    editor = token
  })
  afterAll(async () => {
    await app.close()
    library.remove()
  })
  let before: unknown
  beforeEach(async () => {
    before = await everything()
  })
  afterEach(async () => {
    const changed = await app.database.read.selectFrom('selection_edit').select('id').limit(1).executeTakeFirst()
    if (!changed) return
    for (const table of ['selection_edit', 'work_edit_history', 'work_edit'] as const) {
      await app.database.write.deleteFrom(table).execute()
    }
    await app.library.start({ full: true, allowMissing: true })
    await app.library.whenIdle()
  })

  const ask = <T = SelectionEdit>(method: string, path: string, body?: unknown, token = editor) =>
    call<T & ErrorAnswer>(app, method, `/api/edit/selections${path}`, { token, body })
  const change = (selection: object, wanted: object, token = editor) =>
    ask('POST', '', { selection, change: wanted }, token)
  const list = (keyword: string, total: number, more: object = {}) => ({ list: { keyword, ...more }, total })
  /** Waits until a change has ended. */
  async function ended({ body }: { body: SelectionEdit }): Promise<SelectionEdit> {
    // Hundreds of changes end within milliseconds.
    const state = async () => (await ask('GET', `/${body.id}`)).body.state
    await expect.poll(state, { timeout: 30_000, interval: 5 }).not.toBe('running')
    return (await ask('GET', `/${body.id}`)).body
  }
  async function workOf(id: number) {
    const { circle, tags, age_category_string: age } = (await call<Work>(app, 'GET', `/api/workInfo/${id}`)).body
    return { circle: circle.name, tags: tags.map(({ name }) => name), age }
  }
  const count = async (keyword: string) =>
    (await call<WorkPage>(app, 'GET', `/api/search/${encodeURIComponent(keyword)}`)).body.pagination.totalCount
  async function everything() {
    return Promise.all([
      app.database.read
        .selectFrom('work')
        .select(['id', 'circle_id', 'age_category', 'series_id'])
        .orderBy('id')
        .execute(),
      app.database.read.selectFrom('work_tag').selectAll().orderBy('work_id').orderBy('position').execute(),
    ])
  }

  test('EDT-30 EDT-31 all works of a search are changed by its query, and given back as a whole', async () => {
    const begun = await change(list('$circle:Odd$', ODD), {
      addTags: ['New', 'ｎｅｗ'],
      removeTags: ['雨'],
      circle: 'Both',
      age: 'r15',
    })
    expect(begun).toMatchObject({ status: 200, body: { state: 'running', total: ODD, by: 'the-editor', undoes: null } })
    expect(await ended(begun)).toMatchObject({ state: 'done', done: ODD, changed: ODD, failed: 0, failures: [] })
    expect(await workOf(idOf(1))).toEqual({ circle: 'Both', tags: ['own 1', 'New'], age: 'r15' })
    expect(await workOf(idOf(2))).toEqual({ circle: 'Even', tags: ['雨', 'own 2'], age: 'adult' })
    expect([await count('$tag:New$'), await count('$circle:Odd$')]).toEqual([ODD, 0])

    const undone = await ask('POST', `/${begun.body.id}/undo`)
    expect(await ended(undone)).toMatchObject({ state: 'done', changed: ODD, failed: 0, undoes: begun.body.id })
    expect(await everything()).toEqual(before)
    const { edits } = (await ask<{ edits: SelectionEdit[] }>('GET', '')).body
    expect(edits.map(({ id, undoneBy }) => [id, undoneBy])).toEqual([
      [undone.body.id, null],
      [begun.body.id, undone.body.id],
    ])
    for (const { id } of edits) expect((await ask('POST', `/${id}/undo`)).body.error).toBe('selection.undone')
  })

  test('EDT-30 a list that has changed meanwhile, or has no works, changes nothing', async () => {
    expect((await change(list('$circle:Odd$', ODD - 1), { age: 'r15' })).body.error).toBe('selection.changed')
    expect((await change(list('$circle:None$', 0), { age: 'r15' })).body.error).toBe('selection.empty')
    expect((await change({ works: [5, 'RJ09999999', 'x'] }, { age: 'r15' })).body.error).toBe('selection.empty')
    expect(await count('$age:r15$')).toBe(0)
  })

  test('EDT-30 works are named by ids and codes; a page, an order and other filters of a list are as in the list', async () => {
    expect(
      await ended(await change({ works: [idOf(0), 'rj01000002', idOf(0), 77] }, { age: 'general' })),
    ).toMatchObject({
      total: 2,
      changed: 2,
    })
    expect(await count('$age:general$')).toBe(2)
    const asked = list('', WORKS, { page: 9, pageSize: 5, order: 'random', seed: 3 })
    expect(await ended(await change(asked, { age: 'general' }))).toMatchObject({ total: WORKS, changed: WORKS - 2 })
  })

  test('EDT-71 an account takes its changes of many works along, and its name is gone from them with it', async () => {
    const { user, token } = await aMember(app, 'leaving')
    await call(app, 'PUT', `/api/admin/users/${user.id}`, { token: admin, body: { group: 'editor' } })
    const made = await change({ works: [idOf(0)] }, { age: 'general' }, token)
    expect((await ended(made)).by).toBe('leaving')
    const exported = await call<{ selectionEdits: object[]; edits: object[] }>(app, 'GET', '/api/auth/export', {
      token,
    })
    expect(exported.body).toMatchObject({ selectionEdits: [{ works: 1, change: { age: 'general' } }], edits: [{}] })
    await call(app, 'POST', '/api/auth/delete-account', { token, body: { password: 'leaving-secret' } })
    expect((await ask('GET', `/${made.body.id}`)).body.by).toBeNull()
  })

  test('EDT-32 works that cannot be changed are listed with the reason, and the others change', async () => {
    await app.database.write
      .insertInto('work')
      .values({ ...aWorkRow(5_000_001), circle_id: 1, title: 'Unread', root: '/elsewhere' })
      .execute()
    await app.catalogue.catchUp()
    const many = Array.from({ length: 199 }, (_, at) => `many ${at}`)
    await app.database.write
      .insertInto('work_edit')
      .values({ work_id: idOf(3), data: JSON.stringify({ tags: many.map((name) => ({ name })) }), version: 1 })
      .execute()
    const begun = await change({ works: [idOf(2), idOf(3), 5_000_001] }, { addTags: ['one', 'two'] })
    expect(await ended(begun)).toMatchObject({
      state: 'done',
      done: 3,
      changed: 1,
      failed: 2,
      failures: [
        { workId: idOf(3), code: 'RJ01000004', reason: 'tooManyTags' },
        { workId: 5_000_001, title: 'Unread', reason: 'unread' },
      ],
    })
    await app.database.write.deleteFrom('work').where('id', '=', 5_000_001).execute()
    await app.catalogue.catchUp()
  })

  test('EDT-33 an undo leaves works that were edited since as they are, and lists them', async () => {
    const begun = await change({ works: ids.slice(0, 3) }, { circle: 'Set', series: 'Rain series' })
    await ended(begun)
    await call(app, 'PUT', `/api/edit/works/${idOf(1)}`, {
      token: editor,
      body: { version: 1, set: { circle: 'Later' } },
    })
    const undone = await ended(await ask('POST', `/${begun.body.id}/undo`))
    expect(undone).toMatchObject({ changed: 2, failed: 1, failures: [{ workId: idOf(1), reason: 'changedSince' }] })
    expect((await workOf(idOf(0))).circle).toBe('Even')
    expect((await workOf(idOf(1))).circle).toBe('Later')
  })

  test('EDT-33 a change can be cancelled, and what it has changed is undone', async () => {
    const begun = await change(list('', WORKS), { addTags: ['partly'] })
    const cancelled = await ask('POST', `/${begun.body.id}/cancel`)
    const { state, changed } = await ended(begun)
    if (cancelled.status === 200) {
      expect(state).toBe('cancelled')
      expect((await ask('POST', `/${begun.body.id}/cancel`)).body.error).toBe('selection.ended')
    } else expect(cancelled.body.error).toBe('selection.ended')
    expect(changed).toBeLessThanOrEqual(WORKS)
    await expect.poll(() => count('$tag:partly$')).toBe(changed)
    await ended(await ask('POST', `/${begun.body.id}/undo`))
    expect(await count('$tag:partly$')).toBe(0)
  })

  test('EDT-31 a tag is removed by any of its names, also those that were merged into it', async () => {
    const { body } = await call<{ id: number; name: string }[]>(app, 'GET', '/api/tags/')
    const tag = (name: string) => body.find((one) => one.name === name)?.id
    const token = editor
    await call(app, 'POST', '/api/edit/names/tag/merge', { token, body: { into: tag('own 5'), names: [tag('雨')] } })
    expect(await ended(await change({ works: [idOf(4), idOf(5)] }, { removeTags: ['own 5'] }))).toMatchObject({
      changed: 2,
    })
    expect((await workOf(idOf(4))).tags).toEqual(['own 4'])
    expect((await workOf(idOf(5))).tags).toEqual([])
    const { changes } = (await call<{ changes: { id: number }[] }>(app, 'GET', '/api/edit/names/changes', { token }))
      .body
    await call(app, 'POST', `/api/edit/names/changes/${changes[0]!.id}/undo`, { token })
  })

  test.each<[string, unknown, unknown]>([
    ['selection', {}, { age: 'r15' }],
    ['selection', { works: [1], list: {}, total: 1 }, { age: 'r15' }],
    ['selection', { list: {} }, { age: 'r15' }],
    ['selection.works', { works: [] }, { age: 'r15' }],
    ['selection.works', { works: Array.from({ length: MAX_SELECTED_IDS + 1 }, () => 1) }, { age: 'r15' }],
    ['selection.list.keyword', { list: { keyword: 'x'.repeat(2_001) }, total: 1 }, { age: 'r15' }],
    ['change', { works: [1] }, {}],
    ['change.age', { works: [1] }, { age: 'old' }],
    ['change.circle', { works: [1] }, { circle: 'x'.repeat(201) }],
    ['change.circle', { works: [1] }, { circle: '  ' }],
    ['change.addTags', { works: [1] }, { addTags: Array.from({ length: MAX_CHANGED_TAGS + 1 }, (_, at) => `${at}`) }],
    ['change.removeTags.0', { works: [1] }, { removeTags: [''] }],
  ])('EDT-34 a bad %s is a 400 that names it', async (param, selection, wanted) => {
    const { status, body } = await change(selection as object, wanted as object)
    expect([status, body.errors?.[0]?.param]).toEqual([400, param])
  })

  test('EDT-34 members cannot change works, and unknown changes are not found', async () => {
    const { token } = await aMember(app, `plain-${dialect}`)
    expect((await change({ works: [idOf(0)] }, { age: 'r15' }, token)).status).toBe(403)
    for (const path of ['', '/cancel', '/undo']) {
      const { body } = await ask(path === '' ? 'GET' : 'POST', `/999999${path}`)
      expect(body.error).toBe('selection.notFound')
    }
  })

  test('EDT-34 old changes are forgotten', async () => {
    for (let at = 0; at < MAX_SELECTION_EDITS + 2; at++) {
      await ended(await change({ works: [idOf(0)] }, { age: at % 2 ? 'r15' : 'general' }))
    }
    expect((await ask<{ edits: unknown[] }>('GET', '')).body.edits).toHaveLength(MAX_SELECTION_EDITS)
  })

  test('EDT-33 EDT-34 the oldest change that is listed can be undone, and its undo stays', async () => {
    const oldest = await ended(await change({ works: [idOf(1)] }, { age: 'r15' }))
    const others: number[] = []
    for (let at = 1; at < MAX_SELECTION_EDITS; at++) {
      others.unshift((await ended(await change({ works: [idOf(0)] }, { age: at % 2 ? 'r15' : 'general' }))).id)
    }
    const undo = await ended(await ask('POST', `/${oldest.id}/undo`))
    expect(undo).toMatchObject({ state: 'done', changed: 1, undoes: oldest.id })
    expect((await workOf(idOf(1))).age).toBe('adult')
    const later = await ended(await change({ works: [idOf(0)] }, { circle: 'Later' }))
    const { edits } = (await ask<{ edits: SelectionEdit[] }>('GET', '')).body
    expect(edits.map(({ id }) => id)).toEqual([later.id, undo.id, ...others.slice(0, MAX_SELECTION_EDITS - 2)])
  })

  test('EDT-35 a selection is added to a playlist of the member, and no further than it may grow', async () => {
    const { token } = await aMember(app, `lists-${dialect}`)
    const made = await call<Playlist>(app, 'POST', '/api/playlist/create-playlist', { token, body: { name: 'Mine' } })
    const add = (selection: object, bearer = token, id = made.body.id) =>
      call<{ added: number } & ErrorAnswer>(app, 'POST', '/api/playlist/add-selection', {
        token: bearer,
        body: { id, selection },
      })
    expect((await add({ works: [idOf(3)] })).body).toEqual({ added: 1 })
    expect((await add(list('$circle:Odd$', ODD))).body).toEqual({ added: ODD - 1 })
    expect((await add(list('$circle:Odd$', ODD + 1))).body.error).toBe('selection.changed')
    expect((await add({ works: [idOf(3)] }, editor)).body.error).toBe('playlist.notFound')
    await app.database.write.transaction().execute(async (tx) => {
      for (let from = 0; from < MAX_PLAYLIST_WORKS; from += 500) {
        const rows = Array.from({ length: 500 }, (_, at) => aWorkRow(7_000_001 + from + at))
        await tx
          .insertInto('work')
          .values(rows.map((row) => ({ ...row, circle_id: 1, state: 'missing' as const })))
          .execute()
        await tx
          .insertInto('playlist_work')
          .values(rows.map(({ id }) => ({ playlist_id: made.body.id, work_id: id, added_at_ms: 1 })))
          .onConflict((conflict) => conflict.doNothing())
          .execute()
      }
      await tx.deleteFrom('playlist_work').where('work_id', '<', 7_000_001).execute()
    })
    expect((await add({ works: [idOf(0)] })).body.error).toBe('playlist.full')
  })
})
