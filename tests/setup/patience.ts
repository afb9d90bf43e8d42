import { vi } from 'vitest'

/** As long as `expect.poll` waits here; by itself `vi.waitFor` gives up after a second, which a busy machine takes for anything. */
const PATIENCE_MS = 20_000

const { waitFor } = vi
// The test files of a worker may share it.
if (waitFor.name !== 'waitPatiently') {
  vi.waitFor = function waitPatiently<T>(
    callback: () => T | Promise<T>,
    options: Parameters<typeof waitFor>[1] = PATIENCE_MS,
  ) {
    return waitFor(callback, options)
  }
}
