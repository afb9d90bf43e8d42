import { CatchBoundary, type ErrorRouteComponent } from '@tanstack/react-router'
import { lazy, Suspense, type ComponentType } from 'react'

const loaders: (() => Promise<unknown>)[] = []

/** A new value is another try, where the one before has failed. */
type Attempt = { attempt?: number }

/**
 * A component in a chunk of its own: loaded when it is first rendered, or by `warmUp` once the page is idle. For overlays
 * and everything else that opens on a tap; never render one open on the server, which does not wait for it.
 *
 * A chunk that does not load (no connection, or the server has another build) leaves out this part only: the page stays, and
 * playback continues. It is retried with a new `attempt`, when it is mounted again, and when `missing`, its replacement, calls
 * `reset`.
 */
export function lazyComponent<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  missing: ErrorRouteComponent,
): ComponentType<P & Attempt> {
  loaders.push(load)
  // A lazy component keeps its failure for good: the next try needs another.
  let Loaded = lazy(load)
  const renew = () => {
    Loaded = lazy(load)
  }
  // Asks for the present one whenever it is mounted, which the element of a failed try would not.
  function Part(props: P) {
    const Present = Loaded as ComponentType<unknown>
    return <Present {...props} />
  }
  return function Later({ attempt = 0, ...props }: P & Attempt) {
    return (
      <CatchBoundary getResetKey={() => attempt} onCatch={renew} errorComponent={missing}>
        <Suspense>
          <Part {...(props as unknown as P)} />
        </Suspense>
      </CatchBoundary>
    )
  }
}

/**
 * Fetches the waiting chunks when the page has loaded and the browser has nothing else to do: each in a moment of its own,
 * for to ask for all of them at once takes a phone a tenth of a second.
 *
 * @param more  fetch what else may be needed, such as the other screens
 */
export function warmUp(more: readonly (() => Promise<unknown>)[]): void {
  const waiting = [...loaders, ...more]
  const next = () => {
    const load = waiting.shift()
    if (!load) return
    // A chunk that does not arrive now is asked for again when it is needed, and reported there.
    load().catch(() => undefined)
    idle(next)
  }
  whenIdle(next)
}

const SETTLING_MS = 2_000
const LONGEST_WAIT_MS = 5_000

/**
 * Runs something once, when the page has loaded and the browser has nothing else to do. Not on the server.
 *
 * @returns a function after which it is not run any more
 */
export function whenIdle(run: () => void): () => void {
  let isWanted = true
  const start = () => {
    if (isWanted) run()
  }
  const wait = () => setTimeout(() => idle(start), SETTLING_MS)
  if (document.readyState === 'complete') wait()
  else addEventListener('load', wait, { once: true })
  return () => {
    isWanted = false
  }
}

function idle(run: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run, { timeout: LONGEST_WAIT_MS })
  else setTimeout(run, 100)
}
