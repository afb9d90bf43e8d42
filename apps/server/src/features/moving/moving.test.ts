import { readdirSync, readFileSync } from 'node:fs'

import {
  AccountExport,
  type KikoeruImport,
  MAX_KIKOERU_COVER_BYTES,
  MAX_REVIEW_LENGTH,
  splitExport,
} from '@otodana/contract'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { aKikoeru, aKikoeruWork, type Kikoeru, kikoeruHash, SECRET } from '../../../test/a-kikoeru.ts'
import { aMember, call, logInAs } from '../../../test/accounts.ts'
import { openShelf, type Shelf } from '../../../test/shelf.ts'
import { MAX_IMPORTS_PER_HOUR } from './moving.routes.ts'

let shelf: Shelf
let kikoeru: Kikoeru
let token: string
beforeAll(async () => {
  shelf = await openShelf('sqlite')
  token = (await aMember(shelf, 'the-owner')).token
  kikoeru = aKikoeru()
  kikoeru.insert('t_work', aKikoeruWork(243_448))
  kikoeru.insert('t_user', { name: 'alice', password: kikoeruHash('old password'), group: 'user' })
  kikoeru.insert('t_review', { user_name: 'alice', work_id: '243448', rating: 5 })
  kikoeru.insert('t_review', { user_name: 'gone', work_id: '243448', rating: 5 })
  await shelf.change((tx) => tx.insertInto('circle').values({ id: 1, name: 'Rain', name_key: 'rain' }).execute())
  await shelf.put({ id: 243_448 })
})
afterAll(async () => {
  kikoeru[Symbol.dispose]()
  await shelf.close()
})

const status = async () => (await call<KikoeruImport>(shelf, 'GET', '/api/admin/kikoeru', { token })).body
type More = { secret?: string; owner?: string; users?: { name: string; account: string }[] }
const start = (isDryRun: boolean, more: More = {}) =>
  call(shelf, 'POST', '/api/admin/kikoeru/start', { token, body: { isDryRun, secret: null, owner: null, ...more } })
const send = (path: string, body: string | Uint8Array<ArrayBuffer>, type = 'application/octet-stream') =>
  fetch(`${shelf.url}/api/admin/kikoeru/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': type },
    body,
  })
const upload = (body: string | Uint8Array<ArrayBuffer>, type?: string) => send('database', body, type)
const uploadKikoeruItself = () => upload(new Uint8Array(readFileSync(kikoeru.database)))
const ended = () =>
  vi.waitUntil(
    async () => {
      const now = await status()
      return now.state === 'running' ? null : now
    },
    { timeout: 20_000 },
  )
const hidden = () => readdirSync(shelf.config.dataDir).filter((name) => /^\.(kikoeru|foreign)/.test(name))

test('MOV-08 an uploaded database is checked first, then taken over, and reported', async () => {
  expect((await start(true)).status).toBe(404)
  expect((await upload('x', 'text/plain')).status).toBe(415)
  expect(await (await uploadKikoeruItself()).json()).toMatchObject({
    state: 'ready',
    contents: { hasAdmin: true, users: ['alice'], passwords: 1, folders: [{ name: 'Voices', works: 1, here: 1 }] },
  })
  await start(true, { secret: SECRET })
  const checked = await ended()
  expect(checked).toMatchObject({ state: 'done', isDryRun: true, problem: null, share: 1 })
  expect(checked?.counts.find(({ kind }) => kind === 'review')).toMatchObject({ new: 1, skipped: 1 })
  expect(
    (await call(shelf, 'POST', '/api/auth/me', { body: { name: 'alice', password: 'old password' } })).status,
  ).toBe(401)
  await start(false, { secret: SECRET })
  expect(await ended()).toMatchObject({ state: 'done', isDryRun: false })
  expect(hidden()).toEqual([])
  expect((await start(false)).status).toBe(404)
  const alice = await logInAs(shelf, 'alice', 'old password')
  const reviews = await call<{ works: object[] }>(shelf, 'GET', '/api/review', { token: alice.token })
  expect(reviews.body.works).toMatchObject([{ id: 243_448, userRating: 5 }])
  const headers = { authorization: `Bearer ${token}` }
  const report = await fetch(`${shelf.url}/api/admin/kikoeru/report`, { headers })
  expect(await report.text()).toContain('review gone RJ243448: skipped (Its account is not in the database)')
  const events = await call<{ events: { kind: string }[] }>(shelf, 'GET', '/api/admin/security-events', { token })
  expect(events.body.events.map(({ kind }) => kind)).toContain('kikoeruImported')
  await call(shelf, 'DELETE', '/api/admin/kikoeru', { token })
  expect(await status()).toMatchObject({ state: 'none' })
  expect(hidden()).toEqual([])
})

test('MOV-05 MOV-08 a wrong md5secret is named, and corrected by another import until the member has logged in', async () => {
  using other = aKikoeru()
  for (const name of ['early-one', 'later-one', 'reset-one']) {
    other.insert('t_user', { name, password: kikoeruHash('old password'), group: 'user' })
  }
  other.insert('t_user', { name: 'guest', password: kikoeruHash('guest'), group: 'guest' })
  const run = async (isDryRun: boolean, secret: string) => {
    await upload(new Uint8Array(readFileSync(other.database)))
    await start(isDryRun, { secret, owner: 'the-owner' })
    const { state, isSecretDoubtful, counts } = await ended()
    const text = await fetch(`${shelf.url}/api/admin/kikoeru/report`, { headers: { authorization: `Bearer ${token}` } })
    const isReported = (await text.text()).includes('md5secret may be wrong')
    return { state, isSecretDoubtful, isReported, ...counts.find(({ kind }) => kind === 'account') }
  }
  const logIn = async (name: string, password: string) =>
    (await call(shelf, 'POST', '/api/auth/me', { body: { name, password } })).status
  const doubtful = { state: 'done', isSecretDoubtful: true, isReported: true }
  const fine = { state: 'done', isSecretDoubtful: false, isReported: false }
  expect(await run(true, 'a wrong secret')).toMatchObject({ ...doubtful, new: 3 })
  expect(await run(true, SECRET)).toMatchObject({ ...fine, new: 3 })
  expect(await run(false, 'a wrong secret')).toMatchObject({ ...doubtful, new: 3 })
  expect(await logIn('early-one', 'old password')).toBe(401)
  const users = await call<{ users: { id: number; name: string }[] }>(shelf, 'GET', '/api/admin/users', { token })
  const { id } = users.body.users.find(({ name }) => name === 'reset-one')!
  const reset = await call<{ password: string }>(shelf, 'POST', `/api/admin/users/${id}/reset-password`, { token })
  expect(reset.status).toBe(200)
  expect(await run(true, SECRET)).toMatchObject({ ...fine, changed: 2 })
  expect(await run(false, SECRET)).toMatchObject({ ...fine, changed: 2 })
  expect(await logIn('early-one', 'old password')).toBe(200)
  expect(await logIn('reset-one', 'old password')).toBe(401)
  // A member who has logged in keeps the password, whatever a later import says.
  expect(await run(false, 'a wrong secret')).toMatchObject({ ...doubtful, changed: 1 })
  expect(await logIn('early-one', 'old password')).toBe(200)
  expect(await logIn('later-one', 'old password')).toBe(401)
  const { token: own } = await logInAs(shelf, 'early-one', 'old password')
  const change = { oldPassword: 'old password', newPassword: 'an own password' }
  expect((await call(shelf, 'POST', '/api/auth/change-password', { token: own, body: change })).status).toBe(200)
  expect(await run(false, SECRET)).toMatchObject({ ...fine, changed: 1 })
  expect(await logIn('early-one', 'an own password')).toBe(200)
  expect(await logIn('later-one', 'old password')).toBe(200)
  expect(await logIn('reset-one', reset.body.password)).toBe(200)
  await call(shelf, 'DELETE', '/api/admin/kikoeru', { token })
})

test('MOV-12 another file is refused at once, and leaves an earlier database alone', async () => {
  const refusal = async (body: Parameters<typeof upload>[0]) => {
    const answer = await upload(body)
    return [answer.status, ((await answer.json()) as { error: string }).error]
  }
  expect(await refusal('PNG')).toEqual([422, 'import.notSqlite'])
  expect(await status()).toMatchObject({ state: 'none', contents: null })
  await uploadKikoeruItself()
  expect(await refusal('SQLite format 3\0, but not really')).toEqual([422, 'import.damaged'])
  expect(await refusal('')).toEqual([422, 'import.notKikoeru'])
  expect(await status()).toMatchObject({ state: 'ready', contents: { users: ['alice'] } })
  await start(true, { owner: 'no such account' })
  expect(await ended()).toMatchObject({ state: 'failed', problem: 'account' })
  await call(shelf, 'DELETE', '/api/admin/kikoeru', { token })
  expect(hidden()).toEqual([])
})

test('MOV-13 users are mapped to accounts, and covers come along', async () => {
  const cover = (name: string, body: Uint8Array<ArrayBuffer>) => send(`covers?name=${name}`, body)
  const picture = sharp({ create: { width: 8, height: 6, channels: 3, background: '#3a5f7d' } })
  const jpeg = new Uint8Array(await picture.jpeg().toBuffer())
  const name = 'RJ243448_img_main.jpg'
  expect((await cover(name, jpeg)).status).toBe(404)
  await uploadKikoeruItself()
  for (const other of ['../otodana.db', 'RJ243448_img_sam.jpg']) expect((await cover(other, jpeg)).status).toBe(400)
  expect((await cover(name, new Uint8Array(MAX_KIKOERU_COVER_BYTES + 1))).status).toBe(413)
  expect(await status()).toMatchObject({ covers: 0 })
  for (let sent = 0; sent < 2; sent++) expect(await (await cover(name, jpeg)).json()).toMatchObject({ covers: 1 })
  const target = await aMember(shelf, 'somebody-else')
  const users = [{ name: 'alice', account: 'somebody-else' }]
  await start(false, { users })
  expect(await ended()).toMatchObject({ state: 'done', problem: null })
  const covers = (await status()).counts.find(({ kind }) => kind === 'cover')
  expect(covers).toMatchObject({ new: 1 })
  const reviews = await call<{ works: object[] }>(shelf, 'GET', '/api/review', { token: target.token })
  expect(reviews.body.works).toMatchObject([{ id: 243_448, userRating: 5 }])
  expect(hidden()).toEqual([])
})

test('MOV-09 MOV-14 a member’s export comes back, here or on another instance, and twice is as once', async () => {
  await shelf.put({ id: 1_000_001 })
  const file = { work_id: 1_000_001, kind: 'audio', size_bytes: 1, mtime_ms: 1, has_picture: 0 } as const
  const path = 'disc/01.wav'
  await shelf.change((tx) =>
    tx
      .insertInto('file')
      .values({ ...file, path, fingerprint: '', state: 'present' })
      .execute(),
  )
  const { id: fileId } = await shelf.database.read.selectFrom('file').select('id').executeTakeFirstOrThrow()
  const [leaving, arriving] = [await aMember(shelf, 'leaving-one'), await aMember(shelf, 'arriving-one')]
  const post = (as: string, address: string, body: object) => call(shelf, 'POST', address, { token: as, body })
  await call(shelf, 'PUT', '/api/review', { token: leaving.token, body: { work_id: 1_000_001, rating: 4 } })
  const device = { id: '8f9a4b2e-5c1d-4e6f-9a7b-1c2d3e4f5a6b', name: 'Phone' }
  const places = [{ hash: `1000001/${fileId}`, seconds: 7, secondsAgo: 0 }]
  await post(leaving.token, '/api/places', { device, places })
  await post(leaving.token, '/api/playlist/create-playlist', { name: 'Night', privacy: 0, works: ['RJ01000001'] })
  const exported = await call<Record<string, object>>(shelf, 'GET', '/api/auth/export', { token: leaving.token })
  const data = exported.body
  const add = async (isDryRun: boolean) => (await post(arriving.token, '/api/auth/import', { isDryRun, data })).body
  const one = { new: 1, changed: 0, here: 0, waiting: 0, skipped: 0 }
  expect(await add(true)).toMatchObject({ reviews: one, places: one, playlists: one })
  expect(await add(false)).toMatchObject({ reviews: one, places: one, playlists: one })
  const again = { ...one, new: 0, here: 1 }
  expect(await add(false)).toMatchObject({ reviews: again, places: again, playlists: again })
  const theirs = await call<Record<string, object>>(shelf, 'GET', '/api/auth/export', { token: arriving.token })
  for (const part of ['reviews', 'places']) expect(theirs.body[part]).toEqual(data[part])
  expect(theirs.body['playlists']).toMatchObject({
    own: expect.arrayContaining([expect.objectContaining({ name: 'Night' })]),
  })

  // An export of more than a part's size comes back as its parts.
  const reviewOf = (index: number) => ({
    ...(data['reviews'] as object[])[0],
    code: `RJ0${1_100_000 + index}`,
    review_text: '雨'.repeat(MAX_REVIEW_LENGTH),
  })
  const large = { ...data, reviews: Array.from({ length: 700 }, (_, index) => reviewOf(index)) }
  const parts = splitExport(AccountExport.parse(large))
  expect(parts.length).toBeGreaterThan(1)
  const sums = await Promise.all(
    parts.map(async (part) => {
      const sent = await post(arriving.token, '/api/auth/import', { isDryRun: true, data: part })
      return (sent.body as { reviews: { waiting: number } }).reviews.waiting
    }),
  )
  expect(sums.reduce((sum, count) => sum + count)).toBe(700)

  const review = { code: 'RJ01999999', userRating: 9, review_text: null, progress: null, updated_at: 'yesterday' }
  const refused = await post(arriving.token, '/api/auth/import', { isDryRun: true, data: { reviews: 'none' } })
  expect(refused.status).toBe(400)
  const { errors } = refused.body as { errors: { param: string }[] }
  expect(errors.map(({ param }) => param)).toContain('data.reviews')
  const skipped = await post(arriving.token, '/api/auth/import', { isDryRun: true, data: { reviews: [review] } })
  expect(skipped.body).toMatchObject({ reviews: { waiting: 0, skipped: 1 } })
  const elsewhere = { ...review, userRating: 5, updated_at: '2026-01-01T00:00:00Z' }
  const waiting = await post(arriving.token, '/api/auth/import', { isDryRun: false, data: { reviews: [elsewhere] } })
  expect(waiting.body).toMatchObject({ reviews: { waiting: 1 } })
  let last = waiting.status
  for (let sent = 0; sent < MAX_IMPORTS_PER_HOUR && last === 200; sent++) {
    last = (await post(arriving.token, '/api/auth/import', { isDryRun: true, data: {} })).status
  }
  expect(last).toBe(429)
})
