import { quickHash } from '#lib/kept/quick-hash.ts'
import { openKept } from '#lib/kept/open-database.ts'
import { sha256 } from '#lib/kept/read-pieces.ts'

import { createFileFetcher, nameOf } from './fetch-file.ts'
import { type FromLine, type LineTask, type ToLine, toLineFailure } from './line-messages.ts'
import type { BegunPiece } from './receive-body.ts'

/** The page tells its interface less often. */
const TELL_MS = 100

type Port = {
  addEventListener: (type: 'message', listener: (event: MessageEvent<ToLine>) => void) => void
  postMessage: (message: FromLine, transfer: Transferable[]) => void
}

/**
 * The worker's side of a line: fetches the files that the page names, one after the other.
 *
 * @param lock  the name of one that the worker holds: a browser that ends it says nothing, and frees the lock
 */
export function serveLine(port: Port, fetch: typeof globalThis.fetch, lock: Promise<string>): void {
  let running: AbortController | undefined

  const tell = (message: FromLine, transfer: Transferable[] = []) => port.postMessage(message, transfer)

  async function run({ file, address, begun, isQuick }: LineTask): Promise<void> {
    const { signal } = (running = new AbortController())
    const pieces = new Map<string, BegunPiece>()
    if (begun) pieces.set(nameOf(file), begun)
    const progress = createProgress((count, pending) => tell({ kind: 'bytes', count, pending }))
    let failure = null
    try {
      const fetchFile = createFileFetcher({
        db: await openKept(),
        fetch,
        addressOf: () => address,
        onBytes: (_, count, pending) => progress.note(count, pending),
        begun: pieces,
        hashOf: isQuick ? quickHash : sha256,
      })
      await fetchFile(file, signal)
    } catch (error) {
      failure = toLineFailure(error)
    }
    running = undefined
    progress.end()
    const left = pieces.get(nameOf(file)) ?? null
    tell({ kind: 'ended', begun: left, failure }, left ? [left.bytes.buffer] : [])
  }

  port.addEventListener('message', ({ data }) => {
    if (data.kind === 'fetch') void run(data.task)
    else running?.abort('stopped')
  })
  void lock.then((name) => tell({ kind: 'ready', lock: name }))
}

/** Adds up what arrives thousands of times a second. */
function createProgress(tell: (count: number, pending: number) => void) {
  let arrived = 0
  let left = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    tell(arrived, left)
    arrived = 0
  }

  return {
    note(count: number, pending: number): void {
      arrived += count
      left = pending
      // A piece is stored: the database has it from now on.
      if (count === 0) flush()
      else timer ??= setTimeout(flush, TELL_MS)
    },
    end: () => timer !== undefined && flush(),
  }
}
