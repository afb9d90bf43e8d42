import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import S3rver from '@20minutes/s3rver'
import { AwsClient } from 'aws4fetch'

import type { S3Settings } from '../src/storage/s3-settings.ts'

const BUCKET = 'otodana-test'

export type S3Server = Awaited<ReturnType<typeof startS3>>

/** A real S3 server on a free port with one empty bucket, that checks signatures. */
export async function startS3() {
  const directory = mkdtempSync(join(tmpdir(), 'otodana-s3-'))
  let server = await listen(0)
  const { port } = server.httpServer.address() as { port: number }
  const settings: S3Settings = {
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
  }
  const aws = new AwsClient({ ...settings, service: 's3', retries: 0 })

  async function listen(onPort: number) {
    const options = {
      address: '127.0.0.1',
      port: onPort,
      silent: true,
      directory,
      configureBuckets: [{ name: BUCKET }],
    }
    const created = new S3rver(options)
    await created.run()
    return created
  }

  async function send(method: 'PUT' | 'DELETE', key: string, body?: string | Uint8Array): Promise<void> {
    const path = key.split('/').map(encodeURIComponent).join('/')
    const init = { method, ...(body === undefined ? {} : { body: Buffer.from(body) }) }
    const response = await aws.fetch(`${settings.endpoint}/${BUCKET}/${path}`, init)
    if (!response.ok) throw new Error(`${method} ${key}: ${response.status} ${await response.text()}`)
    await response.arrayBuffer()
  }

  async function stop(): Promise<void> {
    const closed = Promise.withResolvers<void>()
    server.httpServer.close(() => closed.resolve())
    server.httpServer.closeAllConnections()
    await closed.promise
  }

  return {
    bucket: BUCKET,
    settings,
    /** The settings of a server that uses it, with the prefix as the library folder. */
    env: (prefix: string) => ({
      LIBRARY_URL: `s3://${BUCKET}/${prefix}`,
      S3_ENDPOINT: settings.endpoint,
      S3_ACCESS_KEY_ID: settings.accessKeyId,
      S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
    }),
    put: (key: string, content: string | Uint8Array) => send('PUT', key, content),
    async putAll(prefix: string, files: Record<string, string | Uint8Array>): Promise<void> {
      for (const [name, content] of Object.entries(files)) await send('PUT', `${prefix}/${name}`, content)
    },
    remove: (key: string) => send('DELETE', key),
    stop,
    /** The same store behind a proxy that can fail whenever bytes of an object are requested. */
    async behindProxy(): Promise<{ endpoint: string; fails: boolean } & AsyncDisposable> {
      const proxy = createServer((request, response) => {
        if (state.fails && request.headers.range) return response.writeHead(503).end()
        const { method, url: path, headers } = request
        return httpRequest({ host: '127.0.0.1', port, method, path, headers, agent: false }, (answer) => {
          response.writeHead(answer.statusCode ?? 502, answer.headers)
          answer.pipe(response)
        }).end()
      })
      await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening))
      const state = {
        endpoint: `http://127.0.0.1:${(proxy.address() as { port: number }).port}`,
        fails: false,
        async [Symbol.asyncDispose]() {
          proxy.closeAllConnections()
          await new Promise((closed) => proxy.close(closed))
        },
      }
      return state
    },
    /** After {@link stop}, at the same address and with all its objects. */
    async startAgain(): Promise<void> {
      server = await listen(port)
    },
    async close(): Promise<void> {
      if (server.httpServer.listening) await stop()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
