import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type { LibraryFolders, ScanStatus, ServerStatus } from '@otodana/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createLibraryRoots } from '#settings/library-roots.ts'

import { aLibrary, type TestLibrary } from '../../../../test/a-library.ts'
import { aMember, call } from '../../../../test/accounts.ts'
import { dialects } from '../../../../test/databases.ts'
import { startApp, TEST_ADMIN_TOKEN, type TestApp } from '../../../../test/start-app.ts'
import { aWav, writeFiles } from '../../../../test/work-folders.ts'

import { createFolderCheck } from './allowed-folders.ts'

type Refusal = { error: string; errors?: { value: string; msg: string }[] }

describe.each(dialects)('library folders on %s', (dialect) => {
  let fixed: TestLibrary
  let disk: TestLibrary
  let app: TestApp
  beforeAll(async () => {
    fixed = aLibrary({ 'RJ01000001 Fixed/01.wav': aWav() })
    disk = aLibrary({
      'music/RJ01000002 Rain/01.wav': aWav(),
      'music/RJ01000003 Roof/01.wav': aWav(),
      'music/circle/RJ01000004 Deep/01.wav': aWav(),
      'other/RJ01000005 Snow/01.wav': aWav(),
    })
    symlinkSync(disk.path('other'), disk.path('in'))
    app = await startApp({ libraryDirs: [fixed.dir], dialect, env: { LIBRARY_BROWSE: disk.dir }, scan: false })
  })
  afterAll(async () => {
    await app.close()
    fixed.remove()
    disk.remove()
  })

  const ask = <T>(method: string, path: string, body?: object) =>
    call<T>(app, method, path, { token: TEST_ADMIN_TOKEN, body })
  const add = <T = LibraryFolders>(path: string) => ask<T>('POST', '/api/admin/library-folders', { path })
  const codes = async () => {
    await app.library.whenIdle()
    const { body } = await ask<{ works: { source_id: string }[] }>('GET', '/api/works?order=id&sort=asc')
    return body.works.map(({ source_id: code }) => code)
  }
  const idOf = async (path: string) => {
    const { body } = await ask<LibraryFolders>('GET', '/api/admin/library-folders')
    return body.folders.find((folder) => folder.path === path)?.id
  }

  test('RUN-01 a folder that is added is scanned and played without a restart; those of the environment are fixed', async () => {
    const { body } = await add(disk.path('music'))
    expect(body.canAdd).toBe(true)
    expect(body.folders).toMatchObject([
      { id: null, path: fixed.dir, source: 'environment', problem: null },
      { path: disk.path('music'), source: 'chosen', addedBy: 'admin-token', problem: null },
    ])
    expect(await codes()).toEqual(['RJ01000001', 'RJ01000002', 'RJ01000003', 'RJ01000004'])
    const { body: tree } = await ask<{ mediaStreamUrl: string }[]>('GET', '/api/tracks/1000002')
    expect((await fetch(tree[0]?.mediaStreamUrl ?? '')).status).toBe(200)
    // Another process with this database reads the same.
    const elsewhere = await createLibraryRoots(app.config, app.database, createFolderCheck(app.config)).read()
    expect(elsewhere.roots.map(({ path }) => path)).toEqual([fixed.dir, disk.path('music')])
    expect(elsewhere.retired).toEqual([join(app.config.dataDir, 'demo-library')])
  })

  test('RUN-02 a folder that is taken out leaves with its works at once; added again it brings back what was known', async () => {
    const { token } = await aMember(app, 'keeper')
    await call(app, 'PUT', '/api/review', { token, body: { work_id: 1000002, rating: 5 } })
    const files = () => app.database.read.selectFrom('file').select(['id', 'path', 'state']).orderBy('id').execute()
    const before = await files()
    const { body } = await ask<LibraryFolders>('DELETE', `/api/admin/library-folders/${await idOf(disk.path('music'))}`)
    expect(body.folders.map(({ path }) => path)).toEqual([fixed.dir])
    expect(await codes()).toEqual(['RJ01000001'])
    expect((await files()).map(({ id }) => id)).toEqual(before.map(({ id }) => id))
    await add(disk.path('music'))
    expect(await codes()).toEqual(['RJ01000001', 'RJ01000002', 'RJ01000003', 'RJ01000004'])
    expect(await files()).toEqual(before)
    const { body: work } = await call<{ userRating: number }>(app, 'GET', '/api/work/1000002', { token })
    expect(work.userRating).toBe(5)
  })

  test('RUN-03 a folder that overlaps another is refused with the names of both, also through a link', async () => {
    for (const [path, other] of [
      [disk.path('music'), disk.path('music')],
      [disk.path('music/circle'), disk.path('music')],
      [disk.dir, disk.path('music')],
    ] as const) {
      const { status, body } = await add<Refusal>(path)
      expect([status, body.error, body.errors?.[0]?.value]).toEqual([409, 'folder.overlaps', path])
      expect(body.errors?.[0]?.msg).toContain(other)
    }
    await add(disk.path('in'))
    const { body } = await add<Refusal>(disk.path('other'))
    expect(body.errors?.[0]?.msg).toContain(disk.path('in'))
    await ask('DELETE', `/api/admin/library-folders/${await idOf(disk.path('in'))}`)
    expect((await ask('DELETE', '/api/admin/library-folders/999')).body).toEqual({ error: 'folder.notChosen' })
  })

  test('RUN-03 a path with NUL, or longer than any, is no path', async () => {
    for (const path of [`${disk.dir}/a\0b`, '', 'x'.repeat(5_000)]) expect((await add(path)).status).toBe(400)
  })

  test('RUN-10 a row that no administrator could have chosen is listed as not used, and its works stay as they are', async () => {
    const outside = aLibrary({ 'RJ01000009 Away/01.wav': aWav() })
    symlinkSync(outside.dir, disk.path('out'))
    const { write } = app.database
    // A scan of the test before would write the works' folder back.
    await app.library.whenIdle()
    const paths = [outside.dir, disk.path('out'), app.config.dataDir, '/']
    await write
      .insertInto('library_folder')
      .values(paths.map((path) => ({ path, added_by: 'a backup', added_at_ms: 0, removed_at_ms: null })))
      .execute()
    const music = disk.path('music')
    await write.updateTable('work').set({ root: outside.dir }).where('root', '=', music).execute()
    const elsewhere = createLibraryRoots(app.config, app.database, createFolderCheck(app.config))
    expect(await elsewhere.paths()).toEqual([fixed.dir, music])
    await write.updateTable('library_folder').set({ removed_at_ms: 1 }).where('path', '=', music).execute()
    app.roots.forget()
    await ask('POST', '/api/library/scan')
    expect(await codes()).toEqual(['RJ01000001', 'RJ01000002', 'RJ01000003', 'RJ01000004'])
    const { body } = await ask<LibraryFolders>('GET', '/api/admin/library-folders')
    expect(body.folders.map(({ path, refusal }) => [path, refusal])).toEqual([
      [fixed.dir, null],
      ...paths.map((path) => [path, 'outside']),
    ])
    await write.updateTable('work').set({ root: music }).where('root', '=', outside.dir).execute()
    await write.deleteFrom('library_folder').where('path', 'in', paths).execute()
    await write.updateTable('library_folder').set({ removed_at_ms: null }).where('path', '=', music).execute()
    app.roots.forget()
    outside.remove()
  })

  test('RUN-05 one folder is scanned again, and the others are left alone', async () => {
    await app.library.whenIdle()
    writeFileSync(disk.path('music/RJ01000002 Rain/02.wav'), aWav())
    writeFileSync(join(fixed.dir, 'RJ01000001 Fixed/02.wav'), aWav())
    expect((await ask<ScanStatus>('POST', '/api/library/scan', { folder: disk.path('music') })).status).toBe(200)
    await app.library.whenIdle()
    const { body } = await ask<ScanStatus>('GET', '/api/library/scan')
    expect(body.last?.counts).toMatchObject({ found: 3, changed: 1, unchanged: 2, missing: 0 })
    expect((await ask('POST', '/api/library/scan', { folder: '/etc' })).body).toEqual({
      error: 'folder.notChosen',
    })
  })
})

test('RUN-06 RUN-11 the demo library leaves with the first folder that is chosen, and is not missed; LIBRARY_BROWSE=off lets none be chosen', async () => {
  const library = aLibrary({ 'RJ01000001 Rain/01.wav': aWav() })
  const app = await startApp({ libraryDirs: [], env: { LIBRARY_BROWSE: library.dir }, scan: false })
  try {
    writeFiles(join(app.config.dataDir, 'demo-library'), { 'RJ01000002 Demo/01.wav': aWav() })
    await call(app, 'POST', '/api/library/scan', { token: TEST_ADMIN_TOKEN })
    await app.library.whenIdle()
    const { token } = await aMember(app, 'the-owner')
    await call(app, 'PUT', '/api/review', { token, body: { work_id: 1000002, rating: 5 } })
    const list = () => call<LibraryFolders>(app, 'GET', '/api/admin/library-folders', { token: TEST_ADMIN_TOKEN })
    expect((await list()).body.folders).toMatchObject([{ id: null, source: 'demo' }])
    await call(app, 'POST', '/api/admin/library-folders', { token: TEST_ADMIN_TOKEN, body: { path: library.dir } })
    expect((await list()).body.folders).toMatchObject([{ path: library.dir, source: 'chosen' }])
    await app.library.whenIdle()
    const { body: status } = await call<ServerStatus>(app, 'GET', '/api/admin/status', { token: TEST_ADMIN_TOKEN })
    expect(status.library).toMatchObject({ works: 1, missingWorks: 0 })
    const missing = await call(app, 'GET', '/api/library/missing', { token: TEST_ADMIN_TOKEN })
    expect(missing.body).toMatchObject({ works: [], pagination: { totalCount: 0 } })
    const { body: kept } = await call(app, 'GET', '/api/auth/export', { token })
    expect(kept).toMatchObject({ reviews: [{ code: 'RJ01000002', userRating: 5 }] })
  } finally {
    await app.close()
  }
  const closed = await startApp({ libraryDirs: [library.dir], env: { LIBRARY_BROWSE: 'off' }, scan: false })
  try {
    const ask = (method: string, path: string, body?: object) =>
      call(closed, method, path, { token: TEST_ADMIN_TOKEN, body })
    expect((await ask('GET', '/api/admin/library-folders')).body).toMatchObject({ canAdd: false })
    for (const { body } of [
      await ask('GET', '/api/admin/browse'),
      await ask('POST', '/api/admin/library-folders', { path: library.dir }),
    ]) {
      expect(body).toEqual({ error: 'folder.off' })
    }
  } finally {
    await closed.close()
    library.remove()
  }
})
