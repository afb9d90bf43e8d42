import type { User } from '@otodana/contract'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { signOut, useSession } from '#features/accounts/index.ts'
import { playback, playTracks, type QueueTrack } from '#features/player/index.ts'
import { type Api, ApiError } from '#lib/api/api.ts'
import { deviceStorage } from '#lib/storage/browser-storage.ts'

import { followHistory } from './follow-history.ts'
import { createHistoryLog } from './history-log.ts'

const ID = 7
const akari: User = { id: ID, loggedIn: true, name: 'akari', group: 'user', email: null, recommenderUuid: '' }
const api = (() => Promise.reject(new ApiError(0, undefined, 'no connection'))) as Api
const track: QueueTrack = {
  hash: '1/1',
  title: 'Umbrella',
  workTitle: 'Rain',
  workId: 1,
  workPath: '/work/1',
  coverUrl: '',
  largeCoverUrl: '',
  streamUrl: '/api/media/stream/1/1',
  lowQualityUrl: '',
  downloadUrl: '',
  durationSeconds: 240,
}

/** jsdom has the element but no decoder: its state is set by hand. */
function report(facts: Partial<Record<keyof HTMLAudioElement, unknown>>, event: string) {
  const element = document.querySelector('audio')!
  for (const [name, value] of Object.entries(facts))
    Object.defineProperty(element, name, { configurable: true, writable: true, value })
  element.dispatchEvent(new Event(event))
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  vi.spyOn(HTMLMediaElement.prototype, 'load').mockReturnValue()
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockReturnValue()
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
  localStorage.clear()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('HIS-19 what was heard up to signing out is stored for its account, to be sent after the next login', () => {
  useSession.setState({ token: 'token', user: akari })
  const stop = followHistory({ api, queryClient: new QueryClient() })
  playTracks([track], 0)
  // Creates the engine.
  expect(playback.position()).toBe(0)
  report({ paused: false, readyState: HTMLMediaElement.HAVE_ENOUGH_DATA, currentTime: 0 }, 'playing')
  // Not long enough for the log to be written during playback.
  vi.advanceTimersByTime(9_000)
  report({ currentTime: 9 }, 'timeupdate')
  const log = createHistoryLog(deviceStorage)
  expect(log.unsent(ID)).toEqual([])

  signOut()
  expect(useSession.getState().user).toBeNull()
  expect(log.unsent(ID)).toMatchObject([{ hash: track.hash, heardSeconds: 9, seconds: 9 }])
  stop()
})
