import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import type { VideoState } from '@otodana/contract'

import { ApiError } from '#lib/api/api.ts'

import { createPlayerStore } from '../player.store.ts'
import { replaceTracks } from '../queue/queue.ts'
import { aSilentEngine } from '../test/a-silent-engine.ts'
import { aTrack } from '../test/a-track.ts'
import { createPicture } from './picture.ts'
import { pictureStore } from './picture.store.ts'

// jsdom has the element but no decoder: its state is set by hand. e2e/videos.spec.ts proves that there is a picture.
const mp4 = aTrack('1/1', { videoUrl: '/video/1' })
const mkv = aTrack('1/2', { videoUrl: '/video/2', isStreamOnly: true })
const sound = aTrack('1/3')

let visibility: DocumentVisibilityState
const made: ReturnType<typeof createPicture>[] = []

beforeEach(() => {
  visibility = 'visible'
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility)
  pictureStore.setState(pictureStore.getInitialState(), true)
})
afterEach(() => {
  for (const picture of made.splice(0)) picture.disconnect()
})

function aPicture({
  states = [{ state: 'ready' }],
  savesData = false,
}: { states?: (VideoState | Error)[]; savesData?: boolean } = {}) {
  const video = document.createElement('video')
  const facts: Record<string, unknown> = {
    readyState: 0,
    videoWidth: 0,
    videoHeight: 360,
    paused: true,
    duration: 60,
    seeking: false,
  }
  const commands: string[] = []
  for (const name of Object.keys(facts)) Object.defineProperty(video, name, { get: () => facts[name] })
  let time = 0
  Object.defineProperty(video, 'currentTime', {
    get: () => time,
    set(seconds: number) {
      time = seconds
      commands.push(`jump ${seconds}`)
    },
  })
  let refusal: DOMException | null = null
  vi.spyOn(video, 'load').mockReturnValue()
  vi.spyOn(video, 'play').mockImplementation(() => {
    commands.push('play')
    if (refusal) return Promise.reject(refusal)
    facts.paused = false
    return Promise.resolve()
  })
  vi.spyOn(video, 'pause').mockImplementation(() => {
    if (!facts.paused) commands.push('pause')
    facts.paused = true
  })
  const store = createPlayerStore()
  const { engine, reaches } = aSilentEngine()
  const asked: string[] = []
  const waiting = [...states]
  const picture = createPicture({
    video,
    store,
    player: { play: () => commands.push('sound plays'), pause: () => commands.push('sound pauses') },
    engine,
    savesData: () => savesData,
    askAgainMs: 0,
    askState(hash) {
      asked.push(hash)
      const state = waiting.length > 1 ? waiting.shift()! : waiting[0]!
      return state instanceof Error ? Promise.reject(state) : Promise.resolve(state)
    },
  })
  made.push(picture)
  const report = (changes: Record<string, unknown>, ...events: string[]) => {
    Object.assign(facts, changes)
    for (const event of events) video.dispatchEvent(new Event(event))
  }
  return {
    picture,
    video,
    store,
    asked,
    reaches,
    report,
    told: () => commands.splice(0),
    refuse: (name: string | null) => (refusal = name === null ? null : new DOMException('no', name)),
    play(...tracks: (typeof mp4)[]) {
      store.setState(({ queue }) => ({ ...replaceTracks(queue, tracks, 0, Math.random), status: 'playing' }))
    },
    /** The browser has the first frame. */
    arrives: () => report({ readyState: 4, videoWidth: 640 }, 'loadedmetadata', 'loadeddata', 'canplay'),
    source: () => video.getAttribute('src'),
    status: () => pictureStore.getState().status,
  }
}

describe('VID-06 the picture is loaded where it is seen', () => {
  test('not before a place for it is open, and not while the page is hidden', () => {
    const { picture, play, source } = aPicture()
    play(mp4)
    expect(source()).toBeNull()
    visibility = 'hidden'
    const leave = picture.enter()
    expect(source()).toBeNull()
    visibility = 'visible'
    document.dispatchEvent(new Event('visibilitychange'))
    expect(source()).toBe('/api/media/stream/1/1')
    leave()
  })

  test('where data is saved only when the listener asks, and then for the whole work', () => {
    const { picture, store, play, source, status } = aPicture({ savesData: true })
    picture.enter()
    play(mp4, aTrack('1/9', { videoUrl: '/video/9' }))
    expect([status(), source()]).toEqual(['offered', null])
    picture.request()
    expect([status(), source()]).toEqual(['loading', '/api/media/stream/1/1'])
    store.setState(({ queue }) => ({ queue: { ...queue, index: 1 } }))
    expect(source()).toBe('/api/media/stream/1/9')
  })

  test('it is kept while no place is open, but rests; with another track it goes', () => {
    const { picture, store, play, arrives, told, source, status } = aPicture()
    const leave = picture.enter()
    play(mp4, sound)
    arrives()
    expect([status(), pictureStore.getState().isSeen, told()]).toEqual(['shown', true, ['play']])
    leave()
    expect([status(), pictureStore.getState().isSeen, told()]).toEqual(['shown', false, ['pause']])
    store.setState(({ queue }) => ({ queue: { ...queue, index: 1 } }))
    expect([status(), source()]).toEqual(['none', null])
  })
})

describe('VID-03 what is shown', () => {
  test('the file itself where the browser shows it, without asking the server', () => {
    const { picture, play, arrives, asked, status } = aPicture()
    picture.enter()
    play(mp4)
    arrives()
    expect([status(), asked, pictureStore.getState().ratio]).toEqual(['shown', [], 640 / 360])
  })

  test('else the MP4, once it is made, with its progress until then', async () => {
    const states: VideoState[] = [{ state: 'making' }, { state: 'making', progress: 0.4 }, { state: 'ready' }]
    const { picture, play, report, arrives, asked, source, status } = aPicture({ states })
    const progress: unknown[] = []
    pictureStore.subscribe((now) => now.status === 'making' && progress.push(now.progress))
    picture.enter()
    play(mp4)
    report({ readyState: 1 }, 'loadedmetadata')
    await vi.waitFor(() => expect(source()).toBe('/video/1'))
    expect([asked, progress.at(-1)]).toEqual([['1/1', '1/1', '1/1'], 0.4])
    arrives()
    expect(status()).toBe('shown')
  })

  test('of a file that no browser shows the MP4 at once', async () => {
    const { picture, play, source } = aPicture()
    picture.enter()
    play(mkv)
    await vi.waitFor(() => expect(source()).toBe('/video/2'))
  })

  test('a file without a picture leaves the cover; one that cannot be made says so, and can be tried again', async () => {
    const states: (VideoState | Error)[] = [
      { state: 'none' },
      { state: 'failed' },
      new ApiError(0, 'client.network', ''),
    ]
    const { picture, play, status, asked } = aPicture({ states: [...states, { state: 'making' }] })
    picture.enter()
    play(mkv)
    await vi.waitFor(() => expect([asked.length, status()]).toEqual([1, 'none']))
    picture.request()
    await vi.waitFor(() => expect([asked.length, status()]).toEqual([2, 'failed']))
    picture.request()
    await vi.waitFor(() => expect([asked.length, status()]).toEqual([3, 'failed']))
    picture.request()
    await vi.waitFor(() => expect(status()).toBe('making'))
  })

  test('a picture that breaks off is loaded again, and given up after the third time', async () => {
    const { picture, play, report, arrives, asked, status } = aPicture()
    picture.enter()
    play(mkv)
    for (const tries of [1, 2, 3]) {
      await vi.waitFor(() => expect([asked.length, status()]).toEqual([tries, 'loading']))
      arrives()
      expect(status()).toBe('shown')
      report({ readyState: 0 }, 'error')
    }
    await vi.waitFor(() => expect(status()).toBe('failed'))
  })

  test('the answer for a track that has changed meanwhile is not heeded', async () => {
    const { picture, play, source, status } = aPicture()
    picture.enter()
    play(mkv)
    play(sound)
    await new Promise((resolve) => setTimeout(resolve))
    expect([status(), source()]).toEqual(['none', null])
  })
})

describe('VID-05 the picture follows the sound', () => {
  test('it jumps to the position, plays and pauses with the sound, and has its speed', () => {
    const { picture, store, play, arrives, reaches, report, told, video } = aPicture()
    picture.enter()
    play(mp4)
    reaches(20)
    arrives()
    expect(told()).toEqual(['jump 20', 'play'])
    store.setState({ rate: 2 })
    expect(video.playbackRate).toBe(2)
    store.setState({ status: 'loading' })
    expect(told()).toEqual(['pause'])
    store.setState({ status: 'paused' })
    reaches(40)
    expect(told()).toEqual(['jump 40'])
    store.setState({ status: 'playing' })
    report({}, 'playing')
    expect(told()).toEqual(['play'])
  })

  test('where the browser wants a gesture the cover stays until the listener asks', async () => {
    const { picture, play, arrives, refuse, reaches, told, status, report } = aPicture()
    picture.enter()
    play(mp4)
    refuse('NotAllowedError')
    arrives()
    await vi.waitFor(() => expect(status()).toBe('blocked'))
    told()
    reaches(1)
    expect(told()).toEqual([])
    refuse(null)
    picture.request()
    report({}, 'playing')
    expect([told(), status()]).toEqual([['jump 1', 'play'], 'shown'])
  })

  test('the buttons of the browser’s own window pause and play the sound; elsewhere what the browser pauses is played on', () => {
    const { picture, play, arrives, report, told } = aPicture()
    picture.enter()
    play(mp4)
    arrives()
    told()
    report({ paused: true }, 'pause')
    expect(told()).toEqual([])
    report({ paused: false }, 'play')
    report({}, 'enterpictureinpicture')
    report({ paused: true }, 'pause')
    expect(told()).toEqual(['sound pauses'])
    report({}, 'leavepictureinpicture')
    expect(pictureStore.getState().apart).toBeNull()
  })

  test('in a window of its own it plays on while the page is hidden', () => {
    const { picture, play, arrives, report, told } = aPicture()
    picture.enter()
    play(mp4)
    arrives()
    report({}, 'enterpictureinpicture')
    told()
    visibility = 'hidden'
    document.dispatchEvent(new Event('visibilitychange'))
    expect(told()).toEqual([])
    report({}, 'leavepictureinpicture')
    document.dispatchEvent(new Event('visibilitychange'))
    expect(told()).toEqual(['pause'])
  })
})
