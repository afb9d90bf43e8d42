import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { aFolder } from '../../../test/work-folders.ts'
import { createAccountsMark } from './lost-database.ts'

test('ATH-09 a data folder that takes no file refuses neither accounts nor the start, and that is said', () => {
  using folder = aFolder()
  const dataDir = join(folder.path, 'data')
  writeFileSync(dataDir, 'no folder')
  const paths: unknown[] = []
  const mark = createAccountsMark(dataDir, { warn: (fields) => void paths.push((fields as { path: string }).path) })
  expect(mark.isSet()).toBe(false)
  mark.set()
  mark.set()
  expect(mark.isSet()).toBe(true)
  expect(paths).toEqual([join(dataDir, 'had-accounts')])
})
