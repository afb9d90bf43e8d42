import type { LineWorker } from '../engine/lines.ts'
import { serveLine } from '../engine/serve-line.ts'
import type { aFileServer } from './a-file-server.ts'

/**
 * A worker whose script runs in this thread, behind a channel that copies and hands over as between threads.
 *
 * @param fetch  as the worker sees it; null: its script never runs
 */
export function aWorker(fetch: ReturnType<typeof aFileServer>['fetch'] | null) {
  const { port1, port2 } = new MessageChannel()
  const failing: (() => void)[] = []
  const ending = new AbortController()
  const end = () => {
    // What it fetches goes with it.
    ending.abort('ended')
    port1.close()
  }
  const lock = `worker ${crypto.randomUUID()}`
  const isDead = new Promise<void>((resolve) => ending.signal.addEventListener('abort', () => resolve()))
  port1.start()
  if (fetch) {
    const isHeld = new Promise<string>((resolve) => {
      void navigator.locks.request(lock, () => {
        resolve(lock)
        return isDead
      })
    })
    serveLine(
      port2,
      (address, init) => {
        const signal = AbortSignal.any([ending.signal, ...(init?.signal ? [init.signal] : [])])
        return fetch(address, { ...init, signal })
      },
      isHeld,
    )
    port2.start()
  }
  return {
    postMessage: (message: unknown, transfer: Transferable[]) => port1.postMessage(message, transfer),
    terminate: end,
    addEventListener(type: string, listener: (event: MessageEvent) => void) {
      if (type === 'message') port1.addEventListener(type, listener)
      if (type === 'error') failing.push(() => listener(new MessageEvent('error')))
    },
    /** As a script that cannot be loaded, or has no memory left. */
    die() {
      end()
      for (const fail of failing) fail()
    },
    /** As when the browser ends it, which no event says. */
    vanish: end,
    isEnded: () => ending.signal.aborted,
  } satisfies Record<keyof LineWorker | 'die' | 'vanish' | 'isEnded', unknown> as LineWorker & {
    die: () => void
    vanish: () => void
    isEnded: () => boolean
  }
}
