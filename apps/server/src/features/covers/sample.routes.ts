import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { getSample } from '@otodana/contract'
import { parseWorkRef } from '@otodana/work-code'
import type { FastifyInstance } from 'fastify'

import type { Database } from '#db/open.ts'
import { readSampleNames } from '#features/metadata/index.ts'
import { AppError, invalidInput } from '#http/errors/app-error.ts'
import { checkConditions } from '#http/sending/conditional.ts'
import { isKnown, serve } from '#http/serve.ts'

/** A day; the address changes with the picture. */
const SAMPLE_SECONDS = 86_400

type Deps = { database: Database; sampleDir: string }

/** Sample pictures, which are JPEG: they were converted when they were downloaded. */
export function sampleRoutes(app: FastifyInstance, { database, sampleDir }: Deps): void {
  serve(app, getSample, async ({ params, request, reply, ...visitor }) => {
    const workId = parseWorkRef(params.id)
    if (workId === null) throw invalidInput('path', 'id', 'must be a work id or code', params.id)
    const name = (await readSampleNames(database.read, workId))[params.n - 1]
    if (name === undefined) throw new AppError('file.notFound')
    const etag = `"${name}"`
    reply.headers({
      etag,
      'cache-control': `${isKnown(visitor) ? 'private' : 'public'}, max-age=${SAMPLE_SECONDS}`,
      'x-content-type-options': 'nosniff',
    })
    if (checkConditions(request.headers, { etag }) === 'notModified') return reply.code(304).send()
    const bytes = await readFile(join(sampleDir, name)).catch((error: NodeJS.ErrnoException) => {
      // Another server may have downloaded it, or a backup may be on its way back.
      throw error.code === 'ENOENT' ? new AppError('file.notFound') : error
    })
    return reply.type('image/jpeg').send(bytes)
  })
}
