import { createHash } from 'node:crypto'

import fc from 'fast-check'
import { expect, test } from 'vitest'

import { bitCount, createSha256, sha256 } from './sha256.ts'

test('a hash is that of the platform, in however many pieces the bytes come', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 8 }), (pieces) => {
      const expected = createHash('sha256')
      const hash = createSha256()
      for (const piece of pieces) {
        expected.update(piece)
        hash.update(piece)
      }
      const digest = expected.digest('hex')
      expect(hash.finish()).toBe(digest)
      if (pieces.length === 1) expect(sha256(pieces[0]!)).toBe(digest)
    }),
  )
})

test('the bits of a file of any size are counted right', () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), (number) => {
      const bytes = Math.floor(number / 8)
      expect(new DataView(bitCount(bytes).buffer).getBigUint64(0)).toBe(BigInt(bytes) * 8n)
    }),
  )
})
