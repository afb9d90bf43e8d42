import { setImmediate } from 'node:timers/promises'

import { act, type ComponentType } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { lazyComponent, warmUp } from './lazy-component.tsx'

type Chunk = { default: ComponentType<object> }
const chunkOf = (text: string): Chunk => ({ default: () => <b>{text}</b> })

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('NAV-39 a part is shown when its code has arrived, also right after another part was waited for', async () => {
  // React waits by timers that it finds when it is loaded. Here they never end; `act` would end every wait.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  vi.resetModules()
  const client = await import('react-dom/client')
  const later = await import('./lazy-component.tsx')
  const chunks = [0, 1].map(() => Promise.withResolvers<Chunk>())
  const [First, Second] = chunks.map((chunk) =>
    later.lazyComponent<object>(
      () => chunk.promise,
      () => <p>missing</p>,
    ),
  ) as [ComponentType, ComponentType]
  const place = document.createElement('div')
  const root = client.createRoot(place)
  /** Lets React work without any time going by. */
  const shows = async (text: string) => {
    for (let turn = 0; turn < 200 && place.textContent !== text; turn++) await setImmediate()
    expect(place.textContent).toBe(text)
  }
  root.render([<First key={1} />, '·', <Second key={2} />])
  await shows('·')
  chunks[0]!.resolve(chunkOf('one'))
  await shows('one·')
  chunks[1]!.resolve(chunkOf('two'))
  await shows('one·two')
  root.unmount()
})

describe('a part whose code does not arrive', () => {
  function setUp() {
    let chunk = Promise.withResolvers<Chunk>()
    let loads = 0
    let closed = 0
    const close = () => void closed++
    const Later = lazyComponent<object>(
      () => {
        loads++
        return chunk.promise
      },
      ({ reset }) => (
        <button type="button" onClick={reset}>
          missing
        </button>
      ),
    )
    const place = document.createElement('div')
    const root = createRoot(place, { onCaughtError: () => {} })
    return {
      place,
      render: (attempt: number) =>
        act(async () => root.render(<Later attempt={attempt} pending="pending" onClose={close} />)),
      remove: () => act(async () => root.render(null)),
      fails: async () => {
        await act(async () => chunk.reject(new Error('offline')))
        chunk = Promise.withResolvers()
      },
      arrives: () => act(async () => chunk.resolve(chunkOf('part'))),
      loads: () => loads,
      closed: () => closed,
      press: () => act(async () => place.querySelector('button')!.click()),
      end: () => act(async () => root.unmount()),
    }
  }

  test('NAV-39 is asked for again by a press, by a new attempt, and when it is mounted again', async () => {
    const { place, render, remove, fails, arrives, loads, press, end } = setUp()
    await render(0)
    expect(place.textContent).toBe('pending')
    await fails()
    expect(place.textContent).toBe('missing')
    await press()
    expect(place.textContent).toBe('pending')
    await fails()
    await render(1)
    expect(place.textContent).toBe('pending')
    await fails()
    await remove()
    await render(1)
    expect([place.textContent, loads()]).toEqual(['pending', 4])
    await arrives()
    expect(place.textContent).toBe('part')
    // From then on it is at hand.
    await remove()
    await render(2)
    expect([place.textContent, loads()]).toEqual(['part', 4])
    await end()
  })

  test('NAV-39 closes what was opened, so that the next tap opens it', async () => {
    const { place, render, remove, fails, arrives, closed, end } = setUp()
    await render(0)
    expect(closed()).toBe(0)
    await fails()
    expect(closed()).toBe(1)
    // As who opened it does then.
    await remove()
    await render(0)
    await arrives()
    expect([place.textContent, closed()]).toEqual(['part', 1])
    await end()
  })

  test('NAV-36 NAV-39 one that an idle page has loaded is shown at once', async () => {
    vi.useFakeTimers()
    const { place, render, arrives, end } = setUp()
    warmUp([], async () => {})
    await arrives()
    await vi.advanceTimersByTimeAsync(60_000)
    const shown: (string | null)[] = []
    new MutationObserver(() => shown.push(place.textContent)).observe(place, { childList: true, subtree: true })
    await render(0)
    expect(shown).toEqual(['part'])
    await end()
  })
})
