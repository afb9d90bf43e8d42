import { spawnSync } from 'node:child_process'
import {
  closeSync,
  constants,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

import type { Backups } from '@otodana/contract'
import { decodeJwt, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import { aMember, call } from '../../../test/accounts.ts'
import { dialects } from '../../../test/databases.ts'
import { startApp, TEST_ADMIN_TOKEN, TEST_SESSION_SECRET, type TestApp } from '../../../test/start-app.ts'
import { aFolder } from '../../../test/work-folders.ts'
import { openBackup } from '#db/backup/read-backup.ts'
import { createServerSettings } from '#db/server-settings.ts'

describe.each(dialects)('backups by the server on %s', (dialect) => {
  const place = aFolder()
  const ofAnother = 'otodana-00000000-20200101-000000000.backup'
  const dir = join(place.path, 'backups')
  let app: TestApp
  beforeAll(async () => {
    // The schedule makes the first one at once.
    app = await startApp({ libraryDirs: [], dialect, scan: false, env: { BACKUP_DIR: dir, BACKUP_KEEP: '2' } })
  })
  afterAll(async () => {
    await app.close()
    place[Symbol.dispose]()
  })

  const ask = async (method: string, path = '') =>
    (await call<Backups>(app, method, `/api/admin/backups${path}`, { token: TEST_ADMIN_TOKEN })).body
  const untilDone = () =>
    vi.waitUntil(async () => {
      const state = await ask('GET')
      return state.progress === null ? state : null
    }, 60_000)
  const untilFirst = async () => {
    await vi.waitUntil(async () => (await ask('GET')).backups.length > 0, 60_000)
    return untilDone()
  }
  const download = (name: string) =>
    fetch(`${app.url}/api/admin/backups/${encodeURIComponent(name)}`, {
      headers: { authorization: `Bearer ${TEST_ADMIN_TOKEN}` },
    })

  test('BAK-06 BAK-07 they are made by the schedule and on request, kept up to a number, and sent to administrators', async () => {
    const first = await untilFirst()
    expect(first).toMatchObject({ folder: dir, everyHours: 24, keep: 2, failure: null })
    expect(first.backups).toMatchObject([{ kind: 'regular' }])
    expect(Date.parse(first.nextAt ?? '')).toBeGreaterThan(Date.now() + 23 * 3_600_000)

    writeFileSync(join(dir, 'notes.txt'), 'of the owner')
    writeFileSync(join(dir, ofAnother), 'of another server')
    // Older than all, and cannot be removed like a file.
    const stuck = (first.backups[0]?.name ?? '').replace(/-\d{8}-\d{9}/, '-20200101-000000000')
    mkdirSync(join(dir, stuck))
    for (let made = 0; made < 2; made++) {
      expect((await ask('POST')).progress).not.toBeNull()
      await untilDone()
    }
    const { backups: listed, failure } = await ask('GET')
    expect(failure).toBeNull()
    expect(listed.at(-1)?.name).toBe(stuck)
    rmSync(join(dir, stuck), { recursive: true })
    const { backups } = await ask('GET')
    expect(backups).toHaveLength(2)
    expect(backups.map(({ name }) => name)).not.toContain(first.backups[0]?.name)
    expect(readdirSync(dir).toSorted()).toEqual([...backups.map(({ name }) => name), ofAnother, 'notes.txt'].toSorted())

    const { name = '' } = backups[0] ?? {}
    const response = await download(name)
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(bytes.equals(readFileSync(join(dir, name)))).toBe(true)
    expect(response.headers.get('content-disposition')).toContain(`filename="${name}"`)
    expect(response.headers.get('cache-control')).toBe('no-store')
    const backup = await openBackup(join(dir, name))
    expect(backup.manifest.dialect).toBe(dialect)
    backup.close()
    const { body } = await call<{ events: object[] }>(app, 'GET', '/api/admin/security-events?limit=1', {
      token: TEST_ADMIN_TOKEN,
    })
    expect(body.events).toMatchObject([{ kind: 'backupDownloaded', name: 'admin-token' }])
  })

  test('BAK-10 a link opens one backup for a minute, as long as an administrator’s session lasts', async () => {
    await untilFirst()
    const { name = '' } = (await ask('GET')).backups[0] ?? {}
    const [path, size] = [`/api/admin/backups/${name}`, statSync(join(dir, name)).size]
    const linkOf = (token: string, ofName = name) =>
      call<{ link: string; error: unknown }>(app, 'POST', `/api/admin/backups/${ofName}/link`, { token })
    const open = async (link: string, headers = {}) => {
      const response = await fetch(app.url + link, { headers })
      return { status: response.status, headers: response.headers, length: (await response.arrayBuffer()).byteLength }
    }
    const admin = await aMember(app, 'the-admin')
    const { link } = (await linkOf(admin.token)).body
    expect(link).toContain(`${path}?token=`)

    const whole = await open(link)
    expect(whole).toMatchObject({ status: 200, length: size })
    expect(whole.headers.get('content-length')).toBe(String(size))
    expect(whole.headers.get('content-disposition')).toContain(`filename="${name}"`)
    const rest = await open(link, { range: `bytes=${size - 10}-`, 'if-range': whole.headers.get('etag') ?? '' })
    expect(rest).toMatchObject({ status: 206, length: 10 })
    expect(rest.headers.get('content-range')).toBe(`bytes ${size - 10}-${size - 1}/${size}`)

    const token = link.split('=')[1] ?? ''
    expect((await open(`${path.replace(/..$/, 'xx')}?token=${token}`)).status).toBe(401)
    expect((await open(`/api/admin/backups?token=${token}`)).status).toBe(401)
    expect((await open(path, { authorization: `Bearer ${token}` })).status).toBe(401)
    expect((await open(`${path}?token=${admin.token}`)).status).toBe(401)
    expect((await linkOf(admin.token, 'notes.txt')).status).toBe(404)

    const resigned = (endsAt: string) =>
      new SignJWT(decodeJwt(token))
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setExpirationTime(endsAt)
        .sign(Buffer.from(TEST_SESSION_SECRET))
    const { iat = 0, exp = 0 } = decodeJwt(token)
    expect(exp - iat).toBe(60)
    expect((await open(`${path}?token=${await resigned('1m')}`)).status).toBe(200)
    expect((await open(`${path}?token=${await resigned('-1s')}`)).status).toBe(401)

    const other = await aMember(app, 'the-other')
    const put = (id: number | undefined, group: string) =>
      call(app, 'PUT', `/api/admin/users/${id}`, { token: TEST_ADMIN_TOKEN, body: { group } })
    await put(other.user.id, 'administrator')
    expect((await put(admin.user.id, 'user')).status).toBe(200)
    expect((await open(link)).status).toBe(403)
    expect((await linkOf(admin.token)).status).toBe(403)
    expect((await put(admin.user.id, 'administrator')).status).toBe(200)
    expect((await open(link)).status).toBe(200)
    await call(app, 'POST', '/api/auth/end-other-sessions', { token: admin.token })
    expect((await open(link)).status).toBe(401)
  })

  test('BAK-07 only backups in the folder are sent', async () => {
    for (const name of ['notes.txt', '../notes.txt', '..', ofAnother, 'x'.repeat(100)]) {
      const response = await download(name)
      expect([name, response.status]).toEqual([name, 404])
    }
  })

  test('BAK-03 what a killed server left of a backup is removed by the next one, unless another server may be writing it', async () => {
    const { backups } = await untilFirst()
    const left = `${(backups[0]?.name ?? '').replace(/-\d{8}-\d{9}/, '-20200101-000000000')}.partial-0123456789ab`
    // A copy of this installation may be writing it.
    const current = left.replace(/[0-9a-f]{12}$/, 'ffffffffffff')
    writeFileSync(join(dir, current), 'half a backup')
    const twentyMinutesAgo = Date.now() / 1_000 - 1_200
    for (const name of [left, `${left}-journal`]) {
      writeFileSync(join(dir, name), 'half a backup')
      utimesSync(join(dir, name), twentyMinutesAgo, twentyMinutesAgo)
    }
    await ask('POST')
    expect((await untilDone()).failure).toBeNull()
    const found = readdirSync(dir).filter((name) => name.includes('.partial-'))
    expect(found.toSorted()).toEqual([...(dialect === 'postgres' ? [left, `${left}-journal`] : []), current])
    for (const name of found) rmSync(join(dir, name))
  })

  test('BAK-08 a failure is shown, counted and in the metrics until one succeeds; a cancelled one leaves nothing', async () => {
    await untilFirst()
    const kept = readdirSync(dir)
    const uploads = join(app.config.dataDir, 'uploaded-covers')
    mkdirSync(uploads)
    const [pipe, after] = [join(uploads, 'upload-1-0123456789abcdef'), join(uploads, 'upload-2-0123456789abcdef')]
    // The backup waits for its other end.
    spawnSync('mkfifo', [pipe])
    writeFileSync(after, '')
    // Due at once: a cancelled one must not be started again.
    await createServerSettings(app.database).set('lastBackupAtMs', 0)
    await ask('POST')
    await vi.waitUntil(() => readdirSync(dir).some((name) => name.includes('.partial-')), 60_000)
    await ask('POST', '/cancel')
    const cancelled = await vi.waitUntil(async () => {
      openOtherEnd(pipe)
      const state = await ask('GET')
      return state.progress === null ? state : null
    }, 60_000)
    expect(readdirSync(dir)).toEqual(kept)
    expect(cancelled.failure).toBeNull()
    expect(Date.parse(cancelled.nextAt ?? '')).toBeGreaterThan(Date.now() + 23 * 3_600_000)
    rmSync(uploads, { recursive: true })

    rmSync(dir, { recursive: true })
    writeFileSync(dir, 'in the way')
    await ask('POST')
    const failed = await vi.waitUntil(async () => {
      const state = await ask('GET')
      return state.failure !== null && state.progress === null ? state : null
    }, 60_000)
    expect(failed.failure).toMatchObject({ reason: 'other', message: expect.stringContaining('EEXIST') })
    const metrics = () =>
      fetch(`${app.url}/metrics`, { headers: { authorization: `Bearer ${TEST_ADMIN_TOKEN}` } }).then((it) => it.text())
    expect(await metrics()).toContain('otodana_backup_failed 1')

    rmSync(dir)
    await ask('POST')
    expect((await untilDone()).failure).toBeNull()
    expect(await metrics()).toContain('otodana_backup_failed 0')
  })
})

/** Lets a reader of a pipe find its end; without a reader nothing happens. */
function openOtherEnd(pipe: string) {
  try {
    closeSync(openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENXIO') throw error
  }
}
