import { expect, test } from 'vitest'

import { inOne } from './in-one.ts'

test('I18N-01 sentences follow one another as their language has it', () => {
  expect(inOne('This was not saved.', 'Please log in.')).toBe('This was not saved. Please log in.')
  expect(inOne('保存できませんでした。', 'サーバーに接続できません。')).toBe(
    '保存できませんでした。サーバーに接続できません。',
  )
  expect(inOne('', '未能保存。')).toBe('未能保存。')
  expect(inOne('保存できませんでした。', 'Server says no')).toBe('保存できませんでした。Server says no')
})
