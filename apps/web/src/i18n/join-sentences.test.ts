import { expect, test } from 'vitest'

import { joinSentences } from './join-sentences.ts'

test('I18N-01 sentences follow one another as their language has it', () => {
  expect(joinSentences('This was not saved.', 'Please log in.')).toBe('This was not saved. Please log in.')
  expect(joinSentences('保存できませんでした。', 'サーバーに接続できません。')).toBe(
    '保存できませんでした。サーバーに接続できません。',
  )
  expect(joinSentences('', '未能保存。')).toBe('未能保存。')
  expect(joinSentences('保存できませんでした。', 'Server says no')).toBe('保存できませんでした。Server says no')
})
