import { readByteRange, type ByteRange } from '@otodana/contract'

import { readKeptAddress } from '#lib/kept/kept-path.ts'
import { partsOf } from '#lib/kept/pieces.ts'
import { findWholeFile, readPiece } from '#lib/kept/read-pieces.ts'
import type { KeptDatabase, KeptFile } from '#lib/kept/schema.ts'

type Deps = {
  /** Returns null if nothing is kept. */
  find: () => Promise<KeptDatabase | null>
  /** Called when a piece was found broken: its file waits to be completed. */
  onBroken: () => void
}

type Asked = Pick<Request, 'url' | 'method'> & { headers: Pick<Headers, 'get'> }

class BrokenPiece extends Error {}

/** Answers with files that are kept on this device. */
export function createKeptFiles({ find, onBroken }: Deps) {
  /** Browsers ask for the same piece many times: a probe, the start, an index at the end. */
  let last: { key: string; bytes: Uint8Array<ArrayBuffer> } | null = null

  async function pieceOf(db: KeptDatabase, file: KeptFile, index: number): Promise<Uint8Array<ArrayBuffer>> {
    const key = [file.owner, file.workId, file.fileId, file.quality, file.etag, index].join(' ')
    if (last?.key === key) return last.bytes
    const bytes = await readPiece(db, file, index)
    if (!bytes) {
      onBroken()
      throw new BrokenPiece()
    }
    last = { key, bytes }
    return bytes
  }

  /** @throws {BrokenPiece} if the first piece is: afterwards a broken one ends the stream with an error */
  async function bodyOf(db: KeptDatabase, file: KeptFile, range: ByteRange): Promise<ReadableStream<Uint8Array>> {
    const parts = partsOf(range)
    const next = async () => {
      const { done, value } = parts.next()
      return done ? null : (await pieceOf(db, file, value.index)).subarray(value.from, value.to)
    }
    let first = await next()
    return new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          const bytes = first ?? (await next())
          first = null
          if (bytes) controller.enqueue(bytes)
          else controller.close()
        },
      },
      // Nothing is read before it is asked for: a seek abandons the rest.
      { highWaterMark: 0 },
    )
  }

  return {
    /** Answers a request for a path of `keptAddress`: with its range, as a server would; with 404 if it is not whole. */
    async answer({ url, method, headers }: Asked): Promise<Response> {
      const db = await find()
      const ref = readKeptAddress(new URL(url).pathname)
      const file = db && ref ? await findWholeFile(db, ref) : undefined
      if (!db || !file) return new Response(null, { status: 404 })
      const { sizeBytes, etag, contentType } = file
      if (sizeBytes === null) return new Response(null, { status: 404 })
      const given = new Headers({
        'accept-ranges': 'bytes',
        'cache-control': 'no-store',
        // As from the server: a browser must not run anything in it.
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
      })
      if (etag !== null) given.set('etag', etag)
      const condition = headers.get('if-range')
      const asked = condition === null || condition === etag ? (headers.get('range') ?? undefined) : undefined
      const range = readByteRange(asked, sizeBytes)
      if (range.kind === 'unsatisfiable') {
        given.set('content-range', `bytes */${sizeBytes}`)
        return new Response(null, { status: 416, headers: given })
      }
      const { start, end } = range.kind === 'part' ? range : { start: 0, end: sizeBytes - 1 }
      given.set('content-type', contentType)
      given.set('content-length', String(end + 1 - start))
      if (range.kind === 'part') given.set('content-range', `bytes ${start}-${end}/${sizeBytes}`)
      try {
        const body = method === 'HEAD' || end < start ? null : await bodyOf(db, file, { start, end })
        return new Response(body, { status: range.kind === 'part' ? 206 : 200, headers: given })
      } catch (error) {
        if (!(error instanceof BrokenPiece)) throw error
        return new Response(null, { status: 404 })
      }
    },
  }
}
