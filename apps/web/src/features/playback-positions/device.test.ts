import { MAX_DEVICE_NAME_LENGTH } from '@otodana/contract'
import { expect, test } from 'vitest'

import { aStorage, noStorage } from '#test/a-storage.ts'

import { deviceId, deviceName } from './device.ts'

const WEBKIT = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
const agents: [string, string][] = [
  ['Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0', 'Firefox on Android'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36', 'Chrome on Windows'],
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0', 'Edge on Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 OPR/120.0', 'Opera on Linux'],
  ['Mozilla/5.0 (X11; CrOS x86_64 16000) AppleWebKit/537.36 Chrome/140.0 Safari/537.36', 'Chrome on ChromeOS'],
  [
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 SamsungBrowser/28.0 Chrome/130.0 Mobile Safari/537.36',
    'Samsung Internet on Android',
  ],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Version/18.0 Safari/605.1.15`, 'Safari on Mac'],
  [`Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${WEBKIT} Version/18.0 Safari/604.1`, 'Safari on iPhone'],
  [`Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${WEBKIT} FxiOS/140.0 Safari/605.1`, 'Firefox on iPhone'],
  ['something new', 'Browser'],
]

test.each(agents)('PLY-14 a device has a readable name: %s', (agent, name) => {
  expect(deviceName(agent)).toBe(name)
  expect(name.length).toBeLessThanOrEqual(MAX_DEVICE_NAME_LENGTH)
})

test('PLY-14 an iPad that reports itself as a Mac is recognised by its touch screen', () => {
  expect(deviceName(agents[6]![0], 5)).toBe('Safari on iPad')
})

test('PLY-14 a device keeps its id; an invalid one is replaced, and one that cannot be saved lasts for the visit', () => {
  const saved = new Map<string, string>()
  const storage = aStorage(saved)
  const id = deviceId(storage)
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(deviceId(storage)).toBe(id)
  saved.set('device', 'x')
  expect(deviceId(storage)).not.toBe('x')

  const forbidden = noStorage()
  expect(deviceId(forbidden)).toBe(deviceId(forbidden))
})
