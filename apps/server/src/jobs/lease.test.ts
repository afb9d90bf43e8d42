import { describe, expect, test } from 'vitest'

import { dialects, openTestDatabase } from '../../test/databases.ts'
import { isLeased, newHolder, takeLease, whileLeased } from './lease.ts'

const never = new AbortController().signal

describe.each(dialects)('leases on %s', (dialect) => {
  test('one holder at a time; waiting is reported; a dead holder is replaced; waiting can be aborted', async () => {
    const database = await openTestDatabase(dialect)
    try {
      let inside = 0
      let most = 0
      const waits = await Promise.all(
        Array.from({ length: 5 }, () =>
          whileLeased(database.write, 'name', never, async (hasWaited) => {
            most = Math.max(most, ++inside)
            await database.read.selectFrom('lease').selectAll().execute()
            inside--
            return hasWaited
          }),
        ),
      )
      expect(most).toBe(1)
      expect(waits.filter((hasWaited) => !hasWaited).length).toBeGreaterThanOrEqual(1)
      expect(await database.read.selectFrom('lease').selectAll().execute()).toEqual([])

      const dead = { name: 'name', holder: 'a process of yesterday' }
      await database.write
        .insertInto('lease')
        .values({ ...dead, expires_at_ms: Date.now() - 1 })
        .execute()
      expect(await whileLeased(database.write, 'name', never, () => Promise.resolve('mine'))).toBe('mine')

      await database.write
        .insertInto('lease')
        .values({ ...dead, expires_at_ms: Date.now() + 60_000 })
        .execute()
      const leaving = new AbortController()
      const waiting = whileLeased(database.write, 'name', leaving.signal, () => Promise.resolve('mine'))
      leaving.abort(new Error('gone'))
      await expect(waiting).rejects.toThrow('gone')
      await expect(
        whileLeased(database.write, 'other', never, () => Promise.reject(new Error('broke'))),
      ).rejects.toThrow('broke')
      expect(await database.read.selectFrom('lease').select('name').execute()).toEqual([{ name: 'name' }])
    } finally {
      await database.remove()
    }
  })

  test('a lease whose process is dead counts no longer, and is taken over at once', async () => {
    const database = await openTestDatabase(dialect)
    try {
      const [host = ''] = newHolder().split('/')
      // Above the kernel's limit, so no process has this id.
      const dead = { name: 'name', holder: `${host}/4194999/0/gone`, durationMs: 60_000 }
      const living = { ...dead, holder: newHolder() }
      expect(await takeLease(database.write, dead)).toBe(true)
      expect(await isLeased(database.read, 'name')).toBe(false)
      expect(await takeLease(database.write, living)).toBe(true)
      expect(await isLeased(database.read, 'name')).toBe(true)
      expect(await takeLease(database.write, { ...living, holder: newHolder() })).toBe(false)
    } finally {
      await database.remove()
    }
  })
})
