import type { User } from '@otodana/contract'
import { beforeEach, expect, test, vi } from 'vitest'

import { signOut, useSession } from '#features/accounts/index.ts'
import { deviceStorage } from '#lib/storage/browser-storage.ts'

import { createOutbox } from './outbox.ts'
import { sendPositions } from './send-positions.ts'

const ID = 7
const akari: User = { id: ID, loggedIn: true, name: 'akari', group: 'user', email: null, recommenderUuid: '' }
const answer = Promise.withResolvers<Response>()
const sent = vi.fn<typeof fetch>(() => answer.promise)

beforeEach(() => {
  localStorage.clear()
  vi.stubGlobal('fetch', sent)
})

test('PLY-14 what was saved until signing out is sent with the session that ends', async () => {
  useSession.setState({ token: 'akaris', user: akari })
  const stop = sendPositions(ID)
  expect(sent).not.toHaveBeenCalled()
  deviceStorage.write('player-places', JSON.stringify([['1/1', 42, 'tab', Date.now()]]))
  signOut()
  stop()
  const [, init] = sent.mock.lastCall!
  expect(new Headers(init?.headers).get('authorization')).toBe('Bearer akaris')
  expect(init?.body).toContain('"hash":"1/1","seconds":42')
  const outbox = createOutbox(deviceStorage, ID)
  expect(outbox.unsent()).toHaveLength(1)
  answer.resolve(Response.json({ saved: 1 }))
  await expect.poll(() => outbox.unsent()).toEqual([])
})
