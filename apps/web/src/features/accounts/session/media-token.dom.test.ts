import type { Endpoint } from '@otodana/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import type { Api } from '#lib/api/api.ts'
import { mediaAddress, setMediaToken } from '#lib/api/media-address.ts'

import { openMedia } from './media-token.ts'
import { clearSession, useSession } from './session.store.ts'

const HOUR_MS = 3_600_000
const SESSION = 'a-session-of-this-very-device.signature'
let made: number
let isAway: boolean

/** A server that issues the tokens `media1`, `media2` … */
const api = (async (endpoint: Endpoint) => {
  if (isAway || endpoint.path !== '/api/auth/media-token') throw new Error('nobody there')
  return Promise.resolve({ token: `media${++made}`, expiresAt: '' })
}) as Api
const tokenNow = () => new URL(mediaAddress('/api/cover/1.jpg'), location.origin).searchParams.get('token')
const openAs = (session: string) => {
  useSession.setState({ token: session, isMediaReady: false })
  return openMedia(api, session)
}

beforeEach(() => {
  vi.useFakeTimers()
  made = 0
  isAway = false
})
afterEach(() => {
  clearSession()
  setMediaToken('')
  vi.useRealTimers()
})

test('ATH-02 addresses of files say who asks by a token of their own, which a reload takes over', async () => {
  await openAs(SESSION)
  expect(tokenNow()).toBe('media1')
  expect(useSession.getState().isMediaReady).toBe(true)
  setMediaToken('')
  await openAs(SESSION)
  expect(tokenNow()).toBe('media1')
  expect(made).toBe(1)
  // The session's token is not stored elsewhere.
  expect(localStorage.getItem('media-token')).not.toContain(SESSION)
})

test('ATH-02 it is not used for another session, and is dropped with its own', async () => {
  await openAs(SESSION)
  await openAs('another-session-of-somebody-else.its-signature')
  expect(tokenNow()).toBe('media2')
  clearSession()
  expect(localStorage.getItem('media-token')).toBeNull()
})

test('ATH-02 it is renewed when half of its twelve hours are over, again and again', async () => {
  await openAs(SESSION)
  await vi.advanceTimersByTimeAsync(6 * HOUR_MS - 1)
  expect(tokenNow()).toBe('media1')
  await vi.advanceTimersByTimeAsync(1)
  expect(tokenNow()).toBe('media2')
  await vi.advanceTimersByTimeAsync(6 * HOUR_MS)
  expect(tokenNow()).toBe('media3')
})

test('ATH-02 a page that is opened later renews it as soon as that is due', async () => {
  await openAs(SESSION)
  useSession.setState({ token: null })
  await vi.advanceTimersByTimeAsync(5 * HOUR_MS)
  await openAs(SESSION)
  expect(made).toBe(1)
  await vi.advanceTimersByTimeAsync(HOUR_MS)
  expect(tokenNow()).toBe('media2')
})

test('ATH-02 where that fails it is tried again, until the session ends', async () => {
  await openAs(SESSION)
  isAway = true
  await vi.advanceTimersByTimeAsync(6 * HOUR_MS + 20_000)
  expect(tokenNow()).toBe('media1')
  isAway = false
  await vi.advanceTimersByTimeAsync(30_000)
  expect(tokenNow()).toBe('media2')
  clearSession()
  await vi.advanceTimersByTimeAsync(24 * HOUR_MS)
  expect(made).toBe(2)
})

test.each([
  'nonsense',
  '{"token":1}',
  `{"token":"old","session":"${SESSION.slice(-24)}","sinceMs":-1}`,
  // After the clock was set back.
  `{"token":"new","session":"${SESSION.slice(-24)}","sinceMs":9e15}`,
])('ATH-02 an unusable stored token is ignored: %s', async (text) => {
  localStorage.setItem('media-token', text)
  await openAs(SESSION)
  expect(tokenNow()).toBe('media1')
})
