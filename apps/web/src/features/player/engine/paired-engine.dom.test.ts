import { beforeEach, describe, expect, test, vi } from 'vitest'

import { createPairedEngine } from './paired-engine.ts'

// jsdom has the elements but no decoder: see html-audio-engine.dom.test.ts.
let elements: HTMLAudioElement[]
let told: string[]
let engine: ReturnType<typeof createPairedEngine>

const inDocument = () => elements.findIndex((element) => element.isConnected)
const sources = () => elements.map((element) => element.getAttribute('src'))
const settled = () => new Promise((resolve) => setTimeout(resolve))

function report(
  element: HTMLAudioElement,
  facts: Partial<Record<keyof HTMLAudioElement, unknown>>,
  ...events: string[]
) {
  for (const [name, value] of Object.entries(facts))
    Object.defineProperty(element, name, { configurable: true, writable: true, value })
  for (const event of events) element.dispatchEvent(new Event(event))
}

beforeEach(() => {
  vi.stubGlobal('MediaError', { MEDIA_ERR_NETWORK: 2 })
  document.body.replaceChildren()
  elements = ['audio', 'audio'].map((name) => document.createElement(name) as HTMLAudioElement)
  for (const element of elements) {
    vi.spyOn(element, 'load').mockReturnValue()
    vi.spyOn(element, 'pause').mockReturnValue()
    vi.spyOn(element, 'play').mockImplementation(() =>
      Promise.resolve(report(element, { paused: false, readyState: 4 })),
    )
  }
  document.body.append(elements[0]!)
  engine = createPairedEngine(elements[0]!, elements[1]!)
  told = []
  engine.onState((state) => told.push(state))
  engine.onEnd(() => told.push('end'))
  engine.onError((error) => told.push(error))
  engine.onBlocked(() => told.push('blocked'))
  engine.load('/1')
  engine.play()
})

describe('PLY-25 the next source', () => {
  test('begins in the other element, already fetched, with the same volume and speed', () => {
    engine.setVolume(0.4)
    engine.setRate(1.5)
    engine.prepare('/2')
    expect([sources(), elements[1]!.preload, inDocument()]).toEqual([['/1', '/2'], 'auto', 0])
    report(elements[0]!, { ended: true, paused: true }, 'ended')
    engine.load('/2')
    engine.play()
    expect([sources(), inDocument()]).toEqual([[null, '/2'], 1])
    expect([elements[1]!.volume, elements[1]!.playbackRate]).toEqual([0.4, 1.5])
    expect(told).toEqual(['playing', 'end', 'playing'])
    engine.prepare('/3')
    expect(sources()).toEqual(['/3', '/2'])
  })

  test('is discarded if another one plays, or it does not begin at its start', () => {
    engine.prepare('/2')
    engine.load('/9')
    expect([sources(), inDocument()]).toEqual([['/9', null], 0])
    engine.prepare('/2')
    engine.load('/2', 30)
    expect([sources(), inDocument()]).toEqual([['/2', null], 0])
    engine.prepare('/3')
    engine.unload()
    expect(sources()).toEqual([null, null])
  })

  test('is fetched once, and what happens to it meanwhile is not reported', () => {
    engine.prepare('/2')
    const load = vi.spyOn(elements[1]!, 'src', 'set')
    engine.prepare('/2')
    expect(load).not.toHaveBeenCalled()
    report(elements[1]!, {}, 'pause', 'ended')
    expect(told).toEqual(['playing'])
  })

  test('that could not be fetched loads again when it is its turn, and fails where that is reported', () => {
    engine.prepare('/2')
    report(elements[1]!, { error: { code: 4 } }, 'error')
    expect([told, sources()]).toEqual([['playing'], ['/1', null]])
    report(elements[0]!, { ended: true, paused: true }, 'ended')
    engine.load('/2')
    expect([sources(), inDocument()]).toEqual([['/2', null], 0])
    report(elements[0]!, { ended: false, error: { code: 4 } }, 'error')
    expect(told).toEqual(['playing', 'end', 'unplayable'])
  })

  test('plays in the first element if the browser wants a gesture for the second', async () => {
    vi.spyOn(elements[1]!, 'play').mockRejectedValue(new DOMException('refused', 'NotAllowedError'))
    engine.prepare('/2')
    report(elements[0]!, { ended: true, paused: true }, 'ended')
    engine.load('/2')
    report(elements[0]!, { ended: false })
    engine.play()
    await settled()
    expect([sources(), inDocument()]).toEqual([['/2', null], 0])
    expect(told.at(-1)).toBe('playing')
    expect(told).not.toContain('blocked')
  })

  test('that is blocked in both is reported', async () => {
    for (const element of elements)
      vi.spyOn(element, 'play').mockRejectedValue(new DOMException('refused', 'NotAllowedError'))
    engine.prepare('/2')
    engine.load('/2')
    engine.play()
    await settled()
    expect(told.filter((each) => each === 'blocked')).toHaveLength(1)
  })
})
