import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import type * as LazyComponent from './lazy-component.tsx'

let lazyComponent: typeof LazyComponent.lazyComponent
let warmUp: typeof LazyComponent.warmUp

beforeEach(async () => {
  vi.useFakeTimers()
  vi.resetModules()
  ;({ lazyComponent, warmUp } = await import('./lazy-component.tsx'))
})
afterEach(() => {
  vi.useRealTimers()
  Reflect.deleteProperty(navigator, 'connection')
})

/** Returns what is loaded, in order, by a minute after the page. */
async function loadedBy(connection: Navigator['connection']): Promise<string[]> {
  Object.defineProperty(navigator, 'connection', { value: connection, configurable: true })
  const loaded: string[] = []
  const loads = (name: string) => async () => {
    loaded.push(name)
    return { default: () => null }
  }
  lazyComponent(loads('dialog'), () => null)
  warmUp([loads('screen')], loads('worker'))
  await vi.advanceTimersByTimeAsync(60_000)
  return loaded
}

test('NAV-36 an idle page loads dialogs, other screens and at last the worker', async () => {
  expect(await loadedBy(undefined)).toEqual(['dialog', 'screen', 'worker'])
})

test.each([{ saveData: true }, { effectiveType: '2g' }])(
  'NAV-36 where data is saved it loads the worker alone: %o',
  async (connection) => {
    expect(await loadedBy(connection)).toEqual(['worker'])
  },
)

test('NAV-36 a part that fails does not keep the others', async () => {
  const loaded: string[] = []
  warmUp([async () => Promise.reject(new Error('no connection'))], async () => loaded.push('worker'))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(loaded).toEqual(['worker'])
})
