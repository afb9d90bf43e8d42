import { createCatalogue } from '@otodana/catalogue'
import { pino } from 'pino'
import { expect, test, vi } from 'vitest'

import { createKeeping } from './keeping.ts'

const log = pino({ level: 'silent' })
const pace = { checkMs: 2, quietMs: 4, changes: 10, works: 0, retryMs: 4 }

/** Writes files, each of which ends when the promise that is given for it does. */
function aKeeping(...ends: (() => Promise<void>)[]) {
  const write = vi.fn<(...given: unknown[]) => Promise<void>>(() => ends.shift()?.() ?? Promise.resolve())
  const follower = { position: () => ({ seen: '1' }) }
  return {
    write,
    keeping: createKeeping({ index: createCatalogue(), follower, copies: { write }, isDue: true, pace, log }),
  }
}

const someTime = () => new Promise((resolve) => setTimeout(resolve, 50))

test('UPG-07 a name that changes while the file is written is worth another one', async () => {
  const first = Promise.withResolvers<void>()
  const { write, keeping } = aKeeping(() => first.promise)
  await vi.waitFor(() => expect(write).toHaveBeenCalledOnce())
  keeping.note({ workIds: new Set(), namesChanged: true, isReload: false })
  first.resolve()
  await vi.waitFor(() => expect(write).toHaveBeenCalledTimes(2))
  await someTime()
  expect(write).toHaveBeenCalledTimes(2)
  await keeping.close()
})

test('UPG-07 a file that could not be written is tried again, and few changes are not worth one', async () => {
  const { write, keeping } = aKeeping(() => Promise.reject(new Error('no room')))
  await vi.waitFor(() => expect(write).toHaveBeenCalledTimes(2))
  keeping.note({ workIds: new Set([1, 2, 3]), namesChanged: false, isReload: false })
  await someTime()
  expect(write).toHaveBeenCalledTimes(2)
  await keeping.close()
})
