import { Readable } from 'node:stream'

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import type { AppPasswords } from '#features/app-passwords/index.ts'
import { type Media, sendFile } from '#features/media/index.ts'
import { AppError } from '#http/errors/app-error.ts'
import type { Account } from '#http/gate.ts'
import { sendBytes } from '#http/sending/send-bytes.ts'
import { sendText } from '#http/sending/send-text.ts'
import { whenGone } from '#http/sending/when-gone.ts'

import { withListedEtag } from './file-etag.ts'
import { admit, needsLogin } from './login.ts'
import { type Located, multistatus } from './multistatus.ts'
import type { M3u } from './playlists.ts'
import { MAX_BODY_BYTES, parsePropfind } from './propfind.ts'
import type { Entry, Resource, Tree } from './tree.ts'

const ROOT = '/dav'
/** Longer answers are streamed: a thousand members have half of it, and a work may have any number of files. */
const MAX_WHOLE_LENGTH = 1_000_000
const ALLOWED = ['OPTIONS', 'GET', 'HEAD', 'PROPFIND']
/** What else apps of this protocol send; the library is read only. */
const REFUSED = [
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'PROPPATCH',
  'MKCOL',
  'COPY',
  'MOVE',
  'LOCK',
  'UNLOCK',
  'REPORT',
  'SEARCH',
  'ACL',
  'BIND',
  'CHECKOUT',
  'MERGE',
  'MKACTIVITY',
  'MKCALENDAR',
  'TRACE',
]
const XML = 'application/xml; charset=utf-8'
const INFINITE =
  '<?xml version="1.0" encoding="utf-8"?>\n<D:error xmlns:D="DAV:"><D:propfind-finite-depth/></D:error>\n'
const IN_BROWSERS =
  'This is a WebDAV folder. Open its address in an app for WebDAV, with your user name and an app password.\n'

type Deps = { appPasswords: Pick<AppPasswords, 'accountOf'>; media: Media; tree: Tree }

/** Registers `/dav` and everything below: WebDAV class 1, read only. */
export function webdavRoutes(app: FastifyInstance, { appPasswords, media, tree }: Deps): void {
  async function find(request: FastifyRequest): Promise<Resource> {
    const account: Account | null = await admit({ gate: app.gate, appPasswords }, request)
    const found = await tree.find(pathOf(request), account)
    if (found === 'needsLogin') throw needsLogin('No authorization token was found')
    if (found === null) throw new AppError('route.notFound')
    return found
  }

  async function propfind(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const resource = await find(request)
    const asked = parsePropfind(typeof request.body === 'string' ? request.body : '')
    if (asked === null) throw new AppError('request.invalid')
    const depth = request.headers.depth ?? 'infinity'
    const isFolder = resource.kind === 'folder'
    if (isFolder && depth !== '0' && depth !== '1') return reply.code(403).type(XML).send(INFINITE)
    const gone = whenGone(reply)
    const members = isFolder && depth === '1' ? await resource.members(gone) : []
    const entry = resource.kind === 'm3u' ? await resource.entryOf(gone) : resource.entry
    const pieces = multistatus(located(entry, members, request), asked)
    void reply.code(207).type(XML).header('cache-control', 'no-store')
    let begin = ''
    while (begin.length < MAX_WHOLE_LENGTH) {
      const { done, value } = pieces.next()
      if (done) return sendText(request, reply, begin)
      begin += value
    }
    return reply.send(Readable.from(inOrder([begin], pieces)))
  }

  async function get(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const resource = await find(request)
    if (resource.kind === 'libraryFile') {
      const { file, root } = resource
      const stored = await media.getFile({ workId: null, fileId: file.id })
      return sendFile({ media, request, reply }, withListedEtag(stored, file, root))
    }
    reply.header('x-content-type-options', 'nosniff').header('cache-control', 'private, no-cache')
    if (resource.kind === 'm3u') return sendM3u(await resource.open(whenGone(reply)), request, reply)
    return reply.type('text/plain; charset=utf-8').send(IN_BROWSERS)
  }

  const options = (_request: FastifyRequest, reply: FastifyReply) =>
    reply.headers({ dav: '1', allow: ALLOWED.join(', '), 'ms-author-via': 'DAV', 'content-length': 0 }).send()

  // Before its body is read, which may be a whole film.
  const refuse = (reply: FastifyReply) =>
    reply
      .code(405)
      .headers({ allow: ALLOWED.join(', '), connection: 'close' })
      .send({ error: 'method.notAllowed' })

  for (const method of [...ALLOWED, ...REFUSED]) {
    if (!app.supportedMethods.includes(method)) app.addHttpMethod(method, { hasBody: true })
  }
  void app.register((dav, _options, done) => {
    dav.removeAllContentTypeParsers()
    dav.addContentTypeParser('*', { parseAs: 'string', bodyLimit: MAX_BODY_BYTES }, (_request, text, parsed) =>
      parsed(null, text),
    )
    for (const url of [ROOT, `${ROOT}/*`]) {
      // Scripts of other sites are not let in; apps need no permission.
      const config = { cors: false } as const
      dav.route({ method: 'PROPFIND', url, config, compress: {}, handler: propfind })
      dav.route({ method: ['GET', 'HEAD'], url, config, compress: false, handler: get })
      dav.route({ method: 'OPTIONS', url, config, compress: false, handler: options })
      dav.route({
        method: REFUSED,
        url,
        config,
        compress: false,
        onRequest: async (_request, reply) => refuse(reply),
        handler: async (_request, reply) => refuse(reply),
      })
    }
    done()
  })
}

/** Returns the names in a request's address, composed as all names are. */
function pathOf({ url }: FastifyRequest): string[] {
  // The router ends a path there, too.
  const [path = ''] = url.split(/[?#]/, 1)
  return path
    .slice(ROOT.length)
    .split('/')
    .filter((name) => name !== '')
    .map((name) => decodeURIComponent(name).normalize('NFC'))
}

/** A resource and its members at their addresses, which begin with the one that was asked for. */
function* located(entry: Entry, members: readonly Entry[], request: FastifyRequest): Generator<Located> {
  const steps = [request.server.basePath + ROOT, ...pathOf(request).map(encodeURIComponent)].join('/')
  yield { href: entry.file === null ? `${steps}/` : steps, entry }
  for (const member of members) {
    const href = `${steps}/${encodeURIComponent(member.name)}`
    yield { href: member.file === null ? `${href}/` : href, entry: member }
  }
}

function* inOrder(first: readonly string[], rest: Iterable<string>): Generator<string> {
  yield* first
  yield* rest
}

function sendM3u({ bytes, etag, modifiedMs }: M3u, request: FastifyRequest, reply: FastifyReply) {
  return sendBytes(request, reply, {
    sizeBytes: bytes.length,
    etag,
    modifiedMs,
    contentType: () => 'audio/x-mpegurl; charset=utf-8',
    open: async ({ start, end }) => Readable.from([bytes.subarray(start, end + 1)], { objectMode: false }),
    logged: { path: ROOT },
  })
}
