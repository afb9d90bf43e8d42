import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { dialects, openTestDatabase, type TestDatabase } from '../../test/databases.ts'
import { retryingConflicts } from './retrying-conflicts.ts'
import { KeyReusedError, KEYS_KEPT_MS, MAX_KEYS, writeOnce } from './write-once.ts'

describe.each(dialects)('writes with a key on %s', (dialect) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await openTestDatabase(dialect, 4)
    const account = { password_hash: '', account_group: 'user' as const, created_at_ms: 0 }
    for (const id of [1, 2]) {
      const row = { ...account, id, name: `m${id}`, name_key: `m${id}`, is_founder: 0 as const }
      await database.write
        .insertInto('account')
        .values({ ...row, recommender_uuid: `listener ${id}` })
        .execute()
    }
  })
  afterAll(() => database.remove())

  beforeEach(async () => {
    await database.write.deleteFrom('keyed_write').execute()
    await database.write.deleteFrom('server_setting').execute()
  })

  const keyed = (key: string, accountId = 1, digest = 'a') => ({ accountId, key, digest })
  /** A write that is not idempotent: each run leaves a row. */
  const write = (key: ReturnType<typeof keyed> | null, name: string, outcome: string | null = name) =>
    retryingConflicts(() =>
      database.write.transaction().execute((tx) =>
        writeOnce(tx, dialect, key, async () => {
          await tx.insertInto('server_setting').values({ name, value: '1' }).execute()
          return outcome
        }),
      ),
    )
  const written = async () =>
    (await database.read.selectFrom('server_setting').select('name').orderBy('name').execute()).map(({ name }) => name)
  const keys = async () =>
    (await database.read.selectFrom('keyed_write').select('key').orderBy('key').execute()).map(({ key }) => key)

  test('OFF-46 a write sent again returns what the first returned, and changes nothing', async () => {
    expect(await write(keyed('k'), 'first')).toBe('first')
    expect(await write(keyed('k'), 'second')).toBe('first')
    expect(await write(keyed('l'), 'third')).toBe('third')
    expect(await write(null, 'fourth')).toBe('fourth')
    expect(await written()).toEqual(['first', 'fourth', 'third'])
  })

  test('OFF-46 of the same write sent many times at once, one is carried out', async () => {
    const outcomes = await Promise.all(['a', 'b', 'c', 'd'].map((name) => write(keyed('k'), name)))
    expect(new Set(outcomes).size).toBe(1)
    expect(await written()).toEqual([outcomes[0]])
  })

  test("OFF-46 a key is its account's, and no other call's", async () => {
    await write(keyed('k'), 'first')
    expect(await write(keyed('k', 2), 'second')).toBe('second')
    await expect(write(keyed('k', 1, 'b'), 'third')).rejects.toBeInstanceOf(KeyReusedError)
    expect(await written()).toEqual(['first', 'second'])
  })

  test('OFF-46 a write that was refused or has failed is tried again', async () => {
    expect(await write(keyed('k'), 'refused', null)).toBeNull()
    expect(await write(keyed('k'), 'done')).toBe('done')
    // Its name is taken: the transaction fails as a whole.
    await expect(write(keyed('l'), 'done')).rejects.toThrow()
    expect(await write(keyed('l'), 'done later')).toBe('done later')
    expect(await written()).toEqual(['done', 'done later', 'refused'])
  })

  test('OFF-46 the latest thousand keys of an account are kept, for ninety days', async () => {
    const now = Date.now()
    const rows = Array.from({ length: MAX_KEYS + 5 }, (_, index) => ({
      account_id: 1,
      key: `k${String(index).padStart(4, '0')}`,
      digest: '',
      outcome: '1',
      at_ms: now - 60_000 + index,
    }))
    await database.write.insertInto('keyed_write').values(rows).execute()
    const old = { account_id: 2, key: 'old', digest: '', outcome: '1', at_ms: now - KEYS_KEPT_MS - 60_000 }
    await database.write
      .insertInto('keyed_write')
      .values([old, { ...old, key: 'older', account_id: 1 }])
      .execute()

    await write(keyed('new'), 'one')
    const kept = await keys()
    expect(kept).toHaveLength(MAX_KEYS + 1)
    expect([kept[0], kept.at(-2), kept.at(-1)]).toEqual(['k0006', 'new', 'old'])
    await write(keyed('fresh', 2), 'two')
    expect(await keys()).not.toContain('old')
  })
})
