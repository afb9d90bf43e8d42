import { readdirSync, renameSync, rmSync, utimesSync } from 'node:fs'
import { join } from 'node:path'

import type { EditField, Work, WorkEdit, WorkEditForm } from '@otodana/contract'
import { editLimits, MAX_COVER_BYTES, MAX_EDITS_PER_WORK } from '@otodana/contract'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { aLibrary, type TestLibrary } from '../../../test/a-library.ts'
import { aMember, call } from '../../../test/accounts.ts'
import { dialects } from '../../../test/databases.ts'
import { startApp, TEST_ADMIN_TOKEN, type TestApp } from '../../../test/start-app.ts'
import { aBlackPicture, aPicture, aWav } from '../../../test/work-folders.ts'
import { limits } from '../metadata/index.ts'

const ID = 1_000_001
const OTHER = 1_000_002
const sidecar = `title: Rain
circle: { name: 月影工房, code: RG1 }
tags: [雨, 囁き]
create_date: '2026-02-03'
`

describe.each(dialects)('editing works on %s', { timeout: 60_000 }, (dialect) => {
  let library: TestLibrary
  let app: TestApp
  let token: string
  let editor: string
  beforeAll(async () => {
    library = aLibrary()
    app = await startApp({ libraryDirs: [library.dir], dialect, scan: false })
    token = (await aMember(app, 'the-admin')).token
    const { user, token: theirs } = await aMember(app, 'the-editor')
    await call(app, 'PUT', `/api/admin/users/${user.id}`, { token, body: { group: 'editor' } })
    editor = theirs
  })
  afterAll(async () => {
    await app.close()
    library.remove()
  })
  beforeEach(async () => {
    library.write({
      'RJ01000001/otodana.yaml': sidecar,
      'RJ01000001/01.wav': aWav({ seconds: 1 }),
      'RJ01000001/cover.png': aPicture(),
      'RJ01000001/back.png': await sharp({ create: { width: 40, height: 30, channels: 3, background: '#a0f' } })
        .png()
        .toBuffer(),
      'RJ01000002 [Sun] Snow/01.wav': aWav({ seconds: 1, tone: 3 }),
    })
    await scan()
  })
  afterEach(async () => {
    await app.database.write.deleteFrom('work_edit_history').execute()
    await app.database.write.deleteFrom('work_edit').execute()
    for (const name of readdirSync(library.dir)) rmSync(library.path(name), { recursive: true })
    await app.library.start({ allowMissing: true })
    await app.library.whenIdle()
  })

  async function scan(): Promise<void> {
    await app.library.start({ full: true, allowMissing: true })
    await app.library.whenIdle()
  }
  const ask = <T>(method: string, path: string, body?: unknown, bearer = editor) =>
    call<T>(app, method, `/api/edit/works${path}`, { token: bearer, body })
  const form = async (id: number | string = ID) => (await ask<WorkEditForm>('GET', `/${id}`)).body
  const work = async (id = ID) => (await call<Work>(app, 'GET', `/api/workInfo/${id}`)).body
  const field = ({ fields }: WorkEditForm, name: EditField) => fields.find((one) => one.field === name)
  const history = async (id = ID, query = '') =>
    (await ask<{ edits: WorkEdit[]; hasMore: boolean }>('GET', `/${id}/history${query}`)).body
  async function edit(change: { set?: object; release?: string[] }, id = ID) {
    return ask<WorkEditForm & { error?: string; errors?: { param: string; msg: string }[] }>('PUT', `/${id}`, {
      version: (await form(id)).version,
      ...change,
    })
  }
  async function upload(bytes: Buffer, type = 'image/png', id = ID) {
    const response = await fetch(`${app.url}/api/edit/works/${id}/cover`, {
      method: 'POST',
      headers: { authorization: `Bearer ${editor}`, 'content-type': type },
      body: new Uint8Array(bytes),
    })
    return { status: response.status, body: (await response.json()) as { uploaded?: string; error?: string } }
  }
  const coverTag = async (id = ID) => (await fetch(`${app.url}/api/cover/${id}.jpg?type=240x240`)).headers.get('etag')

  test('EDT-02 the form has each field, its source, and what every source says', async () => {
    await edit({ set: { title: 'Edited' } })
    const read = await form('RJ01000001')
    expect(read).toMatchObject({ id: ID, code: 'RJ01000001', version: 1, hasProviderCover: false })
    expect(field(read, 'title')).toEqual({
      field: 'title',
      value: 'Edited',
      source: 'edit',
      others: [
        { source: 'sidecar', value: 'Rain' },
        { source: 'folder', value: 'RJ01000001' },
      ],
    })
    expect(field(read, 'circle')).toMatchObject({ source: 'sidecar', value: { name: '月影工房', code: 'RG1' } })
    expect(field(read, 'age')).toEqual({ field: 'age', value: null, source: null, others: [] })
    expect(field(await form(OTHER), 'circle')).toMatchObject({ source: 'folder', value: { name: 'Sun' } })
  })

  test('EDT-03 an edit shows at once, in the work, its lists and search', async () => {
    const change = {
      title: '編集した題',
      circle: '別の工房',
      voice_actors: ['風見はるか'],
      tags: ['鐘'],
      age: 'adult',
      release: '2025-01-02',
      create_date: '2024-05-06',
      language: 'ENG',
      original: 'RJ01000002',
      price: 770,
      description: 'First\nsecond',
    }
    const { status, body } = await edit({ set: change })
    expect([status, body.version]).toEqual([200, 1])
    expect(body.fields.filter(({ source }) => source === 'edit')).toHaveLength(Object.keys(change).length)
    expect(await work()).toMatchObject({
      title: '編集した題',
      name: '別の工房',
      vas: [{ name: '風見はるか' }],
      tags: [{ name: '鐘' }],
      age_category_string: 'adult',
      release: '2025-01-02',
      create_date: '2024-05-06',
      original_workno: 'RJ01000002',
      price: 770,
    })
    const search = await call<{ works: Work[] }>(app, 'GET', `/api/search/${encodeURIComponent('別の工房')}`)
    expect(search.body.works.map(({ id }) => id)).toEqual([ID])
  })

  test('EDT-03 staff, series and titles in other languages are edited as any other field', async () => {
    const set = {
      titles: { en: 'Rain' },
      staff: { scenario: ['白石'], music: ['月'] },
      series: { name: '雨の図書室', number: 2 },
    }
    expect((await edit({ set })).status).toBe(200)
    const facts = async () => (await call<Work>(app, 'GET', `/api/workInfo/${ID}?withFacts=1`)).body.facts
    expect(await facts()).toMatchObject({
      titles: { en: 'Rain' },
      series: { name: '雨の図書室', number: 2 },
      staff: { scenario: [{ name: '白石' }], music: [{ name: '月' }] },
    })
    await edit({ set: { staff: null }, release: ['series', 'titles'] })
    expect(await facts()).toMatchObject({ series: null, staff: { scenario: [], music: [] } })
  })

  test('EDT-04 an edit survives a scan, a changed sidecar, an import, a move, and a time away', async () => {
    await edit({ set: { title: 'Edited', tags: null } })
    library.write({ 'RJ01000001/otodana.yaml': 'title: Storm\ntags: [snow]\nprice: 5\n' })
    await scan()
    expect(await work()).toMatchObject({ title: 'Edited', tags: [], price: 5 })
    renameSync(library.path('RJ01000001'), library.path('moved RJ01000001'))
    await scan()
    expect(await work()).toMatchObject({ title: 'Edited', tags: [] })
    renameSync(library.path('moved RJ01000001'), `${library.dir}-away`)
    await scan()
    expect((await ask('GET', `/${ID}`)).status).toBe(404)
    renameSync(`${library.dir}-away`, library.path('RJ01000001'))
    await scan()
    expect(await work()).toMatchObject({ title: 'Edited', tags: [], price: 5 })
    const restarted = await startApp({ libraryDirs: [library.dir], dialect, database: app.database })
    const again = await call<Work>(restarted, 'GET', `/api/workInfo/${ID}`)
    await restarted.close()
    expect(again.body).toMatchObject({ title: 'Edited', tags: [] })
  })

  test('EDT-05 a field that is given back has what the next source says, and null is explicitly empty', async () => {
    await edit({ set: { circle: null, tags: [], release: null, title: 'Edited', create_date: '2020-01-01' } })
    expect(await work()).toMatchObject({ name: '', tags: [], title: 'Edited', create_date: '2020-01-01' })
    await edit({ release: ['circle', 'create_date'] })
    expect(await work()).toMatchObject({ name: '月影工房', tags: [], title: 'Edited', create_date: '2026-02-03' })
    const { body } = await edit({ release: ['title', 'tags', 'release'] })
    expect(body.fields.filter(({ source }) => source === 'edit')).toEqual([])
    expect(await work()).toMatchObject({ title: 'Rain', tags: [{ name: '雨' }, { name: '囁き' }] })
  })

  test('EDT-06 of two editors at once, one gets a conflict and loses nothing', async () => {
    const { version } = await form()
    const answers = await Promise.all(
      ['A', 'B'].map((title) => ask<{ error?: string }>('PUT', `/${ID}`, { version, set: { title } })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.body.error).toBe('edit.conflict')
    expect((await history()).edits).toHaveLength(1)
  })

  test('EDT-07 the history says who, when, before and after; what changes nothing is no edit', async () => {
    await edit({ set: { title: 'A', price: 5 } })
    await edit({ set: { title: 'A' } })
    await call(app, 'PUT', `/api/edit/works/${ID}`, {
      token: TEST_ADMIN_TOKEN,
      body: { version: 1, release: ['title'] },
    })
    const { edits, hasMore } = await history()
    expect(hasMore).toBe(false)
    expect(edits).toMatchObject([
      {
        by: 'admin-token',
        canUndo: true,
        changes: [
          { field: 'title', before: { value: 'A', isEdited: true }, after: { value: 'Rain', isEdited: false } },
        ],
      },
      {
        by: 'the-editor',
        canUndo: false,
        changes: [
          { field: 'title', before: { value: 'Rain', isEdited: false }, after: { value: 'A', isEdited: true } },
          { field: 'price', before: { value: null, isEdited: false }, after: { value: 5, isEdited: true } },
        ],
      },
    ])
    const first = await history(ID, '?limit=1')
    expect([first.edits.length, first.hasMore]).toEqual([1, true])
    expect((await history(ID, `?before=${first.edits[0]!.id}`)).edits).toEqual(edits.slice(1))
  })

  test('EDT-08 any edit whose fields have not changed since can be undone, also an undo', async () => {
    await edit({ set: { title: 'A' } })
    await edit({ set: { price: 5 } })
    await edit({ set: { title: 'B' } })
    const [third, second, first] = (await history()).edits
    const undo = (id: number | undefined) => ask<{ error?: string }>('POST', `/${ID}/history/${id}/undo`)
    expect((await undo(first?.id)).body).toEqual({ error: 'edit.changedSince' })
    expect((await undo(second?.id)).status).toBe(200)
    expect((await undo(second?.id)).body).toEqual({ error: 'edit.changedSince' })
    expect((await undo(third?.id)).status).toBe(200)
    expect((await undo(first?.id)).status).toBe(200)
    expect(await work()).toMatchObject({ title: 'Rain', price: 0 })
    const all = (await history()).edits
    expect(all[0]).toMatchObject({ undoes: first?.id, undoneBy: null, canUndo: true })
    expect(all.at(-1)).toMatchObject({ undoneBy: all[0]!.id, canUndo: false })
    expect((await undo(all[0]!.id)).status).toBe(200)
    expect(await work()).toMatchObject({ title: 'A' })
    expect((await undo(999_999)).body).toEqual({ error: 'edit.notFound' })
    expect((await ask('POST', `/${OTHER}/history/${first?.id}/undo`)).status).toBe(404)
  })

  test(`EDT-07 the latest ${MAX_EDITS_PER_WORK} edits of a work are kept`, async () => {
    const old = { work_id: ID, at_ms: 1, changes: '[]', account_id: null, other_editor: 'x' }
    await app.database.write
      .insertInto('work_edit_history')
      .values(Array.from({ length: MAX_EDITS_PER_WORK + 5 }, () => old))
      .execute()
    await edit({ set: { title: 'A' } })
    const rows = await app.database.read.selectFrom('work_edit_history').select('id').execute()
    expect(rows).toHaveLength(MAX_EDITS_PER_WORK)
  })

  test('EDT-09 a cover is uploaded, is a picture of the work, or the sources’ again; it shows at once', async () => {
    const before = await coverTag()
    const picture = await sharp({ create: { width: 30, height: 30, channels: 3, background: '#f80' } })
      .jpeg()
      .toBuffer()
    const { uploaded } = (await upload(picture, 'image/jpeg')).body
    expect(readdirSync(join(app.config.dataDir, 'uploaded-covers'))).toContain(uploaded)
    await edit({ set: { cover: { uploaded } } })
    expect(await coverTag()).toContain(`d${uploaded}`)
    expect(field(await form(), 'cover')).toMatchObject({ value: { uploaded }, source: 'edit' })

    const { pictures } = await form()
    expect(pictures.map(({ path }) => path)).toEqual(['back.png', 'cover.png'])
    await edit({ set: { cover: { file: pictures[0]!.id } } })
    expect(await coverTag()).toContain(`-${pictures[0]!.id}-`)
    await scan()
    expect(await coverTag()).toContain(`-${pictures[0]!.id}-`)
    expect(field(await form(), 'cover')).toMatchObject({ value: { file: pictures[0]!.id }, source: 'edit' })
    await edit({ release: ['cover'] })
    expect(await coverTag()).toBe(before)

    // The history still needs the first picture; one that nothing needs goes an hour later.
    const unused = (await upload(await sharp(picture).negate().png().toBuffer())).body.uploaded!
    const hourAgo = Date.now() / 1_000 - 3_700
    const folder = join(app.config.dataDir, 'uploaded-covers')
    const takenOver = (await upload(await sharp(picture).blur(2).png().toBuffer())).body.uploaded!
    const answer = {
      provider: 'kikoeru',
      position: 99,
      data: '{}',
      raw: null,
      cover_url: null,
      asked_at_ms: 0,
      misses: 0,
    }
    await app.database.write
      .insertInto('provided_metadata')
      .values({ ...answer, work_id: ID, cover_name: takenOver })
      .execute()
    for (const name of [uploaded!, unused, takenOver]) utimesSync(join(folder, name), hourAgo, hourAgo)
    await upload(picture, 'image/jpeg')
    expect(readdirSync(folder)).toContain(uploaded)
    expect(readdirSync(folder)).toContain(takenOver)
    expect(readdirSync(folder)).not.toContain(unused)
    await app.database.write.deleteFrom('provided_metadata').execute()
  })

  test('EDT-09 META-55 an uploaded cover stays when the code of its work is corrected', async () => {
    const { uploaded } = (await upload(Buffer.from(aPicture()))).body
    await edit({ set: { cover: { uploaded } } })
    const put = await call(app, 'PUT', `/api/admin/folders/${ID}/code`, { token, body: { code: 'RJ01000009' } })
    expect(put.status).toBe(200)
    library.write({ 'RJ01000001 Mist/01.wav': aWav({ seconds: 1, tone: 5 }) })
    await app.library.whenIdle()
    await scan()
    const hourAgo = Date.now() / 1_000 - 3_700
    const folder = join(app.config.dataDir, 'uploaded-covers')
    utimesSync(join(folder, uploaded!), hourAgo, hourAgo)
    await upload(await sharp(Buffer.from(aPicture())).negate().png().toBuffer())
    expect(readdirSync(folder)).toContain(uploaded)
    expect(await coverTag(1_000_009)).toContain(`d${uploaded}`)
    await app.database.write.deleteFrom('folder_identity').execute()
  })

  test('EDT-10 what is no picture, too large, of another work or not there is no cover', async () => {
    const huge = aBlackPicture(20_000)
    expect(huge.length).toBeLessThan(MAX_COVER_BYTES)
    for (const bytes of [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), Buffer.from('hello'), huge]) {
      expect(await upload(bytes)).toEqual({ status: 422, body: { error: 'edit.badPicture' } })
    }
    expect(await upload(Buffer.alloc(MAX_COVER_BYTES + 1))).toEqual({
      status: 413,
      body: { error: 'request.tooLarge' },
    })
    expect(await upload(Buffer.from('{}'), 'application/json')).toMatchObject({ status: 415 })
    expect((await upload(Buffer.from(aPicture()), 'image/png', 1_999_999)).status).toBe(404)

    const theirs = (await upload(Buffer.from(aPicture()), 'image/png', OTHER)).body.uploaded
    for (const name of [theirs, '../secrets', 'upload-1000001-0000']) {
      expect((await edit({ set: { cover: { uploaded: name } } })).status).toBe(422)
    }
    const audio = await app.database.read.selectFrom('file').select('id').where('path', '=', '01.wav').execute()
    for (const { id } of audio) expect((await edit({ set: { cover: { file: id } } })).status).toBe(404)
    expect((await edit({ set: { cover: { provider: true } } })).status).toBe(422)
    for (const cover of ['/etc/passwd', { url: 'http://127.0.0.1/' }, null, false, 0]) {
      expect((await edit({ set: { cover } })).status).toBe(400)
    }
    expect(await form()).toMatchObject({ version: 0 })
  })

  test('EDT-11 every input has a limit that is named, and a refused edit changes nothing', async () => {
    const { status, body } = await edit({
      set: {
        title: '',
        circle: { name: 'x'.repeat(editLimits.name + 1) },
        tags: ['fine', 5, { name: '' }],
        voice_actors: Array.from({ length: editLimits.names + 1 }, (_, index) => `v${index}`),
        age: 'old',
        release: '2026-02-31',
        create_date: null,
        original: 'RJ01000001',
        language: 'Klingon',
        price: -1,
        description: 'x'.repeat(editLimits.description + 1),
      },
    })
    expect(status).toBe(400)
    expect(body.errors?.map(({ param }) => param)).toEqual([
      'set.title',
      'set.circle.name',
      'set.tags[1]',
      'set.tags[2].name',
      'set.voice_actors',
      'set.age',
      'set.release',
      'set.create_date',
      'set.original',
      'set.language',
      'set.price',
      'set.description',
    ])
    for (const [param, msg] of [
      ['set.title', 'must not be empty'],
      ['set.circle.name', 'is too long (at most 200)'],
    ]) {
      expect(body.errors).toContainEqual(expect.objectContaining({ param, msg }))
    }
    for (const set of [{ nonsense: 1 }, { __proto__x: 1 }, { dl_count: 5 }, 'title', ['title']]) {
      expect((await ask('PUT', `/${ID}`, { version: 0, set })).status).toBe(400)
    }
    expect((await ask('PUT', `/${ID}`, { version: 0, set: { description: 'x'.repeat(2_000_000) } })).status).toBe(413)
    expect((await ask('PUT', '/nonsense', { version: 0 })).status).toBe(400)
    expect((await ask('PUT', '/1999999', { version: 0 })).status).toBe(404)
    expect(await history()).toEqual({ edits: [], hasMore: false })
    expect(await form()).toMatchObject({ version: 0 })
  })

  test('EDT-11 the limits of editors are those of metadata', () => {
    const { title, name, voiceActors, tags, staff, seriesNumber, description, price } = limits
    expect([voiceActors, tags]).toEqual([editLimits.names, editLimits.names])
    expect({ title, name, names: tags, staff, seriesNumber, description, price }).toEqual(editLimits)
  })

  test('EDT-11 control characters are removed, and markup is text', async () => {
    await edit({ set: { title: ' <script>alert(1)</script>\u0000\u202e x ', description: 'a\u0007b\r\nc' } })
    expect((await work()).title).toBe('<script>alert(1)</script> x')
    expect(field(await form(), 'description')?.value).toBe('a b\nc')
  })

  test('EDT-12 only editors and administrators edit, and editors do nothing else of the administration', async () => {
    const { user, token: theirs } = await aMember(app, `member-${dialect}`)
    expect((await ask('GET', `/${ID}`, undefined, theirs)).body).toEqual({ error: 'editor.required' })
    await call(app, 'PUT', `/api/admin/users/${user.id}`, { token, body: { group: 'editor' } })
    expect((await ask('GET', `/${ID}`, undefined, theirs)).status).toBe(200)
    const me = await call<{ user: { group: string } }>(app, 'GET', '/api/auth/me', { token: theirs })
    expect(me.body.user.group).toBe('editor')
    expect((await call(app, 'GET', '/api/admin/users', { token: theirs })).body).toEqual({ error: 'admin.required' })
    const events = await call<{ events: object[] }>(app, 'GET', '/api/admin/security-events', { token })
    expect(events.body.events[0]).toMatchObject({ kind: 'groupChanged', by: 'the-admin' })
    await call(app, 'PUT', `/api/admin/users/${user.id}`, { token, body: { group: 'user' } })
    expect((await ask('GET', `/${ID}`, undefined, theirs)).status).toBe(403)
    // A form of another site has no bearer.
    expect((await call(app, 'PUT', `/api/edit/works/${ID}`, { body: { version: 0 } })).status).toBe(401)
  })

  test('EDT-13 an account takes its edits along, and its name is gone from the history with it', async () => {
    const { user, token: theirs } = await aMember(app, `leaving-${dialect}`)
    await call(app, 'PUT', `/api/admin/users/${user.id}`, { token, body: { group: 'editor' } })
    await ask('PUT', `/${ID}`, { version: 0, set: { title: 'Theirs' } }, theirs)
    const exported = await call<{ edits: object[] }>(app, 'GET', '/api/auth/export', { token: theirs })
    expect(exported.body.edits).toMatchObject([{ code: 'RJ01000001', changes: [{ field: 'title' }] }])
    await call(app, 'POST', '/api/auth/delete-account', {
      token: theirs,
      body: { password: `leaving-${dialect}-secret` },
    })
    expect((await history()).edits).toMatchObject([{ by: null, canUndo: true }])
    expect((await work()).title).toBe('Theirs')
  })

  test('EDT-14 EDT-72 a work that no scan has read yet says so, with the sidecar that kept it from that', async () => {
    await app.database.write.deleteFrom('folder_metadata').where('work_id', '=', ID).execute()
    expect((await ask('GET', `/${ID}`)).body).toEqual({ error: 'edit.unread' })
    expect((await ask('PUT', `/${ID}`, { version: 0, set: { title: 'A' } })).body).toEqual({ error: 'edit.unread' })

    // A scan of today's version that could not read the sidecar.
    library.write({ 'RJ01000001/otodana.yaml': 'titel: Rain' })
    await app.library.start()
    await app.library.whenIdle()
    expect((await ask('GET', `/${ID}`)).body).toEqual({
      error: 'edit.badSidecar',
      details: expect.stringMatching(/^RJ01000001\/otodana\.yaml: line 1: .*titel/) as string,
    })
  })
})
