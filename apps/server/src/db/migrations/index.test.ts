import { expect, test } from 'vitest'

import { migrationsFor } from './index.ts'

test('migrations are numbered in the order in which they run', async () => {
  const names = Object.keys(await migrationsFor('sqlite').getMigrations())
  const numbers = names.map((name) => Number.parseInt(name, 10))
  expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
  expect(names).toEqual(names.toSorted())
})
