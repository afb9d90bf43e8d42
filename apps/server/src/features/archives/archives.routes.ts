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

/** Archives take long, and each of them reads as fast as its receiver can. */
const MAX_OF_ONE_CLIENT = 3
const MAX_IN_ALL = 24
/** So many of them are for accounts and sites that receive none. */
const FOR_NEWCOMERS = 8
/** A receiver of less in the mean of a minute, under half of what a phone on a bad line takes, may lose its slot to another. */
const SLOW = { bytesPerSecond: 8_000, windowMs: 60_000 }

/** One zip of a work, with HEAD: Fastify adds it to every GET. */
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
      // Made again each time: a download that broke off cannot be resumed.
      'accept-ranges': 'none',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      // A proxy that gathers the answer first would fill its disk with it; nginx asks here.
      'x-accel-buffering': 'no',
    })
    // An empty stream: of an empty string Fastify would send the length.
    if (request.method === 'HEAD') return reply.send(Readable.from([]))
    const body = open()
    body.once('error', (error) => {
      if (gone.aborted) return
      request.log.error(
        { err: error, archive: name },
        'an archive could not be sent to its end; the connection is closed',
      )
    })
    return reply.send(body)
  })
}

/** Guests share an account. */
function clientOf(account: Account | null, request: FastifyRequest): string {
  return account === null || account.group === 'guest' ? networkOf(request.address) : `account ${account.id}`
}
