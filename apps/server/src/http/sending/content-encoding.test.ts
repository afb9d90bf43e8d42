import { brotliDecompressSync, gunzipSync } from 'node:zlib'

import { expect, test } from 'vitest'

import { chooseEncoding, pack } from './content-encoding.ts'

test.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip', 'gzip'],
  ['gzip, deflate, br, zstd', 'br'],
  ['GZIP;Q=0.9 , Br;q=0.5', 'gzip'],
  ['br;q=0, gzip;q=0.001', 'gzip'],
  ['br;q=0', 'identity'],
  ['*', 'br'],
  ['*;q=0', 'identity'],
  ['br;q=0, *', 'gzip'],
  ['identity', 'identity'],
  ['identity;q=1, gzip;q=0.5', 'identity'],
  ['zstd, deflate', 'identity'],
  ['br;q=high', 'identity'],
  [`${'x,'.repeat(10_000)}gzip`, 'gzip'],
])('an Accept-Encoding of %.40j is answered in %s', (header, expected) => {
  expect(chooseEncoding(header)).toBe(expected)
})

test.each([10_000, 500_000])('%i bytes are the same bytes when they are unpacked', async (length) => {
  const bytes = Buffer.alloc(length, '雨の図書館')
  for (const isThorough of [true, false]) {
    expect(brotliDecompressSync(await pack(bytes, 'br', isThorough)).equals(bytes)).toBe(true)
    expect(gunzipSync(await pack(bytes, 'gzip', isThorough)).equals(bytes)).toBe(true)
  }
})
