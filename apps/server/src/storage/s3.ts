import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'

import { createS3Client } from './s3-client.ts'
import { listObjects } from './s3-list.ts'
import { isPlainKey, parseS3Root, type S3Root, type S3Settings } from './s3-settings.ts'
import { currentRoots, type Storage, StorageError, type StorageRoots, type StoredFile } from './storage.ts'

/**
 * The library in buckets. A file is one object, identified by its ETag; there are no links.
 *
 * @param roots  `s3://bucket/prefix`; other folders are not found
 */
export function createS3Storage(roots: StorageRoots, settings: S3Settings): Storage {
  const ask = createS3Client(settings)
  async function placeOf(root: string): Promise<S3Root | null> {
    return (await currentRoots(roots)).includes(root) ? parseS3Root(root) : null
  }

  async function checkRoot(root: string): Promise<void> {
    const place = await placeOf(root)
    if (!place) throw new StorageError('away', `${root} is no library folder`)
    try {
      // The first page is enough. Some stores fail if only one key is requested.
      for await (const objects of listObjects(ask, place)) if (objects.length > 0) return
    } catch (error) {
      throw new StorageError('away', `${root} cannot be read now: ${(error as Error).message}`, error)
    }
    throw new StorageError('away', `${root} is empty now`)
  }

  return {
    checkRoot,

    async stat({ root, path }) {
      const place = await placeOf(root)
      if (!place) throw new StorageError('missing', `${root} is no library folder`)
      const { headers } = await ask({ method: 'HEAD', ...objectAt(place, path) }).catch(async (error: unknown) => {
        // A missing bucket and a wrong key give the same response as a missing object.
        if (error instanceof StorageError && error.failure !== 'away') await checkRoot(root)
        throw error
      })
      return describe(headers, { realPath: `${root}/${path}`, root, pathInRoot: path })
    },

    async openRange(file, { start, end }) {
      const place = await placeOf(file.root)
      if (!place) throw new StorageError('missing', `${file.realPath} lies in no library folder`)
      const headers = { range: `bytes=${start}-${end}`, 'if-match': file.identity }
      const response = await ask({ ...objectAt(place, file.pathInRoot), headers })
      const failure = whyUnusable(response, file, `bytes ${start}-${end}/${file.sizeBytes}`)
      if (failure || !response.body) {
        await response.body?.cancel()
        throw failure ?? new StorageError('unreadable', `${file.realPath} was sent without a body`)
      }
      // oxlint-disable-next-line no-unnecessary-type-assertion -- the compiler distinguishes the two kinds of streams
      return Readable.fromWeb(response.body as ReadableStream)
    },
  }
}

function objectAt({ bucket, keyPrefix }: S3Root, path: string): { bucket: string; key: string } {
  if (!isPlainKey(path)) throw new StorageError('missing', 'no object of the library has such a key')
  return { bucket, key: keyPrefix + path }
}

type Location = Pick<StoredFile, 'realPath' | 'root' | 'pathInRoot'>

function describe(headers: Headers, location: Location): StoredFile {
  const sizeBytes = Number(headers.get('content-length') ?? NaN)
  const modifiedMs = Date.parse(headers.get('last-modified') ?? '')
  const etag = headers.get('etag')
  if (!Number.isSafeInteger(sizeBytes) || Number.isNaN(modifiedMs) || !etag) {
    throw new StorageError('unreadable', `${location.realPath}: the store gives no size, time or ETag`)
  }
  const version = `${sizeBytes.toString(36)}-${hash('sha256', etag).slice(0, 20)}`
  return { sizeBytes, modifiedMs, version, identity: etag, ...location }
}

/** Some stores ignore `If-Match` or ranges; bytes of another object or position must be rejected. */
function whyUnusable({ status, headers }: Response, file: StoredFile, range: string): StorageError | null {
  if (headers.get('etag') !== file.identity) {
    return new StorageError('changed', `${file.realPath} changed between finding and opening it`)
  }
  if (status === 206 && headers.get('content-range') === range) return null
  return new StorageError('unreadable', `${file.realPath}: the store did not answer with ${range}`)
}
