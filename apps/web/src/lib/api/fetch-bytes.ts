import { ApiError } from './api.ts'
import { mediaAddress } from './media-address.ts'

/**
 * Fetches a file's raw bytes, because its encoding is detected here. Stops at `maxBytes`: request one more than needed
 * to detect a longer file.
 *
 * @throws {ApiError} rejected, or unreachable (`client.network`); `AbortError` if cancelled
 */
export async function fetchBytes(url: string, maxBytes: number, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(mediaAddress(url), { signal }).catch(toApiError)
  if (!response.ok) throw new ApiError(response.status, undefined, `${response.status} ${response.statusText}`)
  const chunks: Uint8Array[] = []
  let size = 0
  const reader = response.body?.getReader()
  while (reader && size < maxBytes) {
    const { done, value } = await reader.read().catch(toApiError)
    if (done) break
    chunks.push(value)
    size += value.length
  }
  if (size >= maxBytes) void reader?.cancel()
  return joined(chunks, Math.min(size, maxBytes))
}

function joined(chunks: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    const part = chunk.subarray(0, size - at)
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

function toApiError(error: unknown): never {
  if (error instanceof DOMException && error.name === 'AbortError') throw error
  throw new ApiError(0, 'client.network', error instanceof Error ? error.message : 'Network error', { cause: error })
}
