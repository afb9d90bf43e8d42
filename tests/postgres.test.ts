import pg from 'pg'
import { expect, inject, test } from 'vitest'

test('the run provides a PostgreSQL that stores UTF-8 and orders by code point', async () => {
  const client = new pg.Client({ connectionString: inject('postgresUrl') })
  await client.connect()
  try {
    const { rows } = await client.query<{ word: string }>(
      `select word from (values ('雨'), ('a'), ('B')) as words(word) order by word`,
    )
    expect(rows.map(({ word }) => word)).toEqual(['B', 'a', '雨'])
    expect(process.env.TEST_DATABASE_URL).toBe(inject('postgresUrl'))
  } finally {
    await client.end()
  }
})
