import { readdirSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { aFolder } from '../../test/work-folders.ts'
import { openDatabase } from './open.ts'

/** Files below a folder that this process holds open. */
function openFiles(dir: string): string[] {
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${fd}`)
      return path.startsWith(dir) ? [path] : []
    } catch {
      return []
    }
  })
}

test('a closed SQLite database holds no file, whether anything was read or not', async () => {
  using folder = aFolder()
  for (const reads of [false, true]) {
    const database = await openDatabase({ kind: 'sqlite', path: join(folder.path, 'otodana.db') })
    if (reads) await database.read.selectFrom('work').select('id').execute()
    expect(openFiles(folder.path)).not.toEqual([])
    await database.close()
    expect([reads, openFiles(folder.path)]).toEqual([reads, []])
  }
})
