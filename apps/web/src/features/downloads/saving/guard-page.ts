import { useSettings } from '#features/settings/index.ts'
import { askBeforeLeaving } from '#lib/browser/ask-before-leaving.ts'

import type { DownloadQueue } from '../queue/download-queue.ts'

/**
 * While files are saved: asks before leaving the page, keeps the screen on if enabled, and resumes when the connection
 * is back.
 *
 * @returns a function that stops it
 */
export function guardPage(queue: DownloadQueue): () => void {
  const ending = new AbortController()
  const { signal } = ending
  const { isRunning } = queue
  let lock: WakeLockSentinel | null = null
  let isAsking = false
  let wasRunning: boolean | null = null

  async function followScreen(): Promise<void> {
    const isWanted = isRunning() && useSettings.getState().keepScreenOn && document.visibilityState === 'visible'
    if (!isWanted) {
      const held = lock
      lock = null
      await held?.release()
    } else if ('wakeLock' in navigator && !isAsking && (lock === null || lock.released)) {
      isAsking = true
      // Rejected, for example because of a low battery.
      lock = await navigator.wakeLock.request('screen').catch(() => null)
      isAsking = false
      if (signal.aborted || !isRunning()) await followScreen()
    }
  }

  function followQueue(): void {
    if (wasRunning === isRunning()) return
    wasRunning = isRunning()
    if (wasRunning) addEventListener('beforeunload', askBeforeLeaving)
    else removeEventListener('beforeunload', askBeforeLeaving)
    void followScreen()
  }

  const unsubscribe = queue.subscribe(followQueue)
  document.addEventListener('visibilitychange', () => void followScreen(), { signal })
  addEventListener('online', () => queue.wake(), { signal })
  followQueue()
  return () => {
    unsubscribe()
    ending.abort()
    removeEventListener('beforeunload', askBeforeLeaving)
    void lock?.release()
  }
}
