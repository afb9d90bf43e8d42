import { expect, test } from 'vitest'

import { migrationsFor } from './index.ts'

test('migrations are numbered without a gap, in the order in which they run', async () => {
  const names = Object.keys(await migrationsFor('sqlite').getMigrations())
  expect(names.map((name) => Number.parseInt(name, 10))).toEqual(names.map((_name, index) => index + 1))
})
