import type { ToWorker } from '../storage/cached-pages.ts'

/** Only a worker of an earlier build does not answer. */
const ANSWER_MS = 1_000

/**
 * Returns whether the service worker that answers with kept files knows `quickHash`. One of an earlier build, which stays while a page of that build is
 * open, would take such pieces for broken and delete them.
 */
export async function workerKnowsQuickHash(
  container: Pick<ServiceWorkerContainer, 'getRegistration'> | undefined,
  answerMs = ANSWER_MS,
): Promise<boolean> {
  // Where the browser forbids it, no worker answers.
  const worker = (await container?.getRegistration().catch(() => undefined))?.active
  if (!worker) return false
  const { port1, port2 } = new MessageChannel()
  try {
    return await new Promise<boolean>((resolve) => {
      port1.addEventListener('message', () => resolve(true), { once: true })
      port1.start()
      worker.postMessage({ type: 'knowsQuickHash' } satisfies ToWorker, [port2])
      setTimeout(resolve, answerMs, false)
    })
  } finally {
    port1.close()
  }
}
