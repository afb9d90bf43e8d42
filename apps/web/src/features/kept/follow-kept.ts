import { ownerOf, useSession } from '#features/accounts/index.ts'
import { isCachedPage } from '#features/offline/index.ts'
import { pause } from '#lib/pause.ts'
import { setAtHand } from '#lib/kept/at-hand.ts'
import { type KeptMessage, openKeptChannel } from '#lib/kept/messages.ts'
import { openKept } from '#lib/kept/open-database.ts'
import { ownersFor } from '#lib/kept/visitor.ts'
import type { KeptDatabase, Visitor } from '#lib/kept/schema.ts'
import { deviceStorage } from '#lib/storage/browser-storage.ts'

import { connectKeeper } from './engine/connect-keeper.ts'
import { useKept } from './kept.store.ts'
import { notedCount, noteKept } from './noted-count.ts'
import { readLibrary, readNewest, withNewSums } from './library/read-library.ts'
import { isShelf } from './shelf/is-shelf.ts'
import { SHELF_PAGE } from './shelf/shelf-page.ts'

let following: Promise<void> | undefined
let resolveFirstLook = () => {}
/** Resolves when the shelf has what it shows first. */
export const firstLook = new Promise<void>((resolve) => (resolveFirstLook = resolve))
let keeper: ReturnType<typeof connectKeeper> | undefined
let channel: BroadcastChannel | undefined

/** Reads what is kept on this device, keeps this page in sync with it, and fetches what waits. */
export function followKept(): Promise<void> {
  following ??= follow().catch((error: unknown) => {
    following = undefined
    const isNewer = error instanceof DOMException && error.name === 'VersionError'
    useKept.setState({ isLoaded: true, problem: isNewer ? 'newer' : 'unavailable' })
    resolveFirstLook()
  })
  return following
}

async function follow(): Promise<void> {
  const db = await openKept()
  channel = openKeptChannel()
  channel.addEventListener('message', ({ data }: MessageEvent<KeptMessage>) => void handle(data))
  useSession.subscribe((now, before) => {
    if (now.token !== before.token || now.user !== before.user || now.isClosed !== before.isClosed) void adopt(db)
  })
  await adopt(db)
}

/** Tells all tabs, this one included. */
export function tell(message: KeptMessage): void {
  channel?.postMessage(message)
  void handle(message)
}

async function handle(message: KeptMessage): Promise<void> {
  switch (message.type) {
    case 'changed':
      await readAgain(message.what)
      keeper?.changed()
      return
    case 'progress': {
      const { pendingBytes, bytesPerSecond } = message
      await readProgress(Object.keys(pendingBytes).map(Number))
      useKept.setState({ pendingBytes, bytesPerSecond })
      return
    }
    case 'trouble':
      useKept.setState({ trouble: message.trouble })
      return
    case 'wake':
      keeper?.wake()
      return
  }
}

/** Reads how much of these works is stored by now. */
async function readProgress(workIds: readonly number[]): Promise<void> {
  if (workIds.length === 0) return
  const db = await openKept()
  for (;;) {
    // A reading of everything that has begun before may not have it yet.
    await reading
    const { owner, works } = useKept.getState()
    if (owner === null) return
    const read = await withNewSums(db, works, owner, workIds)
    if (reading || useKept.getState().works !== works) continue
    useKept.setState({ works: read })
    return
  }
}

/** Who uses this page. */
let visitor: Visitor | null = null
let adopting: Promise<void> = Promise.resolve()

/** Shows and fetches what is the present visitor's. One after the other: the last one counts. */
function adopt(db: KeptDatabase): Promise<void> {
  const next = adopting.then(() => adoptNow(db))
  adopting = next.catch(() => undefined)
  return next
}

async function adoptNow(db: KeptDatabase): Promise<void> {
  const session = useSession.getState()
  const owner = ownerOf(deviceStorage, session)
  const before = await db.get('facts', 'visitor')
  // A page from this device does not know whether the library is for members, before the server has answered.
  const isUnknown = !session.isClosed && session.user === null && isCachedPage()
  const isClosed = isUnknown ? (before?.isClosed ?? false) : session.isClosed
  visitor = { name: 'visitor', owner, isClosed }
  const isStored = before?.owner === owner && before.isClosed === isClosed
  const storing = isStored ? undefined : db.put('facts', visitor)
  if (owner !== useKept.getState().owner) {
    keeper?.stop()
    keeper = undefined
    useKept.setState({ owner, first: null, trouble: null, pendingBytes: {}, bytesPerSecond: null })
  }
  if (isShelf() && !useKept.getState().isLoaded && (await readFirst(db, ownersFor(visitor)))) {
    resolveFirstLook()
    await twoFrames()
  }
  await Promise.all([storing, readAgain('works')])
  if (owner !== null) keeper ??= connectKeeper({ db, owner, tell })
}

/** What the shelf shows before all works have been read; returns whether there is such a first look. */
async function readFirst(db: KeptDatabase, owners: readonly number[]): Promise<boolean> {
  const found = await readNewest(db, owners, SHELF_PAGE)
  if (!found) return false
  const { lists, totalBytes, ...first } = found
  useKept.setState({ first, lists, totalBytes })
  return true
}

/** A page that is hidden meanwhile has no frames. */
const LONGEST_FRAMES_MS = 500

/** Lets the first works be rendered and painted: to read a thousand takes as long as that. */
function twoFrames(): Promise<unknown> | undefined {
  if (document.hidden) return undefined
  const frames = new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  return Promise.race([frames, pause(LONGEST_FRAMES_MS)])
}

let reading: Promise<void> | undefined
/** What has changed since it was last read. */
let stale: 'works' | 'files' | null = null

/** Reads the library; what changes meanwhile is read afterwards, once. */
async function readAgain(what: 'works' | 'files'): Promise<void> {
  stale = stale === 'works' ? stale : what
  reading ??= readWhileStale()
  await reading
}

async function readWhileStale(): Promise<void> {
  try {
    while (stale !== null) {
      const known = stale === 'files' ? useKept.getState().works : undefined
      stale = null
      const db = await openKept()
      const { works, wholeKeys, olderKeys, totalCount, totalBytes, lists } = await readLibrary(
        db,
        visitor ? ownersFor(visitor) : [],
        known,
      )
      setAtHand(wholeKeys, olderKeys)
      const { isLoaded } = useKept.getState()
      // The browser may have removed all of it.
      const evictedCount = isLoaded || totalCount > 0 ? useKept.getState().evictedCount : notedCount()
      useKept.setState({ isLoaded: true, problem: null, works, totalBytes, lists, evictedCount, first: null })
      resolveFirstLook()
      // Until the listener has seen that the browser has removed all of it, the number stays.
      if (evictedCount === 0 || totalCount > 0) noteKept(totalCount)
    }
  } finally {
    reading = undefined
  }
}
