import { vi } from 'vitest'

/** As long as `expect.poll` waits here; by themselves these give up after a second, which says nothing on a busy machine. */
const PATIENCE_MS = 20_000

type Options = Parameters<typeof vi.waitFor>[1]

const { waitFor, waitUntil } = vi
const patient = (options: Options = {}): Options =>
  typeof options === 'number' ? options : { timeout: PATIENCE_MS, ...options }

// The test files of a worker may share it.
if (waitFor.name !== 'waitPatiently') {
  vi.waitFor = function waitPatiently(callback, options) {
    return waitFor(callback, patient(options))
  }
  vi.waitUntil = (callback, options) => waitUntil(callback, patient(options))
}
