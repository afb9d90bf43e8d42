import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { aFolder } from '../../../../test/work-folders.ts'

import { diskFileSystem } from './file-system.ts'
import { fingerprint } from './fingerprint.ts'

test.each([0, 1, 4_095, 4_096, 4_097, 12_288, 100_000])(
  'ADM-01 %i bytes have one fingerprint wherever they lie, and another when their start, middle or end differ',
  (size) => {
    using folder = aFolder()
    const print = (name: string, content: Uint8Array) => {
      writeFileSync(join(folder.path, name), content)
      return fingerprint(diskFileSystem, join(folder.path, name), content.length)
    }
    const content = new Uint8Array(size).fill(7)
    const original = print('a', content)
    expect(print('b', content)).toBe(original)
    expect(print('c', new Uint8Array(size + 1).fill(7))).not.toBe(original)
    for (const at of new Set([0, Math.floor(size / 2), size - 1])) {
      if (size > 0) expect(print('d', content.with(at, 8))).not.toBe(original)
    }
  },
)

test('ADM-01 a file that is not there has none', () => {
  expect(() => fingerprint(diskFileSystem, '/nowhere/at/all', 5)).toThrow(/ENOENT/)
})
