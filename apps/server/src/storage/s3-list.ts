import { type S3Client, toStorageError } from './s3-client.ts'
import type { S3Root } from './s3-settings.ts'
import { StorageError } from './storage.ts'

export type S3Object = {
  key: string
  sizeBytes: number
  /** Milliseconds since 1970. */
  modifiedMs: number
  etag: string
}

/** More than a thousand keys of maximum length, with every character escaped. */
const MAX_PAGE_BYTES = 16 * 1024 * 1024

/**
 * Yields all objects below a root, page by page, in the order of their keys.
 *
 * @throws {StorageError} `unreadable` if the store is unreachable, refuses, or returns no list; or the signal's reason
 */
export async function* listObjects(ask: S3Client, root: S3Root, signal?: AbortSignal): AsyncGenerator<S3Object[]> {
  let token: string | null = null
  do {
    const query: Record<string, string> = { 'list-type': '2', ...(root.keyPrefix && { prefix: root.keyPrefix }) }
    if (token !== null) query['continuation-token'] = token
    const response = await ask({ bucket: root.bucket, query, signal })
    const page = parsePage(await readText(response, signal))
    yield page.objects
    if (page.nextToken !== null && page.nextToken === token) throw notAList('it repeats itself')
    token = page.nextToken
  } while (token !== null)
}

/** @throws {StorageError} */
export function parsePage(xml: string): { objects: S3Object[]; nextToken: string | null } {
  // An error or a login page in place of a list must not be treated as an empty one.
  if (!/<ListBucketResult[\s>]/.test(xml) || !/<\/ListBucketResult>\s*$/.test(xml)) throw notAList('it is no list')
  const objects = [...xml.matchAll(/<Contents>([\s\S]*?)<\/Contents>/g)].map(([, inner = '']) => {
    const key = textOf(inner, 'Key')
    const sizeBytes = Number(textOf(inner, 'Size') ?? NaN)
    const modifiedMs = Date.parse(textOf(inner, 'LastModified') ?? '')
    if (key === null || !Number.isSafeInteger(sizeBytes) || Number.isNaN(modifiedMs)) throw notAList('it has gaps')
    return { key, sizeBytes, modifiedMs, etag: textOf(inner, 'ETag') ?? '' }
  })
  const rest = xml.replaceAll(/<Contents>[\s\S]*?<\/Contents>/g, '')
  const isCut = textOf(rest, 'IsTruncated') === 'true'
  const nextToken = isCut ? textOf(rest, 'NextContinuationToken') : null
  if (isCut && !nextToken) throw notAList('it does not say where it continues')
  return { objects, nextToken }
}

function textOf(xml: string, name: string): string | null {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]
  return text === undefined ? null : decodeEntities(text)
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function decodeEntities(text: string): string {
  return text.replaceAll(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w+));/gi, (entity, hex, decimal, name) => {
    if (name !== undefined) return named[name as string] ?? entity
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex as string, 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : entity
  })
}

async function readText(response: Response, signal: AbortSignal | undefined): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  try {
    for await (const chunk of response.body ?? []) {
      length += chunk.length
      if (length > MAX_PAGE_BYTES) throw notAList('it is too long')
      chunks.push(chunk)
    }
  } catch (error) {
    signal?.throwIfAborted()
    throw toStorageError(error, new URL(response.url).origin)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function notAList(reason: string): StorageError {
  return new StorageError('unreadable', `The store's list of objects is unusable: ${reason}`)
}
