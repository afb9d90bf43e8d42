import { STALLED, watchedLine } from '#lib/api/watched-line.ts'
import { missingRange, PIECE_BYTES } from '#lib/kept/pieces.ts'
import { fileKey, type KeptDatabase, type KeptFile } from '#lib/kept/schema.ts'

import { type BodyReader, readerOf } from './body-reader.ts'
import { KeepError } from './keep-error.ts'
import { readAnswer } from './read-answer.ts'
import { beginPiece, type BegunPiece, receiveBody } from './receive-body.ts'
import { createStoredFile, type PieceHash, type StoredFile } from './stored-file.ts'

/** A file that is another version each time cannot be kept. */
const MAX_RESTARTS = 3

type Deps = {
  db: KeptDatabase
  fetch: typeof globalThis.fetch
  /** Adds the token to an address. */
  addressOf: (address: string) => string
  /** Called with the number of bytes of a file that have just arrived, and of those that are not stored yet, when either changes. */
  onBytes: (file: KeptFile, count: number, pending: number) => void
  /** What has arrived of pieces that are not complete, by the names of their files. */
  begun?: Map<string, BegunPiece>
  /** Of the pieces that are stored. */
  hashOf?: PieceHash
}

type Range = { start: number; end: number | null }

/**
 * Fetches files in pieces, which are stored as they arrive and never requested again unless the server has another
 * version.
 *
 * @returns a function that fetches what is missing of a file, until it is whole or has been removed. Throws `KeepError`,
 *   and the signal's reason
 */
export function createFileFetcher({ db, fetch, addressOf, onBytes, begun = new Map(), hashOf }: Deps) {
  return async function fetchFile(given: KeptFile, signal: AbortSignal): Promise<void> {
    const key = fileKey(given)
    const name = nameOf(given)
    const stored = createStoredFile(db, key, hashOf)
    for (let restarts = 0; ;) {
      signal.throwIfAborted()
      const file = await stored.find()
      const missing = file && missingRange(await stored.indices(), file.sizeBytes)
      if (!missing) {
        begun.delete(name)
        return file && stored.finish()
      }
      if ((await fetchRange(file, stored, missing, name, signal)) !== 'changed') continue
      begun.delete(name)
      if (++restarts > MAX_RESTARTS) throw new KeepError('refused')
      await stored.restart()
    }
  }

  async function fetchRange(file: KeptFile, stored: StoredFile, missing: Range, name: string, signal: AbortSignal) {
    const index = missing.start / PIECE_BYTES
    const known = begun.get(name)
    const piece = known?.index === index ? known : undefined
    const expected = piece?.version ?? (file.receivedBytes > 0 ? file : null)
    const start = missing.start + (piece?.filled ?? 0)
    const line = watchedLine(signal)
    let reader: BodyReader | null = null
    try {
      const etag = expected?.etag
      const asked = fetch(addressOf(file.address), {
        signal: line.signal,
        cache: 'no-store',
        headers: {
          // Those who listen come first.
          purpose: 'prefetch',
          range: `bytes=${start}-${missing.end ?? ''}`,
          // A weak one does not promise equal bytes.
          ...(etag?.startsWith('"') && { 'if-range': etag }),
        },
      })
      const answer = await line.awaited(asked).catch(asLost(signal))
      reader = answer.body && readerOf(answer.body)
      const found = readAnswer(answer, start, expected)
      if (found === 'changed') return found
      if ('endsAt' in found) return await stored.setSize(found.endsAt)
      const going = piece ?? beginPiece(index, found.version)
      begun.set(name, going)
      return await receiveBody(going, found.promisedBytes, {
        stored,
        read: async () => reader && (await line.awaited(reader.read()).catch(asLost(signal))),
        onBytes: (count, pending) => onBytes(file, count, pending),
      })
    } finally {
      void reader?.cancel().catch(() => undefined)
      line.end()
    }
  }
}

export const nameOf = (file: KeptFile): string => fileKey(file).join('/')

/** Rethrows the signal's reason if aborted, otherwise a lost connection. */
function asLost(signal: AbortSignal): (error: unknown) => never {
  return (error) => {
    if (signal.aborted && signal.reason !== STALLED) throw signal.reason
    throw new KeepError('network', { cause: error })
  }
}
