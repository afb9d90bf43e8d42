const SLICE_MS = 5

/**
 * Takes the steps of a long computation with pauses in between, so that the page goes on answering.
 *
 * @throws the signal's reason, when it is aborted
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
