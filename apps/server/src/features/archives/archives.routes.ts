import { downloadArchive } from '@otodana/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Readable } from 'node:stream'

import { attachment } from '#features/media/index.ts'
import { workIdOf } from '#features/works/index.ts'
import type { Account } from '#http/gate.ts'
import { networkOf } from '#http/visitor/network-of.ts'
import { createConcurrencyLimit, receiverOf } from '#http/limits/concurrency-limit.ts'
import { serve } from '#http/serve.ts'
import { whenGone } from '#http/sending/when-gone.ts'

import type { Archives } from './archives.service.ts'

/** Archives take long, and each reads as fast as its receiver. */
const MAX_OF_ONE_CLIENT = 3
const MAX_IN_ALL = 24
/** Reserved for accounts and sites that are receiving none. */
const FOR_NEWCOMERS = 8
/**
 * A receiver that averages less over a minute, under half of a phone's bad connection, may lose its slot to another.
 */
const SLOW = { bytesPerSecond: 8_000, windowMs: 60_000 }

/** Routes for zips of works. Fastify adds HEAD to every GET. */
export function archiveRoutes(app: FastifyInstance, { archives }: { archives: Archives }): void {
  const limit = createConcurrencyLimit({
    ofOne: MAX_OF_ONE_CLIENT,
    inAll: MAX_IN_ALL,
    forNewcomers: FOR_NEWCOMERS,
    slow: SLOW,
  })

  serve(app, downloadArchive, async ({ params, query, account, request, reply }) => {
    const gone = whenGone(reply)
    if (gone.aborted) return reply.hijack()
    const release = limit.take(clientOf(account, request), receiverOf(reply))
    gone.addEventListener('abort', release)
    const { name, sizeBytes, open } = await archives.prepare(workIdOf(params.id), query.files)
    reply.headers({
      'content-type': 'application/zip',
      'content-length': sizeBytes,
      'content-disposition': attachment(`${name}.zip`),
      // Generated each time, so an aborted download cannot be resumed.
      'accept-ranges': 'none',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      // Keeps nginx from buffering the whole archive on disk.
      'x-accel-buffering': 'no',
    })
    // An empty stream: for an empty string Fastify would send its length.
    if (request.method === 'HEAD') return reply.send(Readable.from([]))
    const body = open()
    body.once('error', (error) => {
      if (gone.aborted) return
      request.log.error(
        { err: error, archive: name },
        'an archive could not be sent completely; the connection was closed',
      )
    })
    return reply.send(body)
  })
}

/** Guests share an account, so they are counted by address. */
function clientOf(account: Account | null, request: FastifyRequest): string {
  return account === null || account.group === 'guest' ? networkOf(request.address) : `account ${account.id}`
}
