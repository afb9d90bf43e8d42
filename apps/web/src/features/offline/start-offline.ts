import { useSession } from '#features/accounts/index.ts'
import { buildOf, SHELL, type ToPage, type ToWorker } from '#lib/storage/cached-pages.ts'
import { registerWorker } from '#lib/storage/register-worker.ts'

import { markUnanswered, useConnection } from './connection.store.ts'

/** A page is cached after it has been open for this long. */
const REST_MS = 4_000
const UPDATE_LOOK_MS = 60 * 60_000

/** The router: its event after each rendered screen, and the way to another one. */
type Screens = {
  subscribe: (event: 'onRendered', listener: () => void) => unknown
  navigate: (to: { href: string }) => Promise<void>
}

/**
 * Watches the connection and starts the service worker.
 *
 * @param entry the URL of this page's first script
 */
export async function startOffline(entry: string, screens: Screens): Promise<void> {
  // This is the last part that is loaded.
  useConnection.setState({ isLoaded: true })
  addEventListener('offline', () => markUnanswered())
  // Missing over plain http, or if the browser forbids it; everything works without.
  if ('serviceWorker' in navigator) await startWorker(entry, screens)
}

/**
 * Installs the service worker, tells it which pages are shown, and lets it take over when no page of another build is
 * open. A new build is announced once; playback goes on until the listener reloads.
 */
async function startWorker(entry: string, screens: Screens): Promise<void> {
  const build = buildOf(new URL(entry, location.href).pathname)
  const container = navigator.serviceWorker
  container.addEventListener('message', ({ data, ports }: MessageEvent<ToPage>) => {
    if (data.type === 'whichBuild') ports[0]?.postMessage(build)
    else void screens.navigate({ href: data.path })
  })
  const registration = await registerWorker()
  if (!registration) return

  const handleWaiting = async () => {
    const { waiting } = registration
    if (!waiting) return
    if ((await buildOfWorker(waiting)) === build) tell(waiting, { type: 'takeOver' })
    // The page may be newer than the worker.
    else if ((await buildOfServer()) !== build) useConnection.setState({ hasUpdate: true })
  }
  registration.addEventListener('updatefound', () => {
    const { installing } = registration
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'installed') void handleWaiting()
    })
  })
  void handleWaiting()
  lookForUpdates(registration)

  let timer: ReturnType<typeof setTimeout> | undefined
  const handleScreen = () => {
    clearTimeout(timer)
    timer = setTimeout(() => void cacheShown(container), REST_MS)
  }
  screens.subscribe('onRendered', handleScreen)
  handleScreen()
}

/** A page that stays open for days would not notice a new build. */
function lookForUpdates(registration: ServiceWorkerRegistration): void {
  let lookedAt = performance.now()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || performance.now() - lookedAt < UPDATE_LOOK_MS) return
    lookedAt = performance.now()
    // Offline; the next check may succeed.
    registration.update().catch(() => undefined)
  })
}

async function cacheShown(container: ServiceWorkerContainer): Promise<void> {
  const { active } = await container.ready
  if (!active || useConnection.getState().reach !== 'here' || document.visibilityState !== 'visible') return
  // Pages of a members-only library are not cached.
  if (useSession.getState().isClosed) return
  if ((navigator as { connection?: { saveData?: boolean } }).connection?.saveData) return
  tell(active, { type: 'shown', address: location.pathname + location.search })
}

function tell(worker: ServiceWorker, message: ToWorker, ports: Transferable[] = []): void {
  worker.postMessage(message, ports)
}

function buildOfWorker(worker: ServiceWorker): Promise<unknown> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    port1.addEventListener('message', ({ data }) => resolve(data), { once: true })
    port1.start()
    tell(worker, { type: 'whichBuild' }, [port2])
  })
}

/** Returns null if the server does not answer. */
async function buildOfServer(): Promise<string | null> {
  const answer = await fetch(SHELL, { cache: 'no-store' })
  return answer.ok ? buildOf(await answer.text()) : null
}
