import 'fake-indexeddb/auto'
import { beforeEach, expect, test, vi } from 'vitest'

import { useSession } from '#features/accounts/index.ts'
import { useConnection } from '#features/offline/index.ts'
import { createApi } from '#lib/api/api.ts'

import { outbox } from './outbox.ts'
import { sendWrite } from './queue/calls.ts'
import { deleted, rated } from './queue/test/a-queue.ts'
import type { Write } from './queue/writes.ts'
import { sendOrWait, takeBack } from './send-or-wait.ts'
import { useOutbox } from './waiting.store.ts'

const member = { id: 7, name: 'akari', group: 'user' } as never
const page = (status = 200) =>
  new Response('<html>Welcome to the hotel</html>', { status, headers: { 'content-type': 'text/html' } })

beforeEach(async () => {
  useSession.setState({ token: 'token', user: member })
  useConnection.setState({ reach: 'here' })
  await outbox.clear(7)
})

test.each([
  ['a page in place of an answer', () => Promise.resolve(page())],
  ['a page that wants a login', () => Promise.resolve(page(511))],
  ['half an answer', () => Promise.resolve(new Response('{"message": "do'))],
  ['no answer', () => Promise.reject(new TypeError('Failed to fetch'))],
])('OFF-53 a change waits after %s, and is sent with the same key', async (_, answer) => {
  const keys: string[] = []
  const fetch = vi.fn<typeof globalThis.fetch>(async (_url, init) => {
    keys.push(new Headers(init?.headers).get('idempotency-key') ?? '')
    return answer()
  })
  expect(await sendOrWait(createApi({ fetch }), rated(4, null))).toBeNull()
  const [one] = useOutbox.getState().items
  expect(one).toMatchObject({ account: 7, state: 'waiting', isTried: true, key: keys[0], write: rated(4, null) })
})

test('OFF-40 a refusal is thrown, and nothing waits', async () => {
  const fetch = async () => Response.json({ error: 'work.notFound' }, { status: 404 })
  await expect(sendOrWait(createApi({ fetch }), rated(4, null))).rejects.toMatchObject({ status: 404 })
  expect(useOutbox.getState().items).toEqual([])
})

test('OFF-40 while the server is known to be away nothing is tried', async () => {
  useConnection.setState({ reach: 'away' })
  const fetch = vi.fn<typeof globalThis.fetch>()
  expect(await sendOrWait(createApi({ fetch }), rated(4, null))).toBeNull()
  expect(fetch).not.toHaveBeenCalled()
  expect(useOutbox.getState().items).toMatchObject([{ isTried: false }])
})

test('OFF-55 what waits is taken back, unless the server may have it', async () => {
  const unheard = (day: string) => ({ kind: 'unheard', work: { id: 1, title: 'Rain' }, day }) as const
  const isOf = (day: string) => (write: Write) => write.kind === 'unheard' && write.day === day
  const fetch = async () => page()
  expect(await sendOrWait(createApi({ fetch }), unheard('2026-11-01'))).toBeNull()
  useConnection.setState({ reach: 'away' })
  expect(await sendOrWait(createApi({ fetch }), unheard('2026-11-02'))).toBeNull()
  expect([await takeBack(isOf('2026-11-01')), await takeBack(isOf('2026-11-02'))]).toEqual([false, true])
  expect(await takeBack(isOf('2026-11-02'))).toBe(false)
  expect(useOutbox.getState().items.map(({ write }) => write)).toEqual([unheard('2026-11-01')])
})

test('OFF-55 a playlist that is gone counts as deleted, but not where it is deleted at once', async () => {
  const fetch = async () => Response.json({ error: 'playlist.notFound' }, { status: 404 })
  const api = createApi({ fetch })
  expect(await sendWrite(api, deleted, true, {})).toEqual({ id: 'n' })
  await expect(sendOrWait(api, deleted)).rejects.toMatchObject({ status: 404 })
})
