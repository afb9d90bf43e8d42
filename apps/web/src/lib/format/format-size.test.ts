import { expect, test } from 'vitest'

import { formatSize } from './format-size.ts'

test('WRK-05 sizes are decimal and never show a thousand of a unit', () => {
  const given = [0, 999, 1000, 12_345, 999_949, 999_950, 5_000_000_000, 2 ** 52]
  const written = ['0 B', '999 B', '1.0 kB', '12.3 kB', '999.9 kB', '1.0 MB', '5.0 GB', '4503.6 TB']
  expect(given.map(formatSize)).toEqual(written)
})
