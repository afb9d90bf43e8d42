import type { Readable } from 'node:stream'

import { savedPaths, workFolderName } from '@otodana/contract'
import type { FastifyBaseLogger } from 'fastify'

import type { Database } from '#db/open.ts'
import { fromStorage } from '#features/media/index.ts'
import { sortedAsTree } from '#features/tracks/index.ts'
import { AppError } from '#http/errors/app-error.ts'
import type { Storage, StoredFile } from '#storage/storage.ts'

import { createArchiveRepository, type ArchivableFile } from './archives.repository.ts'
import { selects } from './id-ranges.ts'
import { type ZipEntry, zipLength } from './zip-format.ts'
import { ZipStream } from './zip-stream.ts'

/** An archive ready to be sent: everything but its bytes is known. */
export type Archive = {
  /** Name of the archive and of the folder in it. */
  name: string
  sizeBytes: number
  /** Its bytes; the stream can only be piped. */
  open: () => Readable
}

type ArchiveDeps = { database: Database; storage: Storage; log: Pick<FastifyBaseLogger, 'warn'> }

type Entry = ZipEntry & { id: number; stored: StoredFile }

/** A store takes some hundredths of a second for each request, and a work may have a thousand files. */
const STATS_AT_ONCE = 16

export type Archives = ReturnType<typeof createArchives>

export function createArchives({ database, storage, log }: ArchiveDeps) {
  const works = createArchiveRepository(database)

  async function look({ id, place }: ArchivableFile): Promise<StoredFile> {
    try {
      return await storage.stat(place)
    } catch (error) {
      throw fromStorage(error, id, log)
    }
  }

  async function open({ id, stored }: Entry): Promise<Readable> {
    try {
      return await storage.openRange(stored, { start: 0, end: stored.sizeBytes - 1 })
    } catch (error) {
      throw fromStorage(error, id, log)
    }
  }

  return {
    /**
     * Checks the files of a work, so that a missing one is an error before the first byte. Names in the archive cannot
     * leave its folder, whatever the names on disk.
     *
     * @param selection  ids of the requested files: `12-40,43`; undefined for all
     * @throws {AppError} `work.notFound`, `file.notFound` (one of them, or none was given), `file.unreadable`,
     * `server.busy`
     */
    async prepare(workId: number, selection: string | undefined): Promise<Archive> {
      const work = await works.findWork(workId)
      if (!work) throw new AppError('work.notFound')
      const name = workFolderName(work)
      // Named before filtering, so that a file has the same name in every selection.
      const files = sortedAsTree(work.files, ({ path }) => path)
      const paths = savedPaths(files.map(({ path }) => path.split('/')))
      const isWanted = selects(selection)
      const wanted = files
        .map((file, index) => ({ file, path: [name, ...paths[index]!].join('/') }))
        .filter(({ file }) => isWanted(file.id))
      if (wanted.length === 0) throw new AppError('file.notFound')

      const entries: Entry[] = []
      for (let at = 0; at < wanted.length; at += STATS_AT_ONCE) {
        const some = wanted.slice(at, at + STATS_AT_ONCE).map(async ({ file, path }) => {
          const stored = await look(file)
          return { name: path, sizeBytes: stored.sizeBytes, modifiedMs: stored.modifiedMs, id: file.id, stored }
        })
        entries.push(...(await Promise.all(some)))
      }
      return { name, sizeBytes: zipLength(entries), open: () => new ZipStream(entries, open) }
    },
  }
}
