import { setImmediate } from 'node:timers/promises'

import { afterEach, expect, test } from 'vitest'

import { onceConnected } from './once-connected.ts'

const setOnline = (value: boolean) => Object.defineProperty(navigator, 'onLine', { value, configurable: true })
afterEach(() => void Reflect.deleteProperty(navigator, 'onLine'))

test('NAV-39 without a connection a load waits for it; with one it fails', async () => {
  let isThere = false
  const load = async () => {
    if (!isThere) throw new Error('no such file')
    return 'part'
  }
  setOnline(false)
  const loading = onceConnected(load)()
  await setImmediate()
  isThere = true
  dispatchEvent(new Event('online'))
  expect(await loading).toBe('part')
  isThere = false
  setOnline(true)
  await expect(onceConnected(load)()).rejects.toThrow('no such file')
})
