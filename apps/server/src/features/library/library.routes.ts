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

import { AppError } from '#http/errors/app-error.ts'
import { serve } from '#http/serve.ts'
import type { LibraryRootsReader } from '#settings/library-roots.ts'

import type { Library } from './library.ts'

const HEARTBEAT_MS = 15_000

type Deps = { library: Library; roots: Pick<LibraryRootsReader, 'paths'> }

export function libraryRoutes(app: FastifyInstance, { library, roots }: Deps): void {
  const streams = new Set<() => void>()
  // Event streams never end, so close them before the server waits for open requests.
  app.addHook('preClose', async () => {
    for (const end of streams) end()
  })

  serve(app, getScan, async ({ isAdmin }) => {
    const status = await library.status()
    return isAdmin ? status : withoutReason(status)
  })
  serve(app, startScan, async ({ body: { allowMissing, full, folder } }) => {
    if (folder !== undefined && !(await roots.paths()).includes(folder)) throw new AppError('folder.notChosen')
    const within = folder === undefined ? null : [{ root: folder, path: '' }]
    return library.start({ allowMissing: allowMissing === 1, full: full === 1, within })
  })
  serve(app, cancelScan, () => library.cancel())
  serve(app, listProblems, async () => ({ problems: await library.problems() }))
  serve(app, listMissingWorks, async ({ query: { page, pageSize } }) => {
    const { works, total } = await library.missingWorks({ offset: (page - 1) * pageSize, limit: pageSize })
    return { works, pagination: { currentPage: page, page, pageSize, totalCount: total } }
  })
  serve(app, watchScan, async ({ request, reply }) => {
    const first = await library.status()
    // A client that has disconnected meanwhile emits no `close` event any more.
    if (reply.raw.destroyed) return reply.hijack()
    const end = openStream(request, reply, first, (send) => library.onStatus(send, first))
    streams.add(end)
    reply.raw.once('close', () => streams.delete(end))
    return reply
  })
}

/** The reason of a failed scan may contain folders and hosts, so visitors do not see it. */
function withoutReason(status: ScanStatus): ScanStatus {
  return status.last === null ? status : { ...status, last: { ...status.last, error: null } }
}

/** Sends every status as an event until the client disconnects; returns a function that ends the stream. */
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
    // A buffering reverse proxy would send nothing until the scan has ended.
    'x-accel-buffering': 'no',
  })
  if (request.method === 'HEAD') {
    raw.end()
    return () => {}
  }
  // Slow readers skip to the latest status: the last one says that the scan has ended.
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
