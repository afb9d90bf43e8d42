import { expect, test } from 'vitest'

import { stepAfter, stepToContinue } from './setup-steps.ts'

test.each([
  [{ hasFolders: false, isMetadataDecided: false }, 'folders'],
  [{ hasFolders: false, isMetadataDecided: true }, 'folders'],
  [{ hasFolders: true, isMetadataDecided: false }, 'metadata'],
  [{ hasFolders: true, isMetadataDecided: true }, 'visitors'],
])('RUN-09 with %j the setup continues at %s', (progress, step) => {
  expect(stepToContinue(progress)).toBe(step)
})

test('RUN-09 every step leads to the next, and the last stays', () => {
  expect(stepAfter('account')).toBe('folders')
  expect(stepAfter('visitors')).toBe('library')
  expect(stepAfter('library')).toBe('library')
})
