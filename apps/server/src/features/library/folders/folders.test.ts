import { randomUUID } from 'node:crypto'
import { mkdirSync, renameSync, rmSync } from 'node:fs'

import type { CodelessFolders, HistoryPage, SelectionEdit, Work } from '@otodana/contract'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { aLibrary, type TestLibrary } from '../../../../test/a-library.ts'
import { aMember, call } from '../../../../test/accounts.ts'
import { dialects, openTestDatabase, type TestDatabase } from '../../../../test/databases.ts'
import { startApp, type TestApp } from '../../../../test/start-app.ts'
import { aWav } from '../../../../test/work-folders.ts'

const WAIT = { timeout: 20_000, interval: 50 }
const one = aWav({ seconds: 1 })
const two = aWav({ seconds: 2 })
const three = aWav({ seconds: 3 })

describe.each(dialects)('folders without a code, on %s', { timeout: 120_000 }, (dialect) => {
  let library: TestLibrary
  let database: TestDatabase
  let app: TestApp
  let token: string

  beforeEach(async () => {
    library = aLibrary({
      'RJ01230001 Rain/01.wav': one,
      '[月影工房] Evening bells/mp3/01.wav': two,
      '[月影工房] Evening bells/mp3/02.wav': three,
      'unsorted/Snow/01.wav': aWav({ seconds: 4 }),
      'unsorted/Wind/01.wav': aWav({ seconds: 5 }),
      'unsorted/notes.txt': 'none',
    })
    database = await openTestDatabase(dialect)
    app = await startApp({ libraryDirs: [library.dir], database, dialect })
    token = (await aMember(app, 'the-admin')).token
  })
  afterEach(async () => {
    await app.close()
    await database.remove()
    library.remove()
  })

  const ask = async <T = { workId: number; error?: string }>(method: string, path: string, body?: object) =>
    call<T>(app, method, path, { token, body })
  const folders = async () => (await ask<CodelessFolders>('GET', '/api/admin/folders')).body
  const make = (path: string) => ask('POST', '/api/admin/folders', { root: library.dir, path })
  const correct = (id: number, code: string | null) => ask('PUT', `/api/admin/folders/${id}/code`, { code })
  const work = (id: number | string) => call<Work>(app, 'GET', `/api/workInfo/${id}`, { token })
  const mine = async () => {
    const { body } = await ask<{ works: { id: number; userRating: number; review_text: string }[] }>(
      'GET',
      '/api/review',
    )
    return body.works.map(({ id, userRating, review_text: text }) => ({ id, userRating, text }))
  }
  async function ended(edit: number): Promise<SelectionEdit> {
    const read = async () => (await ask<SelectionEdit>('GET', `/api/edit/selections/${edit}`)).body
    await vi.waitFor(async () => expect((await read()).state).not.toBe('running'), WAIT)
    return read()
  }
  async function expectSame(addresses: string[], others: string[]): Promise<void> {
    const read = async (address: string) => {
      const answer = await fetch(app.url + address, { headers: { authorization: `Bearer ${token}` } })
      return [answer.status, await answer.text()]
    }
    for (const [at, address] of addresses.entries()) {
      const found = await read(address)
      expect(found, address).toEqual(await read(others[at] ?? ''))
      expect(found[0]).toBe(200)
    }
  }
  async function scan(): Promise<void> {
    await app.library.whenIdle()
    await app.library.start()
    await app.library.whenIdle()
  }
  const BELLS = '[月影工房] Evening bells'
  const shown = (id: number, title: string) =>
    vi.waitFor(async () => expect((await work(id)).body).toMatchObject({ id, title }), WAIT)

  test('META-51 the scan lists folders with audio and no code, with their tracks and size', async () => {
    expect(await folders()).toEqual({
      folders: [
        { root: library.dir, path: BELLS, tracks: 2, sizeBytes: two.length + three.length },
        { root: library.dir, path: 'unsorted/Snow', tracks: 1, sizeBytes: expect.any(Number) as number },
        { root: library.dir, path: 'unsorted/Wind', tracks: 1, sizeBytes: expect.any(Number) as number },
      ],
      works: [],
    })
    expect((await make('../etc')).status).toBe(404)
    expect((await make('RJ01230001 Rain')).status).toBe(404)
    expect((await make('x'.repeat(5_000))).status).toBe(400)
  })

  test('META-50 META-52 a folder becomes a work by a call, every call takes it, and undoing brings it back', async () => {
    const [first, second] = await Promise.all([make(BELLS), make(BELLS)])
    const id = first.body.workId
    expect(second.body.workId).toBe(id)
    expect(id).toBeGreaterThanOrEqual(300_000_000)
    await shown(id, 'Evening bells')
    expect((await work(id)).body).toMatchObject({ source_id: String(id), name: '月影工房' })

    type Node = { type: string; hash?: string; children?: Node[] }
    const [top] = (await ask<Node[]>('GET', `/api/tracks/${id}`)).body
    const hash = top?.children?.[0]?.hash ?? ''
    expect(hash).toMatch(new RegExp(`^${id}/\\d+$`))
    expect((await fetch(`${app.url}/api/media/stream/${hash}`)).status).toBe(200)
    expect((await fetch(`${app.url}/api/cover/${id}.jpg?type=main`)).status).toBe(200)
    expect((await fetch(`${app.url}/api/media/zip/${id}`)).status).toBe(200)
    const review = { work_id: id, rating: 4, progress: 'listening' }
    expect((await ask('PUT', '/api/review', review)).status).toBe(200)
    const list = await ask<{ id: string }>('POST', '/api/playlist/create-playlist', { name: 'Bells', works: [id] })
    expect(list.status).toBe(200)
    const found = await ask<{ works: Work[] }>('GET', `/api/search/${encodeURIComponent('Evening')}`)
    expect(found.body.works.map((one) => one.id)).toEqual([id])
    expect((await folders()).works).toMatchObject([{ workId: id, isCodeless: true, previousCode: null }])

    expect((await ask('DELETE', `/api/admin/folders/${id}`)).body).toEqual({ workId: null })
    expect((await work(id)).status).toBe(404)
    await scan()
    expect((await folders()).folders.map(({ path }) => path)).toContain(BELLS)
    expect((await make(BELLS)).body.workId).toBe(id)
    await shown(id, 'Evening bells')
    // Nothing was deleted.
    expect(await mine()).toEqual([{ id, userRating: 4, text: null }])
  })

  test('META-53 a work without a code keeps its id when its folder moves, and another folder gets another', async () => {
    const { workId: id } = (await make(BELLS)).body
    await shown(id, 'Evening bells')
    await app.library.whenIdle()
    mkdirSync(library.path('moved'))
    renameSync(library.path(BELLS), library.path('moved', 'Bells at dusk'))
    await app.library.start()
    await app.library.whenIdle()
    expect((await folders()).works).toMatchObject([{ path: 'moved/Bells at dusk', workId: id }])
    expect((await work(id)).body).toMatchObject({ title: 'Bells at dusk' })
    library.write({ [`${BELLS}/01.wav`]: aWav({ seconds: 7 }) })
    await scan()
    expect((await make(BELLS)).body.workId).not.toBe(id)
    await app.library.whenIdle()
    expect((await work(id)).body).toMatchObject({ title: 'Bells at dusk' })
  })

  test('META-54 a sidecar says which work its folder is: one with a code, or one without', async () => {
    library.write({
      'unsorted/Snow/otodana.yaml': 'code: RJ01230007\ntitle: Snow at night\n',
      'unsorted/Wind/otodana.json': '{"code": "none", "title": "Wind"}',
    })
    await scan()
    await shown(1_230_007, 'Snow at night')
    const { works } = await folders()
    const wind = works.find(({ path }) => path === 'unsorted/Wind')
    expect(wind).toMatchObject({ isCodeless: true, isBySidecar: true, title: 'Wind' })
    await scan()
    expect((await folders()).works).toEqual(works)

    library.write({ 'unsorted/Snow/otodana.yaml': 'title: Snow at night\n' })
    await scan()
    expect((await work(1_230_007)).status).toBe(404)
    expect((await folders()).folders.map(({ path }) => path)).toContain('unsorted/Snow')
  })

  test('META-55 META-70 EDT-70 HIS-10 a wrong code is corrected: what members have moves along, survives scans, and can be undone', async () => {
    const tagged = { selection: { works: [1_230_001] }, change: { addTags: ['Calm'] } }
    const { id: edit } = (await ask<SelectionEdit>('POST', '/api/edit/selections', tagged)).body
    await ended(edit)
    await ask('PUT', '/api/review', { work_id: 1_230_001, rating: 5, review_text: 'calm', progress: 'listened' })
    const list = await ask<{ id: string }>('POST', '/api/playlist/create-playlist', {
      name: 'Rain',
      works: [1_230_001],
    })
    const files = () =>
      database.read.selectFrom('file').select(['id', 'work_id']).where('state', '=', 'present').execute()
    const [file] = await files()
    const heard = {
      hash: `1230001/${file?.id}`,
      day: new Date().toISOString().slice(0, 10),
      firstSecondsAgo: 2,
      lastSecondsAgo: 1,
      heardSeconds: 1,
      seconds: 1,
      durationSeconds: 1,
    }
    await ask('POST', '/api/history', { deviceId: randomUUID(), tracks: [heard] })
    const history = async () =>
      (await ask<HistoryPage>('GET', '/api/history')).body.entries.map(({ work: { id, isMissing }, tracks }) => ({
        id,
        isMissing,
        hashes: tracks.map(({ hash }) => hash),
      }))
    const addresses = (id: number) => [
      `/api/work/${id}`,
      `/api/workInfo/${id}?withFacts=1&withCoverTone=1&withEditions=1`,
      `/api/tracks/${id}`,
      `/api/cover/${id}.jpg?type=sam`,
      `/api/media/stream/${id}/${file?.id}`,
    ]

    expect((await correct(1_230_001, 'RJ01230002')).body).toEqual({ workId: 1_230_002 })
    await shown(1_230_002, 'Rain')
    await scan()
    expect((await work(1_230_002)).body).toMatchObject({ source_id: 'RJ01230002', title: 'Rain' })
    expect(await mine()).toEqual([{ id: 1_230_002, userRating: 5, text: 'calm' }])
    expect(await files()).toEqual([{ id: file?.id, work_id: 1_230_002 }])
    expect(await history()).toEqual([{ id: 1_230_002, isMissing: false, hashes: [`1230002/${file?.id}`] }])
    await expectSame(addresses(1_230_001), addresses(1_230_002))
    const works = await ask<{ works: Work[] }>('GET', `/api/playlist/get-playlist-works?id=${list.body.id}`)
    expect(works.body.works.map(({ id }) => id)).toEqual([1_230_002])
    expect((await work(1_230_002)).body.tags.map(({ name }) => name)).toEqual(['Calm'])
    const undo = (await ask<SelectionEdit>('POST', `/api/edit/selections/${edit}/undo`)).body
    expect(await ended(undo.id)).toMatchObject({ state: 'done', changed: 1, failed: 0 })
    expect((await work(1_230_002)).body.tags).toEqual([])

    // The folder moves, wrong name included.
    renameSync(library.path('RJ01230001 Rain'), library.path('unsorted', 'RJ01230001 Rain'))
    await scan()
    expect((await work(1_230_002)).status).toBe(200)
    expect(await mine()).toEqual([{ id: 1_230_002, userRating: 5, text: 'calm' }])

    expect((await ask('DELETE', '/api/admin/folders/1230002')).body).toEqual({ workId: 1_230_001 })
    await scan()
    expect(await mine()).toEqual([{ id: 1_230_001, userRating: 5, text: 'calm' }])
    await expectSame(addresses(1_230_002), addresses(1_230_001))
    expect(await files()).toEqual([{ id: file?.id, work_id: 1_230_001 }])
    expect(await history()).toEqual([{ id: 1_230_001, isMissing: false, hashes: [`1230001/${file?.id}`] }])
  })

  test('META-55 a code that another folder has is refused; a code can be taken away, and given', async () => {
    library.write({ 'RJ01230009 Bells/01.wav': aWav({ seconds: 8 }) })
    await scan()
    expect((await correct(1_230_001, 'RJ01230009')).body.error).toBe('work.codeTaken')
    expect((await correct(9_999_999, 'RJ01230009')).status).toBe(404)
    expect((await correct(1_230_001, 'RJ1')).status).toBe(400)
    expect((await work(1_230_001)).status).toBe(200)
    const { workId: codeless } = (await correct(1_230_001, null)).body
    expect(codeless).toBeGreaterThanOrEqual(300_000_000)
    await shown(codeless, 'Rain')
    await scan()
    expect((await correct(codeless, 'VJ01230001')).body.workId).toBe(101_230_001)
    await scan()
    expect((await folders()).works).toMatchObject([{ code: 'VJ01230001', previousCode: 'RJ01230001' }])
    expect((await ask('DELETE', '/api/admin/folders/VJ01230001')).body).toEqual({ workId: 1_230_001 })
    await scan()
    expect((await work(1_230_001)).status).toBe(200)
  })

  test('META-55 correcting a code to one with data of its own mixes nothing, nor does undoing it', async () => {
    const [A, B, C] = [1_230_001, 1_230_002, 1_230_003]
    library.write({ 'RJ01230002 Mist/01.wav': two })
    await scan()
    const list = await ask<{ id: string }>('POST', '/api/playlist/create-playlist', { name: 'Rain', works: [A] })
    expect(list.status).toBe(200)
    for (const id of [A, B]) {
      await ask('PUT', '/api/review', { work_id: id, rating: 5, review_text: `of ${id}`, progress: 'listened' })
      const edit = { version: 0, set: { title: `Edited ${id}` } }
      expect((await ask('PUT', `/api/edit/works/${id}`, edit)).status).toBe(200)
    }
    rmSync(library.path('RJ01230002 Mist'), { recursive: true })
    await app.library.start({ allowMissing: true })
    await app.library.whenIdle()
    expect((await work(B)).status).toBe(404)
    const data = async () => ({
      reviews: await database.read.selectFrom('review').select(['work_id', 'review_text']).orderBy('work_id').execute(),
      edits: await database.read.selectFrom('work_edit').selectAll().orderBy('work_id').execute(),
      history: await database.read.selectFrom('work_edit_history').select(['id', 'work_id']).orderBy('id').execute(),
      lists: await database.read.selectFrom('playlist_work').select('work_id').orderBy('work_id').execute(),
    })
    const before = await data()
    expect(before.edits).toHaveLength(2)

    expect((await correct(A, 'RJ01230002')).status).toBe(200)
    await shown(B, `Edited ${B}`)
    expect(await data()).toEqual(before)
    expect((await ask('DELETE', `/api/admin/folders/${B}`)).body).toEqual({ workId: A })
    await shown(A, `Edited ${A}`)
    expect(await data()).toEqual(before)

    await correct(A, 'RJ01230002')
    await shown(B, `Edited ${B}`)
    // From what it was at first, with what that has.
    expect((await correct(B, 'RJ01230003')).status).toBe(200)
    await shown(C, `Edited ${A}`)
    const now = await data()
    expect(now.reviews.map(({ work_id: id }) => id)).toEqual([B, C])
    expect(now.edits.map(({ work_id: id }) => id)).toEqual([B, C])
    expect(now.lists).toEqual([{ work_id: C }])
    for (const former of [A, B]) expect((await work(former)).body).toMatchObject({ id: C })
    expect((await ask('DELETE', `/api/admin/folders/${C}`)).body).toEqual({ workId: A })
    await shown(A, `Edited ${A}`)
    expect(await data()).toEqual(before)
  })

  test('META-55 a correction back to the code in the name leaves nothing to undo', async () => {
    await ask('PUT', '/api/review', { work_id: 1_230_001, rating: 5, review_text: 'calm', progress: 'listened' })
    await correct(1_230_001, 'RJ01230002')
    await shown(1_230_002, 'Rain')
    expect((await correct(1_230_002, 'RJ01230001')).body).toEqual({ workId: 1_230_001 })
    await scan()
    await shown(1_230_001, 'Rain')
    expect((await folders()).works).toEqual([])
    expect(await mine()).toEqual([{ id: 1_230_001, userRating: 5, text: 'calm' }])

    library.write({ 'RJ01230001 Rain/otodana.yaml': 'code: RJ01230002\n' })
    await scan()
    library.write({ 'RJ01230001 Rain/otodana.yaml': 'code: RJ01230001\n# corrected\n' })
    await scan()
    expect((await folders()).works).toEqual([])
    const { problems } = (await ask<{ problems: { kind: string }[] }>('GET', '/api/library/problems')).body
    expect(problems.map(({ kind }) => kind)).not.toContain('duplicateCode')
    expect(await mine()).toEqual([{ id: 1_230_001, userRating: 5, text: 'calm' }])
  })

  test('META-51 a folder that vanishes before it is a work is a missing one, and the scan goes on', async () => {
    const { workId: id } = (await make('unsorted/Snow')).body
    await shown(id, 'Snow')
    await app.library.whenIdle()
    rmSync(library.path('unsorted/Snow'), { recursive: true })
    await app.library.start({ allowMissing: true })
    await app.library.whenIdle()
    expect((await work(id)).status).toBe(404)
    expect((await work(1_230_001)).status).toBe(200)
    library.write({ 'unsorted/Snow/01.wav': aWav({ seconds: 4 }) })
    await scan()
    expect((await work(id)).status).toBe(200)
  })
})
