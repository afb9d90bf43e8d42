import { expect, test } from 'vitest'

import { openForeignSqlite } from '#db/foreign-sqlite.ts'

import { aKikoeru } from '../../../../test/a-kikoeru.ts'
import { replaceInFsPromises } from '../../../../test/replace-in-fs.ts'
import { problemOf } from './take-over-error.ts'

test.each([
  ['ENOSPC', 'noRoom'],
  ['EIO', 'damaged'],
])('MOV-08 a copy that fails with %s is reported as %s', async (code, problem) => {
  using kikoeru = aKikoeru()
  using _copying = replaceInFsPromises('copyFile', () => () => Promise.reject(Object.assign(new Error(code), { code })))
  const error = await openForeignSqlite(kikoeru.database, kikoeru.dir).then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(problemOf(error)).toBe(problem)
})
