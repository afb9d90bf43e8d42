import { randomUuid } from '#lib/browser/random-uuid.ts'
import type { deviceStorage } from '#lib/storage/browser-storage.ts'

const KEY = 'device'
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Returns this browser's id: a random UUID, created once and saved. */
export function deviceId(storage: typeof deviceStorage): string {
  const saved = storage.read(KEY)
  if (saved !== null && UUID.test(saved)) return saved
  storage.write(KEY, randomUuid())
  // Another tab may have been faster.
  return storage.read(KEY)!
}

/** In this order, because browsers also claim names that follow. */
const browsers: [RegExp, string][] = [
  [/Edg(?:A|iOS)?\//, 'Edge'],
  [/OPR\/|OPiOS\/|OPT\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\/|Chromium\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const systems: [RegExp, string][] = [
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/CrOS/, 'ChromeOS'],
  [/Windows/, 'Windows'],
  [/Macintosh|Mac OS X/, 'Mac'],
  [/Linux|X11/, 'Linux'],
]

/**
 * Returns a readable device name, such as `Firefox on Android`.
 *
 * @param touchPoints an iPad reports itself as a Mac, but no Mac has a touch screen
 */
export function deviceName(userAgent: string, touchPoints = 0): string {
  const find = (known: typeof browsers) => known.find(([pattern]) => pattern.test(userAgent))?.[1]
  const browser = find(browsers) ?? 'Browser'
  const found = find(systems)
  const system = found === 'Mac' && touchPoints > 1 ? 'iPad' : found
  return system === undefined ? browser : `${browser} on ${system}`
}
