import { readdirSync, readFileSync } from 'node:fs'

import type { KikoeruImport } from '@otodana/contract'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { aKikoeru, aKikoeruWork, type Kikoeru, kikoeruHash, SECRET } from '../../../test/a-kikoeru.ts'
import { aMember, call, logInAs } from '../../../test/accounts.ts'
import { openShelf, type Shelf } from '../../../test/shelf.ts'

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
const start = (isDryRun: boolean, more: { secret?: string; owner?: string } = {}) =>
  call(shelf, 'POST', '/api/admin/kikoeru/start', { token, body: { isDryRun, secret: null, owner: null, ...more } })
const upload = (body: string | Uint8Array<ArrayBuffer>, type = 'application/octet-stream') =>
  fetch(`${shelf.url}/api/admin/kikoeru/database`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': type },
    body,
  })
const ended = () =>
  vi.waitUntil(async () => {
    const now = await status()
    return now.state === 'running' ? null : now
  })
const hidden = () => readdirSync(shelf.config.dataDir).filter((name) => /^\.(kikoeru|foreign)/.test(name))

test('MOV-08 an uploaded database is checked first, then taken over, and reported', async () => {
  expect((await start(true)).status).toBe(404)
  expect((await upload('x', 'text/plain')).status).toBe(415)
  expect(await (await upload(new Uint8Array(readFileSync(kikoeru.database)))).json()).toMatchObject({ state: 'ready' })
  await start(true, { secret: SECRET })
  const checked = await ended()
  expect(checked).toMatchObject({ state: 'done', isDryRun: true, problem: null, share: 1 })
  expect(checked?.counts.find(({ kind }) => kind === 'review')).toMatchObject({ new: 1, skipped: 1 })
  expect(
    (await call(shelf, 'POST', '/api/auth/me', { body: { name: 'alice', password: 'old password' } })).status,
  ).toBe(401)
  await start(false, { secret: SECRET })
  expect(await ended()).toMatchObject({ state: 'done', isDryRun: false })
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

test('MOV-08 a file that is no database, and an owner without an account, are named', async () => {
  await upload('SQLite format 3, but not really')
  await start(true)
  expect(await ended()).toMatchObject({ state: 'failed', problem: 'damaged' })
  await upload(new Uint8Array(readFileSync(kikoeru.database)))
  await start(true, { owner: 'no such account' })
  expect(await ended()).toMatchObject({ state: 'failed', problem: 'account' })
  await call(shelf, 'DELETE', '/api/admin/kikoeru', { token })
})
