import { Readable } from 'node:stream'

import { pino } from 'pino'
import { expect, test } from 'vitest'

import { aGate } from '../../../test/a-gate.ts'
import { createHttp } from '../../http/create-http.ts'
import { createLimits } from '../../http/limits/limits.ts'
import { openTestDatabase } from '../../../test/databases.ts'
import { createMedia, type MediaFile } from '../media/index.ts'
import { fileHashRoutes } from './file-hash.ts'
import { smallPictureRoutes } from './small-pictures.ts'

const CALLS = 30
const place = { root: '/library', pathInRoot: 'file', realPath: '/library/file' }

function aServer() {
  return createHttp({
    publicUrl: null,
    trustProxy: false,
    checksResponses: true,
    gate: aGate(),
    log: pino({ level: 'silent' }),
  })
}

function aFile(id: number): MediaFile {
  const stored = { sizeBytes: 4, modifiedMs: 0, version: `${id}`, identity: `${id}`, ...place }
  return { id, name: 'file', etag: `"${id}"`, isText: false, kind: 'other', durationSeconds: null, stored }
}

test('OLD-05 of many calls that come at once two are answered by the disk, eight wait, and the rest are refused', async () => {
  const app = await aServer()
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
      async *pieces() {
        reading++
        await disk.promise
        yield Buffer.from('word')
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

test('OLD-05 a file that cannot be read to its end is answered as one that cannot be opened', async () => {
  const app = await aServer()
  const database = await openTestDatabase('sqlite')
  async function* broken() {
    yield Buffer.from('wo')
    throw Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO' })
  }
  const { pieces } = createMedia({
    database,
    storage: {
      stat: () => Promise.reject(new Error('not asked')),
      openRange: async () => Readable.from(broken()),
      checkRoot: async () => {},
    },
    accel: null,
    log: pino({ level: 'silent' }),
  })
  fileHashRoutes(app, { limits: createLimits(null), media: { getFile: async () => aFile(1), pieces } })
  smallPictureRoutes(app, {
    media: { getFile: async () => ({ ...aFile(1), kind: 'image' }), pieces },
    covers: { renderPreview: async (read) => read() },
  })
  try {
    const body = { fileId: 1, hash: '0'.repeat(32) }
    const hashed = await app.inject({ method: 'POST', url: '/api/media/verify-workfile-hash', body })
    const preview = await app.inject('/api/media/small-img/1')
    for (const answer of [hashed, preview]) {
      expect([answer.statusCode, answer.json()]).toEqual([503, { error: 'file.unreadable' }])
    }
  } finally {
    await app.close()
    await database.remove()
  }
})

test('OLD-08 two hundred previews of one client may wait, a thousand in all, and no more', async () => {
  const app = await aServer()
  const made = Promise.withResolvers<Buffer>()
  smallPictureRoutes(app, {
    media: {
      getFile: async ({ fileId }) => ({ ...aFile(fileId), kind: 'image' }),
      pieces: () => {
        throw new Error('read before its turn')
      },
    },
    covers: { renderPreview: () => made.promise },
  })
  let id = 0
  const codes = new Map<string, number>()
  const refused = new Set<string>()
  const ask = async (client: number) => {
    const answer = await app.inject({ url: `/api/media/small-img/${++id}`, remoteAddress: `192.0.2.${client}` })
    codes.set(`${client} ${answer.statusCode}`, (codes.get(`${client} ${answer.statusCode}`) ?? 0) + 1)
    if (answer.statusCode !== 200) refused.add(answer.json<{ error: string }>().error)
  }
  try {
    const asked = [1, 2, 3, 4, 5, 6].flatMap((client) => Array.from({ length: 210 }, () => ask(client)))
    await expect.poll(() => [...codes.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(260)
    made.resolve(Buffer.from('a picture'))
    await Promise.all(asked)
    expect(refused).toEqual(new Set(['request.tooMany', 'server.busy']))
    expect([codes.get('1 200'), codes.get('1 429')]).toEqual([200, 10])
    const all = [...codes].flatMap(([code, count]) => (code.endsWith(' 200') ? [count] : []))
    expect(all.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(1_000)
  } finally {
    made.resolve(Buffer.from(''))
    await app.close()
  }
})
