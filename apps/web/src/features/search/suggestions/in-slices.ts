const SLICE_MS = 5

/**
 * Runs a long computation in slices, so that the page stays responsive.
 *
 * @throws the signal's reason
 */
export async function inSlices<T>(steps: Generator<undefined, T>, signal: AbortSignal): Promise<T> {
  let until = performance.now() + SLICE_MS
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    if (performance.now() < until) continue
    await new Promise((resolve) => setTimeout(resolve))
    signal.throwIfAborted()
    until = performance.now() + SLICE_MS
  }
}
