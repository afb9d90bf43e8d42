import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { replaceInFs } from '../../test/replace-in-fs.ts'
import { aFolder } from '../../test/work-folders.ts'
import { openDatabase } from '#db/open.ts'
import { KEPT_FILE } from '#features/catalogue/index.ts'
import { MODEL_FILE } from '#features/recommender/index.ts'
import { restrictAccess } from './private-data.ts'
import { openSections, writeSections } from './sectioned-file.ts'

const modeOf = (...path: string[]) => (statSync(join(...path)).mode & 0o7777).toString(8)

function aLog() {
  const paths: unknown[] = []
  const texts: unknown[] = []
  const add = (fields: { path?: unknown }, text?: string) => {
    paths.push(fields.path)
    texts.push(text)
  }
  return { paths, texts, info: add, warn: add }
}

/** As left by an older version. */
function anOpenFolder(path: string): string {
  const dataDir = join(path, 'data')
  for (const name of ['', 'backups', 'covers', 'streams', 'uploaded-covers', 'demo-library']) {
    mkdirSync(join(dataDir, name))
    chmodSync(join(dataDir, name), 0o755)
  }
  for (const name of [
    'otodana.db',
    'otodana.db-wal',
    'otodana.db-shm',
    'admin-token',
    'session-secret',
    'had-accounts',
  ]) {
    writeFileSync(join(dataDir, name), name)
    chmodSync(join(dataDir, name), 0o644)
  }
  return dataDir
}

test('ADM-13 a database is made for its owner only, with the files beside it and its folder', async () => {
  using folder = aFolder()
  const database = await openDatabase({ kind: 'sqlite', path: join(folder.path, 'data', 'otodana.db') })
  await database.read.selectFrom('work').select('id').execute()
  expect(modeOf(folder.path, 'data')).toBe('700')
  for (const name of ['otodana.db', 'otodana.db-wal', 'otodana.db-shm'])
    expect([name, modeOf(folder.path, 'data', name)]).toEqual([name, '600'])
  await database.close()
})

test('ADM-13 what other users could read is closed to them, and that is said once', () => {
  using folder = aFolder()
  const dataDir = anOpenFolder(folder.path)
  const log = aLog()
  restrictAccess({ dataDir, readByOthers: [], log })
  const files = ['otodana.db', 'otodana.db-wal', 'otodana.db-shm', 'admin-token', 'session-secret']
  for (const name of files) expect([name, modeOf(dataDir, name)]).toEqual([name, '600'])
  for (const name of ['', 'backups', 'covers', 'streams']) expect([name, modeOf(dataDir, name)]).toEqual([name, '700'])
  expect(log.paths.toSorted()).toEqual(
    [...files, 'backups', 'covers', 'streams']
      .map((name) => join(dataDir, name))
      .concat(dataDir)
      .toSorted(),
  )
  restrictAccess({ dataDir, readByOthers: [], log })
  expect(log.paths).toHaveLength(files.length + 4)
})

test('ADM-13 a data folder stays ours alone with the files that keep the library and the recommender, whole or half-written', async () => {
  using folder = aFolder()
  const dataDir = anOpenFolder(folder.path)
  for (const name of [KEPT_FILE, MODEL_FILE]) {
    const path = join(dataDir, name)
    await writeSections(path, [], async () => ({}))
    await writeSections(path, [], async () => {
      // The file beside it is there now.
      chmodSync(dataDir, 0o755)
      restrictAccess({ dataDir, readByOthers: [], log: aLog() })
      return { names: readdirSync(dataDir).filter((it) => it.includes('.kept')), mode: modeOf(dataDir) }
    })
    const written = await openSections<{ names: string[]; mode: string }>(path)
    expect(written?.head.mode).toBe('700')
    expect(written?.head.names).toEqual(expect.arrayContaining([name, `.${name}.new`]))
    await written?.close()
  }
})

test('ADM-13 a data folder that is not ours alone stays open; what is ours in it is closed', () => {
  for (const makeShared of [
    (dataDir: string) => writeFileSync(join(dataDir, 'notes.txt'), ''),
    (dataDir: string) => chmodSync(dataDir, 0o1755),
  ]) {
    using folder = aFolder()
    const dataDir = anOpenFolder(folder.path)
    makeShared(dataDir)
    const before = modeOf(dataDir)
    restrictAccess({ dataDir, readByOthers: [], log: aLog() })
    expect(modeOf(dataDir)).toBe(before)
    expect(modeOf(dataDir, 'otodana.db')).toBe('600')
    expect(modeOf(dataDir, 'covers')).toBe('700')
  }
})

test('ADM-13 a data folder from which a proxy sends the demo library stays open', () => {
  using folder = aFolder()
  const dataDir = anOpenFolder(folder.path)
  restrictAccess({ dataDir, readByOthers: [join(dataDir, 'demo-library')], log: aLog() })
  expect(modeOf(dataDir)).toBe('755')
  expect(modeOf(dataDir, 'demo-library')).toBe('755')
  expect(modeOf(dataDir, 'otodana.db')).toBe('600')
})

test('ADM-13 a file system that takes modes and keeps its own is not said to have closed anything', () => {
  using folder = aFolder()
  const dataDir = anOpenFolder(folder.path)
  const log = aLog()
  using _disk = replaceInFs('chmodSync', () => {})
  restrictAccess({ dataDir, readByOthers: [], log })
  expect(new Set(log.texts)).toEqual(new Set(['other users can read this, and it could not be changed']))
})
