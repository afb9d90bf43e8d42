import { Readable } from 'node:stream'

import { pino } from 'pino'
import { expect, test } from 'vitest'

import { aGate } from '../../../test/a-gate.ts'
import { createHttp } from '../../http/create-http.ts'
import { createLimits } from '../../http/limits/limits.ts'
import type { MediaFile } from '../media/index.ts'
import { fileHashRoutes } from './file-hash.ts'

const CALLS = 30
const place = { root: '/library', pathInRoot: 'file', realPath: '/library/file' }

function aFile(id: number): MediaFile {
  const stored = { sizeBytes: 4, modifiedMs: 0, version: `${id}`, identity: `${id}`, ...place }
  return { id, name: 'file', etag: `"${id}"`, isText: false, kind: 'other', durationSeconds: null, stored }
}

test('OLD-05 of many calls that come at once two are answered by the disk, eight wait, and the rest are refused', async () => {
  const app = await createHttp({
    publicUrl: null,
    trustProxy: false,
    checksResponses: true,
    gate: aGate(),
    log: pino({ level: 'silent' }),
  })
  const disk = Promise.withResolvers<void>()
  /** As far away as Redis: all are counted before the first goes on. */
  const counter = Promise.withResolvers<void>()
  let counted = 0
  let reading = 0
  const limits = createLimits(null)
  fileHashRoutes(app, {
    limits: {
      create: (rule) => ({
        ...limits.create(rule),
        async take() {
          if (++counted === CALLS) counter.resolve()
          await counter.promise
          return 1
        },
      }),
    },
    media: {
      getFile: async ({ fileId }) => aFile(fileId),
      async open() {
        reading++
        await disk.promise
        return Readable.from([Buffer.from('word')])
      },
    },
  })
  try {
    const refused = Promise.withResolvers<void>()
    let refusals = 0
    const answers = Array.from({ length: CALLS }, async (_, at) => {
      const body = { fileId: at + 1, hash: '0'.repeat(32) }
      const { statusCode } = await app.inject({ method: 'POST', url: '/api/media/verify-workfile-hash', body })
      if (statusCode === 503 && ++refusals === 20) refused.resolve()
      return statusCode
    })
    await refused.promise
    expect(reading).toBeLessThanOrEqual(2)
    disk.resolve()
    expect((await Promise.all(answers)).filter((status) => status === 200)).toHaveLength(10)
    expect(reading).toBe(10)
  } finally {
    disk.resolve()
    await app.close()
  }
})
