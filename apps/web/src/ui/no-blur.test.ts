import { globSync, readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

test('WRK-19 no style sheet blurs, which would be computed again with each frame', () => {
  const sheets = globSync('**/*.css', { cwd: `${import.meta.dirname}/..` })
  expect(sheets.length).toBeGreaterThan(100)
  const blurring = sheets.filter((sheet) =>
    readFileSync(`${import.meta.dirname}/../${sheet}`, 'utf8').includes('blur('),
  )
  expect(blurring).toEqual([])
})
