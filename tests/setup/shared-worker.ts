import { deepStrictEqual } from 'node:assert'

import { afterAll, afterEach, beforeAll, vi } from 'vitest'

const EVENTS = ['SIGINT', 'SIGTERM', 'uncaughtException', 'unhandledRejection']

/** What a test file could change for those that run after it in the same process. */
function readShared() {
  // sharp sets VIPSHOME when it is loaded.
  const { VIPSHOME: _, ...environment } = process.env
  return {
    folder: process.cwd(),
    environment,
    fetch: globalThis.fetch,
    listeners: EVENTS.map((event) => [event, process.listenerCount(event)]),
  }
}

let before: ReturnType<typeof readShared>
beforeAll(() => void (before = readShared()))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
afterAll(() => deepStrictEqual(readShared(), before, 'this file leaves its worker changed'))
