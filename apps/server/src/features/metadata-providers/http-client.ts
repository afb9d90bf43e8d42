import { Agent as HttpAgent, type IncomingMessage, request as httpRequest } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { PassThrough, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'

import type { ProxySettings } from '#settings/metadata-settings.ts'
import { VERSION } from '#version.ts'

import type { Pace } from './pace.ts'
import { ProviderFailure } from './provider.ts'

const MAX_REDIRECTS = 5
const TIMEOUT_MS = 30_000
const USER_AGENT = `Otodana/${VERSION} (self-hosted audio library)`
const BUSY = new Set([429, 500, 502, 503, 504])
const MAX_RETRY_AFTER_MS = 60 * 60_000

export type ClientOptions = {
  /** Hosts that may be asked, redirects included: `host` or `host:port`. */
  hosts: readonly string[]
  proxy: ProxySettings | null
  /** For one request with all its redirects. */
  timeoutMs?: number
  pace?: Pace
}

export type GetOptions = { maxBytes: number; accept: string; cookie?: string; signal: AbortSignal }

export type ClientAnswer = {
  status: number
  /** The address after all redirects. */
  url: URL
  contentType: string
  bytes: Buffer
}

export type ProviderClient = ReturnType<typeof createProviderClient>

/**
 * Makes the requests of a provider. It expects hostile answers: it follows redirects only to allowed hosts, and limits time and
 * size, also of what a compressed answer expands to.
 */
export function createProviderClient({ hosts, proxy, timeoutMs = TIMEOUT_MS, pace }: ClientOptions) {
  const allowed = new Set(hosts)
  const options = proxy === null ? {} : { proxyEnv: { ...proxy } }
  const agents = { 'http:': new HttpAgent(options), 'https:': new HttpsAgent(options) }

  function checked(url: URL): URL {
    if (url.protocol !== 'http:' && url.protocol !== 'https:')
      throw new ProviderFailure('schemeNotAllowed', { address: shown(url) })
    if (!allowed.has(url.host))
      throw new ProviderFailure('hostNotAllowed', { host: url.host, allowed: [...allowed].join(', ') })
    return url
  }

  async function send(url: URL, { accept, cookie }: GetOptions, signal: AbortSignal): Promise<IncomingMessage> {
    signal.throwIfAborted()
    const secure = url.protocol === 'https:'
    const headers = {
      accept,
      'accept-encoding': 'gzip, deflate, br',
      'user-agent': USER_AGENT,
      ...(cookie !== undefined && { cookie }),
    }
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
    const request = (secure ? httpsRequest : httpRequest)(
      url,
      { agent: secure ? agents['https:'] : agents['http:'], headers, signal },
      resolve,
    )
    request.on('error', reject)
    // While a proxy connects, the request itself does not notice the signal.
    const leave = () => {
      request.destroy()
      reject(signal.reason as Error)
    }
    signal.addEventListener('abort', leave, { once: true })
    request.end()
    return promise.finally(() => signal.removeEventListener('abort', leave))
  }

  return {
    /**
     * Gets an address.
     *
     * @returns the answer, when it is a success or says that there is nothing (404, 410)
     * @throws {ProviderFailure} anything else
     * @throws the signal's reason
     */
    async get(address: URL, options: GetOptions): Promise<ClientAnswer> {
      let url = checked(address)
      await pace?.wait(options.signal)
      const timeout = AbortSignal.timeout(timeoutMs)
      const signal = AbortSignal.any([options.signal, timeout])
      try {
        for (let redirects = 0; ; redirects++) {
          const response = await send(url, options, signal)
          const status = response.statusCode ?? 0
          const target = status >= 300 && status < 400 ? response.headers.location : undefined
          if (target !== undefined) {
            response.destroy()
            if (redirects >= MAX_REDIRECTS) throw new ProviderFailure('redirectLoop', { host: url.host })
            const next = URL.parse(target, url)
            if (next === null) throw new ProviderFailure('redirectInvalid', { host: url.host })
            if (url.protocol === 'https:' && next.protocol === 'http:')
              throw new ProviderFailure('redirectInsecure', { host: url.host })
            url = checked(next)
            continue
          }
          if (status === 404 || status === 410) {
            response.destroy()
            return { status, url, contentType: '', bytes: Buffer.alloc(0) }
          }
          if (status !== 200) {
            response.destroy()
            const retryAfterMs = retryAfter(response.headers['retry-after'])
            throw new ProviderFailure(
              'status',
              { host: url.host, status },
              { isPassing: BUSY.has(status), retryAfterMs },
            )
          }
          const contentType = response.headers['content-type'] ?? ''
          return { status, url, contentType, bytes: await readBody(response, options.maxBytes, url, signal) }
        }
      } catch (error) {
        options.signal.throwIfAborted()
        if (error instanceof ProviderFailure) throw error
        if (timeout.aborted)
          throw new ProviderFailure(
            'timeout',
            { host: url.host, seconds: timeoutMs / 1_000 },
            { isPassing: true, cause: error },
          )
        throw new ProviderFailure(
          'unreachable',
          { host: url.host, detail: messageOf(error) },
          { isPassing: true, cause: error },
        )
      } finally {
        pace?.ended()
      }
    },

    close(): void {
      for (const agent of Object.values(agents)) agent.destroy()
    },
  }
}

async function readBody(response: IncomingMessage, maxBytes: number, url: URL, signal: AbortSignal): Promise<Buffer> {
  const tooLong = () => new ProviderFailure('tooLong', { host: url.host, bytes: maxBytes })
  if (Number(response.headers['content-length'] ?? 0) > maxBytes) {
    response.destroy()
    throw tooLong()
  }
  const chunks: Buffer[] = []
  let length = 0
  const collect = async (body: Readable): Promise<void> => {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      length += chunk.length
      if (length > maxBytes) throw tooLong()
      chunks.push(chunk)
    }
  }
  const decoder = decoderOf(response.headers['content-encoding'])
  if (decoder === null) {
    response.destroy()
    throw new ProviderFailure('encoding', { host: url.host })
  }
  await pipeline(response, decoder, collect, { signal })
  return Buffer.concat(chunks)
}

/** Returns null for an unknown encoding. */
function decoderOf(encoding: string | undefined) {
  switch (encoding?.trim().toLowerCase() ?? 'identity') {
    case 'identity':
    case '':
      return new PassThrough()
    case 'gzip':
    case 'x-gzip':
      return createGunzip()
    case 'deflate':
      return createInflate()
    case 'br':
      return createBrotliDecompress()
    default:
      return null
  }
}

/** Seconds or a date; at most an hour, since one wrong header must not stop the lookup for days. */
function retryAfter(header: string | undefined): number | null {
  if (header === undefined) return null
  const ms = /^\d+$/.test(header.trim()) ? Number(header) * 1_000 : Date.parse(header) - Date.now()
  return Number.isNaN(ms) ? null : Math.min(Math.max(0, ms), MAX_RETRY_AFTER_MS)
}

function shown(url: URL): string {
  return url.href.slice(0, 200)
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message
}
