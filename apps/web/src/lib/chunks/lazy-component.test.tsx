import { setImmediate } from 'node:timers/promises'

import type { ComponentType } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => {
  // React waits by timers that it finds when it is loaded. Here they never end.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  vi.resetModules()
})
afterEach(() => void vi.useRealTimers())

test('NAV-39 a part is shown when its code has arrived, also right after another part was waited for', async () => {
  const { createRoot } = await import('react-dom/client')
  const { lazyComponent } = await import('./lazy-component.tsx')
  const chunks = [0, 1].map(() => Promise.withResolvers<{ default: ComponentType<object> }>())
  const [First, Second] = chunks.map((chunk) =>
    lazyComponent<object>(
      () => chunk.promise,
      () => <p>missing</p>,
    ),
  ) as [ComponentType, ComponentType]
  const place = document.createElement('div')
  // Without `act`, which ends every wait.
  const root = createRoot(place)
  /** Lets React work without any time going by. */
  const shows = async (text: string) => {
    for (let turn = 0; turn < 200 && place.textContent !== text; turn++) await setImmediate()
    expect(place.textContent).toBe(text)
  }
  root.render([<First key={1} />, '·', <Second key={2} />])
  await shows('·')
  chunks[0]!.resolve({ default: () => <b>one</b> })
  await shows('one·')
  chunks[1]!.resolve({ default: () => <b>two</b> })
  await shows('one·two')
  root.unmount()
})
