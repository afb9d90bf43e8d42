import { beforeEach, describe, expect, test, vi } from 'vitest'

import { setApiBase } from '#lib/api/api-base.ts'

import { createHtmlAudioEngine } from './html-audio-engine.ts'

// jsdom has the element but no decoder. Its state is set by hand, to reach cases that a real browser cannot produce at
// will; e2e/player.spec.ts proves that it plays.
let element: HTMLAudioElement
let told: string[]

function report(facts: Partial<Record<keyof HTMLAudioElement, unknown>>, ...events: string[]) {
  for (const [name, value] of Object.entries(facts)) {
    Object.defineProperty(element, name, { configurable: true, writable: true, value })
  }
  for (const event of events) element.dispatchEvent(new Event(event))
}

function refuse(name: string) {
  vi.spyOn(element, 'play').mockRejectedValue(new DOMException('refused', name))
}

function listen(engine: ReturnType<typeof createHtmlAudioEngine>) {
  told = []
  engine.onState((state) => told.push(state))
  engine.onEnd(() => told.push('end'))
  engine.onError((error) => told.push(error))
  engine.onBlocked(() => told.push('blocked'))
  return engine
}

const settled = () => new Promise((resolve) => setTimeout(resolve))

beforeEach(() => {
  element = document.createElement('audio')
  vi.spyOn(element, 'load').mockReturnValue()
  vi.spyOn(element, 'pause').mockReturnValue()
  vi.stubGlobal('MediaError', { MEDIA_ERR_NETWORK: 2 })
})

describe('PLY-01 the state of an audio element', () => {
  test('waiting for data is loading; a stall while enough is buffered is not', () => {
    listen(createHtmlAudioEngine(element))
    report({ paused: false, readyState: HTMLMediaElement.HAVE_NOTHING }, 'play')
    report({ readyState: HTMLMediaElement.HAVE_ENOUGH_DATA }, 'canplay', 'playing', 'stalled')
    report({ readyState: HTMLMediaElement.HAVE_CURRENT_DATA }, 'waiting')
    report({ paused: true }, 'pause')
    expect(told).toEqual(['loading', 'playing', 'loading', 'paused'])
  })

  test('a command is reported at once, before the browser fires its events', () => {
    const engine = listen(createHtmlAudioEngine(element))
    report({ paused: false, readyState: HTMLMediaElement.HAVE_ENOUGH_DATA }, 'play')
    vi.spyOn(element, 'pause').mockImplementation(() => report({ paused: true }))
    engine.pause()
    expect(told).toEqual(['playing', 'paused'])
    vi.spyOn(element, 'play').mockImplementation(() => Promise.resolve(report({ paused: false })))
    engine.play()
    expect(told).toEqual(['playing', 'paused', 'playing'])
    report({}, 'pause', 'play', 'playing')
    expect(told).toEqual(['playing', 'paused', 'playing'])
  })

  test('the end is reported as an end, not as a pause', () => {
    listen(createHtmlAudioEngine(element))
    report({ paused: false, readyState: HTMLMediaElement.HAVE_ENOUGH_DATA }, 'play')
    report({ paused: true, ended: true }, 'pause', 'ended')
    expect(told).toEqual(['playing', 'end'])
  })

  test('an error is reported with its kind', () => {
    listen(createHtmlAudioEngine(element))
    report({ error: { code: 2, message: '' } }, 'error')
    report({ error: { code: 4, message: '' } }, 'error')
    expect(told).toEqual(['network', 'unplayable'])
  })

  test.each([
    'OnMediaSinkAudioError',
    'NS_ERROR_DOM_MEDIA_MEDIASINK_ERR (0x806e000b) - OnMediaSinkAudioError',
    'AUDIO_RENDERER_ERROR: audio render error',
  ])('ENG-11 without a sound output it is paused: %s', (message) => {
    listen(createHtmlAudioEngine(element))
    report({ error: { code: 3, message } }, 'error')
    expect(told).toEqual(['noOutput'])
    expect(element.pause).toHaveBeenCalledOnce()
  })
})

describe('PLY-01 a rejected play()', () => {
  test('is reported as blocked if a gesture is missing', async () => {
    refuse('NotAllowedError')
    listen(createHtmlAudioEngine(element)).play()
    await settled()
    expect(told).toEqual(['blocked'])
  })

  test('is ignored if a later command caused it', async () => {
    refuse('AbortError')
    listen(createHtmlAudioEngine(element)).play()
    await settled()
    expect(told).toEqual([])
  })

  test('is ignored if its source has been replaced', async () => {
    const engine = listen(createHtmlAudioEngine(element))
    engine.load('/broken.mp3')
    refuse('NotSupportedError')
    engine.play()
    engine.load('/rain.mp3')
    await settled()
    expect(told).toEqual([])
  })

  test('is reported once if the source is not audio', async () => {
    refuse('NotSupportedError')
    const engine = listen(createHtmlAudioEngine(element))
    engine.play()
    await settled()
    report({ error: { code: 4, message: '' } }, 'error')
    engine.play()
    await settled()
    expect(told).toEqual(['unplayable', 'unplayable'])
  })
})

/** The nodes of an audio context that makes no sound. All elements of a page, and so of this file, share one. */
const audioNode = {
  connect: vi.fn<(next: unknown) => unknown>((next) => next),
  gain: { setTargetAtTime: vi.fn<() => void>() },
}

function stubAudio() {
  class FakeContext {
    createGain = () => audioNode
    createMediaElementSource = () => audioNode
    resume = () => Promise.resolve()
  }
  vi.stubGlobal('AudioContext', FakeContext)
  audioNode.connect.mockClear()
  return audioNode
}

describe('PLY-05 an amplified element', () => {
  test('loads cross-origin sound with CORS, and same-origin sound without', () => {
    const node = stubAudio()
    const engine = createHtmlAudioEngine(element)
    engine.load('http://elsewhere.test/rain.mp3')
    expect(element.crossOrigin).toBeNull()
    engine.load('/rain.mp3')
    report({ paused: false })
    engine.setVolume(2)
    expect([element.volume, node.connect.mock.calls.length]).toEqual([1, 2])
    engine.load('http://elsewhere.test/rain.mp3')
    expect(element.crossOrigin).toBe('anonymous')
    engine.load('/rain.mp3')
    expect(element.crossOrigin).toBeNull()
  })
})

test('HLT-04 PLY-05 sound of another API address is loaded with CORS, so it can be amplified', () => {
  setApiBase('https://mirror.example', ['https://mirror.example'])
  const engine = createHtmlAudioEngine(element)
  engine.load('/api/media/stream/1/2')
  expect([element.src, element.crossOrigin]).toEqual(['https://mirror.example/api/media/stream/1/2', 'anonymous'])
  const node = stubAudio()
  report({ paused: false })
  engine.setVolume(2)
  expect(node.connect).toHaveBeenCalledTimes(2)
  setApiBase('')
  engine.load('/api/media/stream/1/2')
  expect([element.src, element.crossOrigin]).toEqual([`${location.origin}/api/media/stream/1/2`, null])
})

describe('PLY-01 the position', () => {
  test('requested before the duration is known is applied once it is', () => {
    const engine = createHtmlAudioEngine(element)
    const moved = vi.fn<() => void>()
    engine.onPosition(moved)
    engine.load('/rain.mp3', 42)
    expect([engine.position(), element.currentTime]).toEqual([42, 0])
    engine.seek(50)
    expect([engine.position(), moved.mock.calls.length]).toEqual([50, 1])
    report({ readyState: HTMLMediaElement.HAVE_METADATA, duration: 60 }, 'loadedmetadata')
    expect([element.currentTime, engine.duration()]).toEqual([50, 60])
  })

  test('stays within the track', () => {
    const engine = createHtmlAudioEngine(element)
    report({ readyState: HTMLMediaElement.HAVE_METADATA, duration: 60 })
    engine.seek(-5)
    expect(element.currentTime).toBe(0)
    engine.seek(90)
    expect(element.currentTime).toBe(60)
  })

  test('of an endless stream has no duration', () => {
    const engine = createHtmlAudioEngine(element)
    report({ duration: Number.POSITIVE_INFINITY })
    expect(engine.duration()).toBeNull()
    report({ duration: Number.NaN })
    expect(engine.duration()).toBeNull()
  })
})
