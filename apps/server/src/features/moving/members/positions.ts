import type { Database, Db } from '#db/open.ts'
import { createPositionRepository, MAX_DEVICES } from '#features/playback-positions/index.ts'

import { audioFiles, findTrack, noTrack, type TrackRef } from './find-track.ts'
import { mergeItems, type MergeOptions, type Result } from './moved-in.ts'

/** Where a member left a track. */
export type Position = { workId: number; track: TrackRef; seconds: number; atMs: number }
export type Device = { id: string; name: string }
/** One that waits, with the device it was on. */
export type PositionOn = Position & { device: Device }

const noRoom: Result = { outcome: 'skipped', reason: `An account has at most ${MAX_DEVICES} devices` }

/** Merges positions with different names of tracks, as those of a device. Of several in one track, the latest is taken. */
export function mergePositions(
  database: Database,
  accountId: number | null,
  device: Device,
  positions: readonly Position[],
  options: MergeOptions,
): Promise<Result[]> {
  const saved = createPositionRepository(database)
  const merge = async (db: Db, items: readonly PositionOn[]) => {
    if (!(await saved.hasRoomFor(db, accountId ?? -1, device.id))) return items.map(() => noRoom)
    const files = await audioFiles(db, items)
    const found = items.map((item) => findTrack(item.track, files.get(item.workId) ?? []))
    const fileIds = found.flatMap((file) => (typeof file === 'string' ? [] : [file.id]))
    const here = await timesOf(db, accountId ?? -1, device, fileIds)
    const latest = new Map<number, PositionOn>()
    for (const [index, item] of items.entries()) {
      const file = found[index] ?? 'none'
      if (typeof file === 'string') continue
      const other = latest.get(file.id)
      if (!other || other.atMs < item.atMs) latest.set(file.id, item)
    }
    const results = items.map((item, index): Result => {
      const file = found[index] ?? 'none'
      if (typeof file === 'string') return { outcome: 'skipped', reason: noTrack[file] }
      const before = here.get(file.id)
      if (latest.get(file.id) !== item) return { outcome: 'kept' }
      if (before === undefined) return { outcome: 'new' }
      return { outcome: before < item.atMs ? 'changed' : before === item.atMs ? 'same' : 'kept' }
    })
    if (!options.dryRun && accountId !== null) {
      const taken = items.flatMap(({ seconds, atMs }, index) => {
        const file = found[index] ?? 'none'
        const { outcome } = results[index] ?? {}
        return typeof file === 'string' || (outcome !== 'new' && outcome !== 'changed')
          ? []
          : [{ fileId: file.id, seconds, atMs }]
      })
      if (taken.length > 0) await saved.mergeIn(db, accountId, device, taken)
    }
    return results
  }
  const items = positions.map((position) => ({ ...position, device }))
  const keyOf = ({ track }: PositionOn) => `${device.id} ${track.path ?? track.title}`
  return mergeItems(database, { accountId, kind: 'position', items, keyOf, merge }, options)
}

/** Returns those of the devices that the account has, or has room for: the first ones. */
export async function devicesWithRoom(
  database: Database,
  accountId: number,
  deviceIds: readonly string[],
): Promise<Set<string>> {
  const here = new Set((await createPositionRepository(database).devices(accountId)).map(({ id }) => id))
  const others = deviceIds.filter((id) => !here.has(id)).slice(0, Math.max(0, MAX_DEVICES - here.size))
  return here.union(new Set(others))
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
