import type { PlaybackPosition } from '@otodana/contract'
import { sql } from 'kysely'

import type { Database, Db } from '#db/open.ts'
import { retryingConflicts } from '#db/retrying-conflicts.ts'

/** Above this, devices unused the longest are deleted with their positions. */
export const MAX_DEVICES = 50
/** Above this, the oldest positions of a device are deleted. */
export const MAX_POSITIONS_PER_DEVICE = 5_000

export type NewPosition = { fileId: number; seconds: number; atMs: number }

export type PositionRepository = {
  /** Of the work's files, latest first. */
  ofWork(accountId: number, workId: number): Promise<PlaybackPosition[]>
  /** All positions, latest first. */
  all(accountId: number): Promise<PlaybackPosition[]>
  /** The same with each work's code and the file's path in it, which other instances know too. */
  exported(accountId: number): Promise<(PlaybackPosition & { code: string; path: string })[]>
  /** Devices that have saved positions, including those without any left; times are ISO 8601. */
  devices(accountId: number): Promise<{ id: string; name: string; seenAt: string }[]>
  /**
   * Saves positions of one device, unless later ones are stored. Future times, which remain after a clock was set back,
   * are ignored.
   *
   * @returns the number saved
   */
  save(accountId: number, device: { id: string; name: string }, positions: NewPosition[]): Promise<number>
  /** Whether a device is known, or one more may be added. */
  hasRoomFor(db: Db, accountId: number, deviceId: string): Promise<boolean>
  /**
   * Adds positions that a device saved elsewhere, in the caller's transaction. It was not used now, so a device here keeps its name
   * and place among those used last, and none is deleted: the caller has checked {@link hasRoomFor}.
   */
  mergeIn(tx: Db, accountId: number, device: { id: string; name: string }, positions: NewPosition[]): Promise<void>
}

/** @param clock  milliseconds since 1970 */
export function createPositionRepository(
  { read, write }: Database,
  clock: () => number = Date.now,
): PositionRepository {
  const select = (accountId: number) =>
    read
      .selectFrom('place')
      .innerJoin('device', (join) =>
        join.onRef('device.account_id', '=', 'place.account_id').onRef('device.id', '=', 'place.device_id'),
      )
      .innerJoin('file', 'file.id', 'place.file_id')
      .select([
        'file.work_id as workId',
        'file.id as fileId',
        'place.seconds',
        'place.at_ms as atMs',
        'device.id as deviceId',
        'device.name as deviceName',
      ])
      .where('place.account_id', '=', accountId)
      .orderBy('place.at_ms', 'desc')

  async function mend(db: Db, accountId: number, now: number): Promise<void> {
    await db
      .updateTable('place')
      .set({ at_ms: now })
      .where('account_id', '=', accountId)
      .where('at_ms', '>', now)
      .execute()
  }

  /** Clients identify positions by their times, so future ones are corrected permanently. */
  async function listed(accountId: number, rows: () => Promise<PositionRow[]>): Promise<PlaybackPosition[]> {
    const now = clock()
    let found = await rows()
    if (found.some(({ atMs }) => atMs > now)) {
      await mend(write, accountId, now)
      found = await rows()
    }
    return found.map(toPosition)
  }

  /** @returns the number stored */
  async function storeIn(tx: Db, accountId: number, deviceId: string, positions: NewPosition[]): Promise<number> {
    const now = clock()
    const ids = positions.map(({ fileId }) => fileId)
    const known = await tx
      .selectFrom('file')
      .select('id')
      .where('id', 'in', [-1, ...ids])
      .execute()
    const isKnown = new Set(known.map(({ id }) => id))
    const rows = positions
      .filter(({ fileId }) => isKnown.has(fileId))
      .map(({ fileId, seconds, atMs }) => ({
        account_id: accountId,
        device_id: deviceId,
        file_id: fileId,
        seconds,
        at_ms: Math.min(atMs, now),
      }))
    let saved = 0
    if (rows.length > 0) {
      const stored = await tx
        .insertInto('place')
        .values(rows)
        .onConflict((conflict) =>
          conflict
            .columns(['account_id', 'file_id', 'device_id'])
            .doUpdateSet((eb) => ({ seconds: eb.ref('excluded.seconds'), at_ms: eb.ref('excluded.at_ms') }))
            .where((eb) => eb.or([eb('place.at_ms', '<=', eb.ref('excluded.at_ms')), eb('place.at_ms', '>', now)])),
        )
        .returning('file_id')
        .execute()
      saved = stored.length
    }
    await mend(tx, accountId, now)
    const oldestKept = tx
      .selectFrom('place')
      .select('at_ms')
      .where('account_id', '=', accountId)
      .where('device_id', '=', deviceId)
      .orderBy('at_ms', 'desc')
      .limit(1)
      .offset(MAX_POSITIONS_PER_DEVICE - 1)
    await tx
      .deleteFrom('place')
      .where('account_id', '=', accountId)
      .where('device_id', '=', deviceId)
      .where('at_ms', '<', oldestKept)
      .execute()
    return saved
  }

  async function saveIn(
    tx: Db,
    accountId: number,
    device: { id: string; name: string },
    positions: NewPosition[],
  ): Promise<number> {
    const seen = { name: device.name, seen_at_ms: clock() }
    await tx
      .insertInto('device')
      .values({ account_id: accountId, id: device.id, ...seen })
      .onConflict((conflict) => conflict.columns(['account_id', 'id']).doUpdateSet(seen))
      .execute()
    const saved = await storeIn(tx, accountId, device.id, positions)
    const seenLongAgo = tx
      .selectFrom('device')
      .select('id')
      .where('account_id', '=', accountId)
      .orderBy('seen_at_ms', 'desc')
      .orderBy('id')
      // SQLite has no OFFSET without LIMIT.
      .limit(sql.lit(1_000))
      .offset(MAX_DEVICES)
    await tx.deleteFrom('device').where('account_id', '=', accountId).where('id', 'in', seenLongAgo).execute()
    return saved
  }

  return {
    ofWork: (accountId, workId) =>
      listed(accountId, () => select(accountId).where('file.work_id', '=', workId).execute()),
    all: (accountId) => listed(accountId, () => select(accountId).execute()),

    async exported(accountId) {
      const rows = await select(accountId)
        .innerJoin('work', 'work.id', 'file.work_id')
        .select(['work.source_id as code', 'file.path'])
        .execute()
      return rows.map(({ code, path, ...row }) => ({ code, path, ...toPosition(row) }))
    },

    async devices(accountId) {
      const rows = await read
        .selectFrom('device')
        .select(['id', 'name', 'seen_at_ms'])
        .where('account_id', '=', accountId)
        .orderBy('seen_at_ms', 'desc')
        .execute()
      return rows.map(({ id, name, seen_at_ms }) => ({ id, name, seenAt: new Date(seen_at_ms).toISOString() }))
    },

    async hasRoomFor(db, accountId, deviceId) {
      const devices = await db.selectFrom('device').select('id').where('account_id', '=', accountId).execute()
      return devices.length < MAX_DEVICES || devices.some(({ id }) => id === deviceId)
    },

    async mergeIn(tx, accountId, device, positions) {
      const seen = Math.min(clock(), Math.max(...positions.map(({ atMs }) => atMs)))
      await tx
        .insertInto('device')
        .values({ account_id: accountId, id: device.id, name: device.name, seen_at_ms: seen })
        .onConflict((conflict) =>
          conflict
            .columns(['account_id', 'id'])
            .doUpdateSet({ seen_at_ms: seen })
            .where('device.seen_at_ms', '<', seen),
        )
        .execute()
      await storeIn(tx, accountId, device.id, positions)
    },

    save: (accountId, device, positions) =>
      retryingConflicts(() => write.transaction().execute((tx) => saveIn(tx, accountId, device, positions))),
  }
}

type PositionRow = {
  workId: number
  fileId: number
  seconds: number
  atMs: number
  deviceId: string
  deviceName: string
}

function toPosition({ workId, fileId, seconds, atMs, deviceId, deviceName }: PositionRow): PlaybackPosition {
  return {
    hash: `${workId}/${fileId}`,
    seconds,
    at: new Date(atMs).toISOString(),
    device: { id: deviceId, name: deviceName },
  }
}
