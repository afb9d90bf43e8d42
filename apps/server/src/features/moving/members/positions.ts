import type { Database, Db } from '#db/open.ts'
import { createPositionRepository } from '#features/playback-positions/index.ts'

import { findTrack, type TrackRef } from './find-track.ts'
import { mergeItems, type MergeOptions, type Result } from './moved-in.ts'

/** Where a member left a track. */
export type Position = { workId: number; track: TrackRef; seconds: number; atMs: number }
export type Device = { id: string; name: string }
/** One that waits, with the device it was on. */
export type PositionOn = Position & { device: Device }

const reasons = { none: 'The work has no such track', several: 'Several tracks of the work have this name' }

/** Merges positions in different tracks, as those of a device. */
export function mergePositions(
  database: Database,
  accountId: number | null,
  device: Device,
  positions: readonly Position[],
  options: MergeOptions,
): Promise<Result[]> {
  const merge = async (db: Db, items: readonly PositionOn[]) => {
    const files = await audioFiles(db, items)
    const found = items.map((item) => findTrack(item.track, files.get(item.workId) ?? []))
    const fileIds = found.flatMap((file) => (typeof file === 'string' ? [] : [file.id]))
    const here = await timesOf(db, accountId ?? -1, device, fileIds)
    const results = items.map((item, index): Result => {
      const file = found[index] ?? 'none'
      if (typeof file === 'string') return { outcome: 'skipped', reason: reasons[file] }
      const before = here.get(file.id)
      if (before === undefined) return { outcome: 'new' }
      return { outcome: before < item.atMs ? 'changed' : before === item.atMs ? 'same' : 'kept' }
    })
    if (!options.dryRun && accountId !== null) {
      const saved = items.flatMap(({ seconds, atMs }, index) => {
        const file = found[index] ?? 'none'
        const { outcome } = results[index] ?? {}
        return typeof file === 'string' || (outcome !== 'new' && outcome !== 'changed')
          ? []
          : [{ fileId: file.id, seconds, atMs }]
      })
      if (saved.length > 0) await createPositionRepository(database).saveIn(db, accountId, device, saved)
    }
    return results
  }
  const items = positions.map((position) => ({ ...position, device }))
  const keyOf = ({ track }: PositionOn) => `${device.id} ${track.path ?? track.title}`
  return mergeItems(database, { accountId, kind: 'position', items, keyOf, merge }, options)
}

async function audioFiles(db: Db, positions: readonly Position[]) {
  const rows = await db
    .selectFrom('file')
    .select(['id', 'work_id', 'path'])
    .where('kind', '=', 'audio')
    .where('work_id', 'in', [-1, ...positions.map(({ workId }) => workId)])
    .execute()
  return Map.groupBy(rows, (row) => row.work_id)
}

async function timesOf(db: Db, accountId: number, device: Device, fileIds: readonly number[]) {
  const rows = await db
    .selectFrom('place')
    .select(['file_id', 'at_ms'])
    .where('account_id', '=', accountId)
    .where('device_id', '=', device.id)
    .where('file_id', 'in', [-1, ...fileIds])
    .execute()
  return new Map(rows.map((row) => [row.file_id, row.at_ms]))
}
