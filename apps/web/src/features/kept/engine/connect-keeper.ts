import { useSession } from '#features/accounts/index.ts'
import { networkAddress } from '#lib/api/media-address.ts'
import { isMetered } from '#lib/browser/connection.ts'
import { storedName } from '#lib/base-path.ts'
import { createSpeedometer } from '#lib/format/speed.ts'
import type { KeptMessage } from '#lib/kept/messages.ts'
import { workerKnowsQuickHash } from '#lib/kept/worker-knows-quick-hash.ts'
import { fileKey, type KeptDatabase, type KeptFile } from '#lib/kept/schema.ts'

import { useChoices } from '../choices.store.ts'
import { useKept } from '../kept.store.ts'
import { storageState } from '#lib/storage/storage-state.ts'

import { readWaiting } from '../library/read-library.ts'
import { roomLeft } from '../library/room.ts'
import { nameOf } from './fetch-file.ts'
import { KeepError } from './keep-error.ts'
import { createKeeper } from './keeper.ts'
import { createLines } from './lines.ts'
import { orderFiles } from './order-files.ts'
import { createStoredFile } from './stored-file.ts'

const LOCK = storedName('otodana-keeping')
const TELL_EVERY_MS = 250

type Deps = {
  db: KeptDatabase
  owner: number
  /** Tells all tabs, this one included. */
  tell: (message: KeptMessage) => void
}

/**
 * Fetches what one owner's works wait for: in one of the browser's tabs, for as long as this page lives.
 *
 * @returns functions for what happens outside, and one that stops it
 */
export function connectKeeper({ db, owner, tell }: Deps) {
  const ending = new AbortController()
  const { signal } = ending
  // Missing in some private windows.
  const { serviceWorker } = navigator as Partial<Navigator>
  const pending = new Map<string, { workId: number; bytes: number }>()
  const speed = createSpeedometer()
  let cameBytes = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let isAsked = false
  let isDue = false
  let knowsQuickHash = false

  const lines = createLines({
    db,
    startWorker,
    knowsQuickHash: () => knowsQuickHash,
    // The policy of their script, which browsers keep for a year, has no others.
    isForWorkers: (address) => new URL(address, location.href).origin === location.origin,
    fetch: (...asked) => fetch(...asked),
    // Not `mediaAddress`: what is kept is what is being fetched.
    addressOf: networkAddress,
    onBytes(file, count, pendingBytes) {
      cameBytes += count
      speed.note(cameBytes, performance.now())
      pending.set(nameOf(file), { workId: file.workId, bytes: pendingBytes })
      keeper.arrived()
      timer ??= setTimeout(tellProgress, TELL_EVERY_MS)
    },
  })
  const keeper = createKeeper({
    async list() {
      const { works, files } = await readWaiting(db, owner)
      return orderFiles(works, files)
    },
    async fetchFile(file, fileSignal) {
      try {
        await checkRoom(file)
        await lines.fetchFile(file, fileSignal)
      } finally {
        pending.delete(nameOf(file))
      }
    },
    fail: (file, state) => createStoredFile(db, fileKey(file)).fail(state),
    hindrance: () =>
      useChoices.getState().isOnlyUnmetered && isMetered(navigator.connection ?? {}) === true ? 'metered' : null,
    onTrouble(trouble) {
      speed.reset()
      // The others pass by themselves, often at once.
      if (trouble !== null && trouble !== 'network' && trouble !== 'busy') lines.end()
      tell({ type: 'trouble', trouble })
    },
    onSettled: () => tell({ type: 'changed', what: 'files' }),
  })

  function tellProgress(): void {
    timer = undefined
    const pendingBytes: Record<number, number> = {}
    for (const { workId, bytes } of pending.values()) pendingBytes[workId] = (pendingBytes[workId] ?? 0) + bytes
    tell({ type: 'progress', pendingBytes, bytesPerSecond: speed.bytesPerSecond() })
  }

  /** Says that it is full before it is: nothing is begun that does not fit. */
  async function checkRoom({ expectedBytes, receivedBytes }: KeptFile): Promise<void> {
    const space = await storageState()
    const { totalBytes } = useKept.getState()
    const left = roomLeft({ ...space, keptBytes: totalBytes, limitBytes: useChoices.getState().limitBytes })
    if (left < expectedBytes - receivedBytes) throw new KeepError('full')
  }

  async function askWorker(): Promise<void> {
    knowsQuickHash = await workerKnowsQuickHash(serviceWorker)
  }

  /** Fetches once no other tab does; ends when nothing waits. */
  async function lead(): Promise<void> {
    isDue = true
    if (isAsked) return
    isAsked = true
    while (isDue && !signal.aborted) {
      isDue = false
      if ((await readWaiting(db, owner)).files.length === 0) break
      await askWorker()
      await navigator.locks
        .request(LOCK, { signal }, () => keeper.run(signal))
        .catch((error: unknown) => {
          if (!signal.aborted) throw error
        })
      lines.end()
      clearTimeout(timer)
      timer = undefined
      if (!signal.aborted) tell({ type: 'progress', pendingBytes: {}, bytesPerSecond: null })
    }
    isAsked = false
  }

  const changed = () => {
    keeper.changed()
    void lead()
  }
  const stopFollowing = [
    useSession.subscribe((now, before) => now.isMediaReady !== before.isMediaReady && keeper.wake()),
    useChoices.subscribe(changed),
  ]
  serviceWorker?.addEventListener('controllerchange', () => void askWorker(), { signal })
  addEventListener('online', () => keeper.reconnect(), { signal })
  document.addEventListener('visibilitychange', () => keeper.reconnect(), { signal })
  navigator.connection?.addEventListener?.('change', changed, { signal })
  void lead()
  return {
    changed,
    wake: () => keeper.wake(),
    stop(): void {
      ending.abort('stopped')
      clearTimeout(timer)
      for (const stop of stopFollowing) stop()
    },
  }
}

function startWorker(): Worker | null {
  if (typeof Worker === 'undefined') return null
  try {
    return new Worker(new URL('./fetch-files.worker.ts', import.meta.url), { type: 'module' })
  } catch {
    // Forbidden by the browser: the page fetches itself.
    return null
  }
}
