import { type ScanStatus, watchScan } from '@otodana/contract'

import { apiBase } from '#lib/api/api-base.ts'
import { ApiError } from '#lib/api/api.ts'

/** The server sends something at least every 15 seconds: after three times that, the connection is dead. */
const SILENCE_MS = 45_000
/** Longer than any status: a stream without line breaks must not fill the memory. */
const MAX_EVENT_LENGTH = 100_000

/**
 * Parses server-sent events from pieces of text, however they are cut.
 *
 * @param name  of the relevant events
 * @returns a function that takes the next piece and returns the data of completed events
 * @throws {RangeError} from that function, for an event of more than a hundred thousand characters
 */
export function createEventReader(name: string): (piece: string) => string[] {
  let rest = ''
  return (piece) => {
    const blocks = (rest + piece).split('\n\n')
    rest = blocks.pop() ?? ''
    if (rest.length > MAX_EVENT_LENGTH) throw new RangeError('an event without an end')
    return blocks.flatMap((block) => {
      const lines = block.split('\n')
      if (!lines.includes(`event: ${name}`)) return []
      const data = lines.filter((line) => line.startsWith('data: ')).map((line) => line.slice('data: '.length))
      return [data.join('\n')]
    })
  }
}

type Watch = {
  fetch: typeof globalThis.fetch
  token: string
  signal: AbortSignal
  onStatus: (status: ScanStatus) => void
}

/**
 * Follows the scan until the stream ends or times out. Uses `fetch`, because `EventSource` cannot send a token.
 *
 * @throws {ApiError} rejected or unreachable
 */
export async function followScan({ fetch, token, signal, onStatus }: Watch): Promise<void> {
  // Supported browsers lack `AbortSignal.any`.
  const either = new AbortController()
  const stop = () => either.abort()
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop)
  const fail = (cause: unknown) => new ApiError(0, 'client.network', 'Network error', { cause })
  let timer = setTimeout(stop, SILENCE_MS)
  try {
    const response = await fetch(apiBase() + watchScan.path, {
      headers: { authorization: `Bearer ${token}` },
      signal: either.signal,
    })
    if (!response.ok || !response.body) throw new ApiError(response.status, undefined, response.statusText)
    const read = createEventReader('scan')
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      clearTimeout(timer)
      timer = setTimeout(stop, SILENCE_MS)
      for (const data of read(value)) onStatus(JSON.parse(data) as ScanStatus)
    }
  } catch (error) {
    throw error instanceof ApiError ? error : fail(error)
  } finally {
    clearTimeout(timer)
    // After a parse error the connection is still open.
    signal.removeEventListener('abort', stop)
    stop()
  }
}
