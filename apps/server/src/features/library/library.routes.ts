import {
  cancelScan,
  getScan,
  listMissingWorks,
  listProblems,
  type ScanStatus,
  startScan,
  watchScan,
} from '@otodana/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { serve } from '#http/serve.ts'

import type { Library } from './library.ts'

const HEARTBEAT_MS = 15_000

export function libraryRoutes(app: FastifyInstance, { library }: { library: Library }): void {
  const streams = new Set<() => void>()
  // Before the server waits for open requests to end: these would never.
  app.addHook('preClose', async () => {
    for (const end of streams) end()
  })

  serve(app, getScan, async ({ isAdmin }) => {
    const status = await library.status()
    return isAdmin ? status : withoutReason(status)
  })
  serve(app, startScan, ({ body }) => library.start({ allowMissing: body.allowMissing === 1, full: body.full === 1 }))
  serve(app, cancelScan, () => library.cancel())
  serve(app, listProblems, async () => ({ problems: await library.problems() }))
  serve(app, listMissingWorks, async ({ query: { page, pageSize } }) => {
    const { works, total } = await library.missingWorks({ offset: (page - 1) * pageSize, limit: pageSize })
    return { works, pagination: { currentPage: page, page, pageSize, totalCount: total } }
  })
  serve(app, watchScan, async ({ request, reply }) => {
    const first = await library.status()
    // Who left meanwhile would be sent events for ever: the connection has closed already and tells nothing more.
    if (reply.raw.destroyed) return reply.hijack()
    const end = openStream(request, reply, first, (send) => library.onStatus(send))
    streams.add(end)
    reply.raw.once('close', () => streams.delete(end))
    return reply
  })
}

/** Why a scan failed may name folders and hosts, which are no visitor's business. */
function withoutReason(status: ScanStatus): ScanStatus {
  return status.last === null ? status : { ...status, last: { ...status.last, error: null } }
}

/** Sends every status as an event until the visitor leaves; returns what ends it from this side. */
function openStream(
  request: FastifyRequest,
  reply: FastifyReply,
  first: ScanStatus,
  subscribe: (send: (status: ScanStatus) => void) => () => void,
): () => void {
  const { raw } = reply
  reply.hijack()
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    // A reverse proxy that collects the answer first would show nothing until the scan is over.
    'x-accel-buffering': 'no',
  })
  if (request.method === 'HEAD') {
    raw.end()
    return () => {}
  }
  // A visitor who reads slowly gets the latest one once there is room: the last of all tells that the scan is over.
  let waiting: ScanStatus | null = null
  const send = (status: ScanStatus) => {
    if (raw.writableNeedDrain) waiting = status
    else raw.write(`event: scan\ndata: ${JSON.stringify(status)}\n\n`)
  }
  raw.on('drain', () => {
    const latest = waiting
    waiting = null
    if (latest !== null && !raw.writableEnded) send(latest)
  })
  send(first)
  const unsubscribe = subscribe(send)
  const heartbeat = setInterval(() => raw.write(': still here\n\n'), HEARTBEAT_MS).unref()
  raw.once('close', () => {
    clearInterval(heartbeat)
    unsubscribe()
  })
  return () => raw.end()
}
