import { below } from '#lib/base-path.ts'

/** Installs the service worker if it is not there; undefined where the browser forbids it. */
export function registerWorker(): Promise<ServiceWorkerRegistration | undefined> {
  return navigator.serviceWorker.register(below('/sw.js'))
}
