import { mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { type IncomingHttpHeaders, request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'

import { pino } from 'pino'

import { coverFeature } from '../src/features/covers/index.ts'
import { mediaFeature } from '../src/features/media/index.ts'
import { createHttp } from '../src/http/create-http.ts'
import type { DialectName } from '../src/db/dialect.ts'
import { createLocalStorage } from '../src/storage/local.ts'
import { openTestDatabase } from './databases.ts'
import { aWorkRow } from './work-rows.ts'
import { aGate } from './a-gate.ts'

export type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer }

type AskOptions = { method?: string; headers?: Record<string, string> }

export type AddFile = {
  /** Written to disk; null leaves the disk as it is. */
  content: string | Uint8Array | null
  kind?: 'audio' | 'text' | 'image' | 'other'
  state?: 'present' | 'missing'
  hasPicture?: boolean
}

export type MediaLibrary = Awaited<ReturnType<typeof openMediaLibrary>>

/** A library folder, a database and a listening server with the media and cover routes; works are added by hand. */
export async function openMediaLibrary(options: { dialect?: DialectName; accelPrefix?: string } = {}) {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'otodana-media-')))
  const root = join(base, 'library')
  const cacheDir = join(base, 'covers')
  mkdirSync(root)
  const database = await openTestDatabase(options.dialect ?? 'sqlite')
  const logged: Record<string, unknown>[] = []
  const log = pino(
    { level: 'info' },
    { write: (line: string) => logged.push(JSON.parse(line) as Record<string, unknown>) },
  )
  const http = await createHttp({ log, gate: aGate(), publicUrl: null, trustProxy: false, checksResponses: true })
  const storage = createLocalStorage([root])
  const covers = coverFeature(http, { config: { dataDir: base }, database, storage, log })
  const accel = options.accelPrefix === undefined ? null : { prefix: options.accelPrefix, roots: [root] }
  mediaFeature(http, { database, storage, accel, log })
  await http.listen({ host: '127.0.0.1', port: 0 })
  const { port } = http.server.address() as { port: number }
  await database.write
    .insertInto('circle')
    .values({ id: 1, name: 'Kitsune Lantern', name_key: 'kitsune lantern' })
    .execute()

  return {
    /** Everything lies in here; the library is a folder of it. */
    base,
    root,
    cacheDir,
    port,
    http,
    database,
    covers,
    /** Every line logged so far. */
    logged,

    async addWork(id: number, path: string, state: 'present' | 'missing' = 'present'): Promise<void> {
      mkdirSync(join(root, path), { recursive: true })
      await database.write
        .insertInto('work')
        .values({ ...aWorkRow(id), root, path, state })
        .execute()
    },

    /** @returns the file's id */
    async addFile(workId: number, path: string, file: AddFile): Promise<number> {
      const work = await database.read
        .selectFrom('work')
        .select('path')
        .where('id', '=', workId)
        .executeTakeFirstOrThrow()
      const onDisk = join(root, work.path, path)
      if (file.content !== null) {
        mkdirSync(dirname(onDisk), { recursive: true })
        writeFileSync(onDisk, file.content)
      }
      const stats = statSync(onDisk, { throwIfNoEntry: false })
      const { id } = await database.write
        .insertInto('file')
        .values({
          work_id: workId,
          path,
          kind: file.kind ?? 'audio',
          size_bytes: stats?.size ?? 0,
          mtime_ms: Math.trunc(stats?.mtimeMs ?? 0),
          fingerprint: path,
          has_picture: file.hasPicture ? 1 : 0,
          state: file.state ?? 'present',
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    },

    /** Sends the path as it is written: nothing is normalised on the way. */
    ask(path: string, { method = 'GET', headers = {} }: AskOptions = {}): Promise<Answer> {
      return askServer(port, path, { method, headers })
    },

    async close(): Promise<void> {
      await http.close()
      await database.remove()
      rmSync(base, { recursive: true, force: true })
    },
  }
}

export async function askServer(port: number, path: string, { method = 'GET', headers = {} }: AskOptions = {}) {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const request = httpRequest({ host: '127.0.0.1', port, path, method, headers, agent: false }, (response) => {
    buffer(response).then(
      (body) => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
      reject,
    )
  })
  request.on('error', reject)
  request.end()
  return promise
}
