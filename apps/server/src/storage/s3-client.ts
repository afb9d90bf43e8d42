import { AwsClient } from 'aws4fetch'

import type { S3Settings } from './s3-settings.ts'
import { StorageError, type StorageFailure } from './storage.ts'

/** For connecting and the start of the response. */
const FIRST_BYTE_MS = 10_000

type Request = {
  method?: 'GET' | 'HEAD'
  bucket: string
  /** Omitted: the bucket itself. */
  key?: string
  query?: Record<string, string>
  headers?: Record<string, string>
  signal?: AbortSignal | undefined
}

/** Sends a request and returns its successful response. @throws {StorageError} */
export type S3Client = (request: Request) => Promise<Response>

/** Signs requests to one store; buckets are in the path, which every store supports. */
export function createS3Client({ endpoint, region, accessKeyId, secretAccessKey }: S3Settings): S3Client {
  const aws = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' })

  return async ({ method = 'GET', bucket, key, query = {}, headers = {}, signal }) => {
    signal?.throwIfAborted()
    const url = addressOf(endpoint, bucket, key, query)
    const timeout = new AbortController()
    const timer = setTimeout(() => timeout.abort(), FIRST_BYTE_MS)
    try {
      const signed = await aws.sign(url, { method, headers })
      // Not signed, because proxies may change it.
      signed.headers.set('accept-encoding', 'identity')
      const signals = signal ? [timeout.signal, signal] : [timeout.signal]
      // A redirect leads to another region or server, for which the signature is invalid.
      const response = await fetch(signed, { redirect: 'manual', signal: AbortSignal.any(signals) })
      if (response.ok) return response
      await response.body?.cancel()
      throw new StorageError(failureOf(response.status), `${method} ${url} was answered with ${response.status}`)
    } catch (error) {
      signal?.throwIfAborted()
      throw timeout.signal.aborted
        ? new StorageError('away', `${endpoint} did not answer within ${FIRST_BYTE_MS / 1_000} s`, error)
        : toStorageError(error, endpoint)
    } finally {
      clearTimeout(timer)
    }
  }
}

/** The error's cause describes connection failures. */
export function toStorageError(error: unknown, endpoint: string): StorageError {
  if (error instanceof StorageError) return error
  const { cause } = error as { cause?: { code?: string; message?: string } }
  const reason = cause?.code ?? (cause?.message || (error instanceof Error ? error.message : String(error)))
  return new StorageError('away', `${endpoint} cannot be reached (${reason})`, error)
}

function failureOf(status: number): StorageFailure {
  if (status === 404) return 'missing'
  return status === 412 ? 'changed' : 'unreadable'
}

function addressOf(endpoint: string, bucket: string, key: string | undefined, query: Record<string, string>): string {
  const path = key === undefined ? '' : `/${key.split('/').map(encode).join('/')}`
  const pairs = Object.entries(query).map(([name, value]) => `${encode(name)}=${encode(value)}`)
  return `${endpoint}/${bucket}${path}${pairs.length === 0 ? '' : `?${pairs.join('&')}`}`
}

/** Encodes for signatures, which leave fewer characters unescaped than URLs. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
