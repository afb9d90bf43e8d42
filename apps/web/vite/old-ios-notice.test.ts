import { Script } from 'node:vm'

import { expect, test } from 'vitest'

import { noticeScript } from './old-ios-notice.ts'

test('NAV-11 the script stands alone, in a JavaScript that old browsers understand, and has its texts', async () => {
  const script = await noticeScript()
  expect(script).not.toMatch(/\bimport\b|\bexport\b|\?\?|\?\./)
  for (const text of ['iOS 15.6 or later', 'iOS 15.6以降', 'iOS 15.6 或更高版本']) expect(script).toContain(text)
  expect(() => new Script(script)).not.toThrow()
})
