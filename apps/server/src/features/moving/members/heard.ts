import type { Database, Db } from '#db/open.ts'
import { createHistoryRepository, historyDay } from '#features/history/index.ts'

import { audioFiles, findTrack, noTrack, type TrackRef } from './find-track.ts'
import { mergeItems, type MergeOptions, type Result } from './moved-in.ts'

/** What a device heard of a track on a day; `atMs` is its end. */
export type HeardTrack = {
  workId: number
  track: TrackRef
  day: string
  deviceId: string
  firstAtMs: number
  atMs: number
  heardSeconds: number
  seconds: number
  durationSeconds: number | null
}

const isOff: Result = { outcome: 'skipped', reason: 'The history is off' }
const tooOld: Result = { outcome: 'skipped', reason: 'The day is too old for the history, or does not exist' }

/**
 * Merges what was heard on different days, tracks and devices, as their devices would send it: the larger total and the later
 * position count. What the member removed here comes back, unless it has waited for its work.
 */
export function mergeHeard(
  database: Database,
  accountId: number | null,
  heard: readonly HeardTrack[],
  options: MergeOptions,
): Promise<Result[]> {
  const history = createHistoryRepository(database)
  const merge = async (db: Db, items: readonly HeardTrack[]) => {
    if (!(await history.isOn(accountId ?? -1, db))) return items.map(() => isOff)
    const files = await audioFiles(db, items)
    const found = items.map((item) => findTrack(item.track, files.get(item.workId) ?? []))
    const fileIds = found.flatMap((file) => (typeof file === 'string' ? [] : [file.id]))
    const here = await heardHere(db, accountId ?? -1, fileIds)
    const results = items.map((item, index): Result => {
      const file = found[index] ?? 'none'
      if (typeof file === 'string') return { outcome: 'skipped', reason: noTrack[file] }
      const day = historyDay({ day: item.day, lastAtMs: item.atMs }, Date.now())
      if (day === null) return tooOld
      const before = here.get(keyOf(day, file.id, item.deviceId))
      if (!before) return { outcome: 'new' }
      if (item.atMs > before.last_at_ms || item.heardSeconds > before.heard_seconds) return { outcome: 'changed' }
      return { outcome: 'same' }
    })
    if (options.dryRun || accountId === null) return results
    const taken = items.flatMap((item, index) => {
      const file = found[index] ?? 'none'
      const outcome = results[index]?.outcome
      if (typeof file === 'string' || (outcome !== 'new' && outcome !== 'changed')) return []
      return [{ ...item, fileId: file.id, lastAtMs: item.atMs }]
    })
    for (const [deviceId, ofDevice] of Map.groupBy(taken, (item) => item.deviceId)) {
      await history.mergeIn(db, accountId, deviceId, ofDevice, { takesCleared: !options.isOnce })
    }
    return results
  }
  const keyOfItem = ({ day, deviceId, track }: HeardTrack) => `${day} ${deviceId} ${track.path ?? track.title}`
  return mergeItems(database, { accountId, kind: 'heard', items: heard, keyOf: keyOfItem, merge }, options)
}

function keyOf(day: string, fileId: number, deviceId: string): string {
  return `${day} ${fileId} ${deviceId}`
}

async function heardHere(db: Db, accountId: number, fileIds: readonly number[]) {
  const rows = await db
    .selectFrom('heard')
    .select(['day', 'file_id', 'device_id', 'last_at_ms', 'heard_seconds'])
    .where('account_id', '=', accountId)
    .where('file_id', 'in', [-1, ...fileIds])
    .execute()
  return new Map(rows.map((row) => [keyOf(row.day, row.file_id, row.device_id), row]))
}
