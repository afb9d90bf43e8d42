import { expect, test } from 'vitest'

import type { FoundWork } from '../scan-types.ts'
import { chooseFolders } from './choose-folders.ts'

function folder(path: string, code: FoundWork['code']): FoundWork {
  return { root: 'main', path, name: path, code, absolutePath: `/${path}`, realPath: `/${path}`, isNested: false }
}

test.each([
  ['RJ01234567', 1_234_567, 'RJ01234567 is also main/first, which is the one that is used'],
  ['345575471', 345_575_471, 'This work is also main/first, which is the one that is used'],
])(
  'META-75 a second folder of %s is reported by its code, and without the number of a work without one',
  (code, id, message) => {
    const works = ['first', 'second'].map((path) => folder(path, { code, id }))
    expect(chooseFolders(works, new Map())).toEqual({
      works: [works[0]],
      duplicates: [{ kind: 'duplicateCode', root: 'main', path: 'second', workId: id, message }],
    })
  },
)
