import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

import type { DialectName } from '../src/db/dialect.ts'
import { listScanProblems, type ScanDeps, scanLibrary, type ScanOptions } from '../src/features/library/index.ts'
import { openTestDatabase } from './databases.ts'
import { aFolder } from './work-folders.ts'

const silent = { info() {}, warn() {}, error() {} }

export type ScanWorld = Awaited<ReturnType<typeof openScanWorld>>

/** An empty library folder, a database, and scans of the one into the other. */
export async function openScanWorld(dialect: DialectName) {
  const database = await openTestDatabase(dialect)
  const folder = aFolder()
  const root = join(folder.path, 'library')
  mkdirSync(root)
  const problems = () => listScanProblems(database.read)

  return {
    database,
    root,
    /** Beside the library. */
    folder,

    scan(options: Partial<ScanOptions> & Partial<ScanDeps> = {}) {
      const { roots = [{ path: root, isDemo: false }], retired = [], scanDepth = 8, files, ...rest } = options
      return scanLibrary(
        { database, roots, retired, scanDepth, ffmpegPath: 'ffmpeg', log: silent, ...(files && { files }) },
        { trigger: 'cli', ...rest },
      )
    },

    works: () => database.write.selectFrom('work').selectAll().orderBy('id').execute(),
    files: () => database.write.selectFrom('file').selectAll().orderBy('work_id').orderBy('path').execute(),
    problems,
    problemKinds: async () => (await problems()).map(({ kind }) => kind),

    async remove() {
      folder[Symbol.dispose]()
      await database.remove()
    },
  }
}
