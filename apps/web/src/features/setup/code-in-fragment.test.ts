import { MAX_SETUP_CODE_LENGTH } from '@otodana/contract'
import { expect, test } from 'vitest'

import { codeInFragment } from './code-in-fragment.ts'

test.each([
  ['code=abcd-efgh-jkmn', 'abcd-efgh-jkmn'],
  ['', ''],
  ['top', ''],
  ['code=', ''],
  [`code=${'a'.repeat(MAX_SETUP_CODE_LENGTH)}`, 'a'.repeat(MAX_SETUP_CODE_LENGTH)],
  [`code=${'a'.repeat(MAX_SETUP_CODE_LENGTH + 1)}`, ''],
])('RUN-08 the fragment %j has the setup code %j', (hash, code) => {
  expect(codeInFragment(hash)).toBe(code)
})
