import { pino } from 'pino'
import { expect, test, vi } from 'vitest'

import type { SubsonicLibrary } from './library.ts'
import { createWarmUp } from './warm-up.ts'

const log = pino({ level: 'silent' })

/** A library of this many works. */
function aLibrary(size: number) {
  const albumIds = vi.fn<SubsonicLibrary['albumIds']>((_query, offset, limit) =>
    Array.from({ length: Math.max(Math.min(limit, size - offset), 0) }, (_, at) => offset + at + 1),
  )
  const albums = vi.fn<SubsonicLibrary['albums']>(() => Promise.resolve([]))
  return { albumIds, albums }
}

test('SUBS-05 pages of albums are made once, and no more of them than there are albums', async () => {
  const library = aLibrary(60)
  const warmUp = createWarmUp({ library, log })
  warmUp.start()
  warmUp.start()
  await vi.waitFor(() => expect(library.albumIds).toHaveBeenCalledTimes(4))
  await warmUp.close()
  expect(library.albums.mock.calls).toHaveLength(3)
})

test('SUBS-05 a large library is not read whole, and closing stops it', async () => {
  const library = aLibrary(100_000)
  const whole = createWarmUp({ library, log })
  whole.start()
  await vi.waitFor(() => expect(library.albums).toHaveBeenCalledTimes(40))

  const stopped = aLibrary(100_000)
  const warmUp = createWarmUp({ library: stopped, log })
  warmUp.start()
  await warmUp.close()
  expect(stopped.albums.mock.calls.length).toBeLessThan(3)
})

test('SUBS-05 a database that fails is a warning, and does not stop the server', async () => {
  const warn = vi.fn<() => void>()
  const library = { ...aLibrary(60), albums: () => Promise.reject(new Error('locked')) }
  const warmUp = createWarmUp({ library, log: { ...log, warn } as never })
  warmUp.start()
  await warmUp.close()
  expect(warn).toHaveBeenCalledOnce()
})
