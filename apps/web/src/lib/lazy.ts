import { lazy, type ComponentType } from 'react'

const loaders: (() => Promise<unknown>)[] = []

/**
 * A component in a chunk of its own: loaded when it is first rendered, or by `warmUp` once the page is idle. For overlays
 * and everything else that opens on a tap; never render one open on the server, which does not wait for it.
 */
export function later<P>(load: () => Promise<{ default: ComponentType<P> }>) {
  loaders.push(load)
  return lazy(load)
}

/** Fetches the waiting chunks when the page has loaded and the browser has nothing else to do. */
export function warmUp(): void {
  const whenIdle = () => {
    const start = () => {
      // A chunk that does not arrive now is asked for again when it is needed, and reported there.
      for (const load of loaders) load().catch(() => undefined)
    }
    if ('requestIdleCallback' in globalThis) requestIdleCallback(start, { timeout: 5_000 })
    else setTimeout(start, 200)
  }
  if (document.readyState === 'complete') setTimeout(whenIdle, 2_000)
  else addEventListener('load', () => setTimeout(whenIdle, 2_000), { once: true })
}
