import type { Scenario } from '../scenario.ts'
import { clockJumps } from './clock.ts'
import { fullDisk, readOnlyDisk } from './disk.ts'
import { ffmpegFaults } from './ffmpeg.ts'
import { killBackup } from './kill-backup.ts'
import { killKikoeru, killMetadataImport } from './kill-import.ts'
import { killMetadataFetch } from './kill-metadata-fetch.ts'
import { killMigration } from './kill-migration.ts'
import { killScan } from './kill-scan.ts'
import { killWriter } from './kill-writer.ts'
import { killWrites } from './kill-writes.ts'
import { droppedLibrary, hangingLibrary } from './library.ts'
import { memoryPressure } from './memory.ts'
import { postgresFaults } from './postgres.ts'
import { redisFaults } from './redis.ts'
import { s3Faults } from './s3.ts'
import { slowDisk } from './slow-disk.ts'

export const scenarios: readonly Scenario[] = [
  killWriter,
  killWrites,
  killScan,
  killKikoeru,
  killMetadataImport,
  killMigration,
  killBackup,
  killMetadataFetch,
  fullDisk,
  readOnlyDisk,
  slowDisk,
  droppedLibrary,
  hangingLibrary,
  postgresFaults,
  redisFaults,
  s3Faults,
  clockJumps,
  ffmpegFaults,
  memoryPressure,
]
