import { deepStrictEqual } from 'node:assert'

import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest'

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

/** By itself `toEqual` compares one byte after another as it compares objects: half a second for a megabyte. */
function areSameBytes(a: unknown, b: unknown): boolean | undefined {
  if (!(a instanceof Uint8Array && b instanceof Uint8Array) || a.constructor !== b.constructor) return undefined
  return Buffer.compare(a, b) === 0
}

// This file runs before each test file of a worker, which keeps the comparisons.
const worker: typeof globalThis & { comparesBytes?: true } = globalThis
if (!worker.comparesBytes) expect.addEqualityTesters([areSameBytes])
worker.comparesBytes = true

let before: ReturnType<typeof readShared>
beforeAll(() => void (before = readShared()))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
afterAll(() => deepStrictEqual(readShared(), before, 'this file leaves its worker changed'))
