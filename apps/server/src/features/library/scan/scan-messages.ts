import type { ScanCounts } from '@otodana/contract'

import type { DatabaseLocation } from '#db/open.ts'
import type { LibraryRoot } from '#settings/library-roots.ts'
import type { S3Settings } from '#storage/s3-settings.ts'

import type { ScanLog, ScanResult, ScanTrigger } from '../scan-types.ts'
import type { Place } from '../folders/identities.ts'

export type ScanTask = {
  location: DatabaseLocation
  roots: readonly LibraryRoot[]
  retired: readonly string[]
  scanDepth: number
  ffmpegPath: string
  s3: S3Settings | null
  trigger: ScanTrigger
  allowMissing: boolean
  full: boolean
  within: readonly Place[] | null
  holder: string
}

export type FromScanThread =
  | { type: 'started' }
  | { type: 'refused' }
  | { type: 'progress'; counts: ScanCounts }
  | { type: 'stored' }
  | { type: 'log'; level: keyof ScanLog; fields: object; message: string }
  | { type: 'finished'; result: ScanResult }

export type ToScanThread = 'cancel'
