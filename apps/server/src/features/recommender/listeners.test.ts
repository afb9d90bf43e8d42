import { randomUUID } from 'node:crypto'

import type { WorkPage } from '@otodana/contract'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { aMember, call, logInAs } from '../../../test/accounts.ts'
import { dialects } from '../../../test/databases.ts'
import { fill, openShelf, type Shelf } from '../../../test/shelf.ts'

type Page = WorkPage
type Asking = { token?: string; address?: string }

const idOf = (index: number) => 1_000_001 + index * 7

describe.each(dialects)('whose listening it is, on %s', (dialect) => {
  let shelf: Shelf
  beforeEach(async () => {
    shelf = await openShelf(dialect)
    await fill(shelf)
  })
  afterEach(() => shelf.close())

  const post = <T = Page>(name: string, body: unknown, { token, address }: Asking = {}) =>
    call<T>(shelf, 'POST', `/api/recommender/${name}`, {
      body,
      token,
      ...(address === undefined ? {} : { address }),
    })
  async function ids(name: string, body: unknown, asking?: Asking): Promise<number[]> {
    const { status, body: page } = await post(name, body, asking)
    expect([status, page]).toMatchObject([200, {}])
    return page.works.map(({ id }) => id)
  }
  async function tell(type: string, recommenderUuid: string, itemId: number | string, asking?: Asking) {
    return (await post('feedback', { type, recommenderUuid, itemId }, asking)).status
  }
  const rows = () => shelf.database.read.selectFrom('listening').selectAll().orderBy('work_id').execute()

  test("REC-02 an account's id gives no access to the account without its login", async () => {
    const { token, user } = await aMember(shelf, 'alice')
    await tell('listen-90percent', user.recommenderUuid, idOf(5), { token })
    const before = await rows()
    // Its history is neither read …
    const asStranger = { recommenderUuid: user.recommenderUuid.toUpperCase(), pageSize: 100 }
    expect(await ids('recommend-for-user', asStranger)).toContain(idOf(5))
    // … nor written.
    expect(await tell('listen-90percent', user.recommenderUuid, idOf(6))).toBe(200)
    const { token: robert } = await aMember(shelf, 'robert')
    expect(await tell('dislike', user.recommenderUuid, idOf(8), { token: robert })).toBe(200)
    const after = await rows()
    expect(after.filter(({ listener }) => listener === user.recommenderUuid)).toEqual(before)
    expect(await ids('recommend-for-user', { pageSize: 100 }, { token })).toContain(idOf(6))
    // Within one network, that id is one listener.
    expect(await ids('recommend-for-user', asStranger)).not.toContain(idOf(6))
    expect(await ids('recommend-for-user', asStranger, { address: '10.8.8.8' })).toContain(idOf(6))
  })

  test("REC-03 the guest's id, which all guests share, is another listener in each network", async () => {
    const { token, user } = await logInAs(shelf, 'guest', 'guest')
    const [here, there] = [
      { token, address: '10.1.1.1' },
      { token, address: '10.2.2.2' },
    ]
    await tell('listen-90percent', user.recommenderUuid, idOf(5), here)
    const listeners = (await rows()).map(({ listener }) => listener)
    expect(listeners).toHaveLength(1)
    expect(listeners).not.toContain(user.recommenderUuid)
    const asked = { recommenderUuid: user.recommenderUuid, pageSize: 100 }
    expect(await ids('recommend-for-user', asked, here)).not.toContain(idOf(5))
    expect(await ids('recommend-for-user', asked, there)).toContain(idOf(5))
  })

  test('REC-03 an id that an account takes over keeps its history, which is exported and deleted with it', async () => {
    const uuid = randomUUID()
    await tell('listen-90percent', uuid, idOf(5))
    const { body: session } = await call<{ token: string }>(shelf, 'POST', '/api/auth/reg', {
      body: { name: 'alice', password: 'alice-secret', recommenderUuid: uuid.toUpperCase() },
    })
    const { token } = session
    expect(await ids('recommend-for-user', { pageSize: 100 }, { token })).not.toContain(idOf(5))
    await tell('like', uuid, idOf(5), { token })
    const exported = await call<{ listening: unknown }>(shelf, 'GET', '/api/auth/export', { token })
    expect(exported.body.listening).toMatchObject([
      { code: 'RJ01000036', milestones: ['listen-90percent'], opinion: 'like' },
    ])
    expect(JSON.stringify(exported.body.listening)).not.toContain('network')
    const gone = await call(shelf, 'POST', '/api/auth/delete-account', { token, body: { password: 'alice-secret' } })
    expect(gone.status).toBe(200)
    expect(await rows()).toEqual([])
  })

  test('REC-03 no address is kept, and networks are told apart', async () => {
    await tell('start-listen', randomUUID(), idOf(1), { address: '203.0.113.7' })
    await tell('start-listen', randomUUID(), idOf(2), { address: '2001:db8::1' })
    await tell('start-listen', randomUUID(), idOf(3), { address: '2001:db8::2' })
    const networks = (await rows()).map(({ network }) => network)
    expect(JSON.stringify(await rows())).not.toMatch(/203\.0|2001:db8/)
    expect(networks[1]).toBe(networks[2])
    expect(new Set(networks).size).toBe(2)
  })
})
