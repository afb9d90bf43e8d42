import type { DatabaseLocation } from '#db/open.ts'

import type { SubtitleQuery } from './search-types.ts'

export type SearchTask = { location: DatabaseLocation }

export type ToSearchThread =
  | { type: 'search'; id: number; asked: SubtitleQuery }
  | { type: 'leave'; id: number }
  | { type: 'stale' }
  | { type: 'close' }

export type FromSearchThread =
  | { type: 'answer'; id: number; json: string | null }
  | { type: 'unknownScope'; id: number }
  | { type: 'failed'; id: number; error: Error; isBusy: boolean }
  | { type: 'log'; fields: object; message: string }
