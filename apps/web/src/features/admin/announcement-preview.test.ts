import { expect, test } from 'vitest'

import { previewDocument } from './announcement-preview.ts'

test('ADM-04 a preview looks like the page, whatever the names of its fonts hold', () => {
  const look = { color: 'rgb(1, 2, 3)', background: 'black', font: '16px "Hiragino Sans", serif', isDark: true }
  const [, style = '', rest] = /<body style="([^"]*)">(.*)$/.exec(previewDocument('<b>Back</b>', look)) ?? []
  expect(style).toContain("font: 16px 'Hiragino Sans', serif")
  expect(style).toContain('color-scheme: dark')
  expect(rest).toBe('<b>Back</b>')
  expect(previewDocument('', { ...look, isDark: false })).toContain('color-scheme: light')
})
