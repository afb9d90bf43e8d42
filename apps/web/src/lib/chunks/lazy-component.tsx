import { CatchBoundary, useHydrated, type ErrorRouteComponent } from '@tanstack/react-router'
import { lazy, Suspense, useLayoutEffect, useState, type ComponentType, type ReactNode } from 'react'

import { savesData } from '#lib/browser/connection.ts'

import { noteMissing } from './missing-parts.store.ts'

const loaders: (() => Promise<unknown>)[] = []
/** Of parts that the server renders, which does not wait for them: `loadRenderedParts`. */
const renderedLoaders: (() => Promise<unknown>)[] = []

type Loading = {
  /** A new value retries after a failure. */
  attempt?: number
  /** Shown until the chunk is loaded. */
  pending?: ReactNode
  /** Closes what has been opened; also called when it cannot be loaded, so that it can be opened again. */
  onClose?: () => void
}

/**
 * Creates a component in its own chunk: loaded when first mounted, or by `warmUp` when the page is idle. For overlays
 * and everything that opens on a tap. Never render one on the server, which does not wait for it, unless it `isRendered`:
 * such a part is in the server's page, and hydrated when its chunk arrives. Its props must not change before that.
 *
 * A chunk that fails to load (no connection, or the server has another build) omits only this part: the page stays, and
 * playback continues. It is retried with a new `attempt`, when it is mounted again, as what has been closed is, and when
 * `missing`, its replacement, calls `reset`.
 */
export function lazyComponent<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  missing: ErrorRouteComponent,
  { isRendered = false } = {},
): ComponentType<P & Loading> {
  const { Part, renew } = isRendered ? createRenderedPart(load) : createPart(load)
  return function Later({ attempt = 0, pending, ...props }: P & Loading) {
    function handleMissing() {
      renew()
      props.onClose?.()
    }
    return (
      <CatchBoundary getResetKey={() => attempt} onCatch={handleMissing} errorComponent={missing}>
        <Part pending={pending} props={props as unknown as P} />
      </CatchBoundary>
    )
  }
}

type PartProps<P> = { pending: ReactNode; props: P }
type LoadedPart<P> = {
  Part: ComponentType<PartProps<P>>
  /** Forgets a failure. */
  renew: () => void
}

/** Keeps its own state instead of `lazy`: React shows a suspended part at the earliest 300 ms after the last fallback. */
function createPart<P extends object>(load: () => Promise<{ default: ComponentType<P> }>): LoadedPart<P> {
  let known: ComponentType<P> | undefined
  let hasFailed = false
  const request = async () => (known ??= (await load()).default)
  loaders.push(request)
  function Part({ pending, props }: PartProps<P>): ReactNode {
    const [found, setFound] = useState<{ Present: ComponentType<P> | undefined } | { error: unknown }>({
      Present: known,
    })
    const isMissing = !('Present' in found && found.Present)
    async function show() {
      try {
        const Present = await request()
        if (hasFailed) noteMissing(false)
        hasFailed = false
        // Not in a transition, behind which the hydration of the page would be: a kept work sounds 100 ms later with one.
        setFound({ Present })
      } catch (error) {
        hasFailed = true
        setFound({ error })
      }
    }
    // Before the paint, which the request need not wait for.
    useLayoutEffect(() => {
      if (isMissing) void show()
      // oxlint-disable-next-line react/exhaustive-deps -- once for each mount
    }, [])
    if ('error' in found) throw found.error
    return found.Present ? <found.Present {...props} /> : pending
  }
  return { Part, renew: () => {} }
}

/** For parts that the server renders: React keeps the server's HTML until the chunk has arrived. */
function createRenderedPart<P extends object>(load: () => Promise<{ default: ComponentType<P> }>): LoadedPart<P> {
  const { Part: Later } = createPart(load)
  let rendered: ComponentType<P> | undefined
  if (import.meta.env.SSR) renderedLoaders.push(async () => (rendered = (await load()).default))
  // A lazy component keeps its failure, so a retry needs a new one.
  let Loaded = lazy(load)
  const renew = () => {
    Loaded = lazy(load)
  }
  function Part({ pending, props }: PartProps<P>): ReactNode {
    const isHydrated = useHydrated()
    const [isLater] = useState(isHydrated)
    if (isLater) return <Later pending={pending} props={props} />
    const Present = (rendered ?? Loaded) as ComponentType<P>
    return (
      <Suspense fallback={pending}>
        <Present {...props} />
      </Suspense>
    )
  }
  return { Part, renew }
}

/** Loads what the server renders of later parts; must be awaited before the first page. */
export async function loadRenderedParts(): Promise<void> {
  await Promise.all(renderedLoaders.map((load) => load()))
}

/**
 * Loads pending chunks once the page is idle, one at a time, because requesting all at once takes a phone a tenth of a
 * second. Not in the first seconds: it takes half as long as the page itself, and many visitors have gone on by then. A
 * visitor who saves data gets only `last`.
 *
 * @param screens  loaders of other screens
 * @param last  what follows them
 */
export function warmUp(screens: readonly (() => Promise<unknown>)[], last: () => Promise<unknown>): void {
  const waiting = savesData(navigator.connection ?? {}) ? [last] : [...loaders, ...screens, last]
  const next = () => {
    const load = waiting.shift()
    if (!load) return
    // A chunk that fails now is requested again when needed, and reported there.
    load().catch(() => undefined)
    idle(next)
  }
  whenIdle(next, WARM_UP_MS)
}

const SETTLING_MS = 2_000
const WARM_UP_MS = 6_000
const LONGEST_WAIT_MS = 5_000

/**
 * Runs a function once, when the page is loaded and idle. Not on the server.
 *
 * @param settlingMs  the least time after the page has loaded
 * @returns a function that cancels it
 */
export function whenIdle(run: () => void, settlingMs = SETTLING_MS): () => void {
  let isWanted = true
  const start = () => {
    if (isWanted) run()
  }
  const wait = () => setTimeout(() => idle(start), settlingMs)
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
