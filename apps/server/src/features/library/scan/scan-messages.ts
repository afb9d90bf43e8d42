import type { ScanCounts } from '@otodana/contract'

import type { DatabaseLocation } from '#db/open.ts'
import type { S3Settings } from '#storage/s3-settings.ts'

import type { LibraryRoot, ScanLog, ScanResult, ScanTrigger } from '../scan-types.ts'

export type ScanTask = {
  location: DatabaseLocation
  roots: readonly LibraryRoot[]
  demoRoot: string | null
  scanDepth: number
  ffmpegPath: string
  s3: S3Settings | null
  trigger: ScanTrigger
  allowMissing: boolean
  full: boolean
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
