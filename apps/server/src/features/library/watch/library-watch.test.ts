import { mkdirSync, realpathSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'

import type { Database } from '#db/open.ts'

import { openScanWorld, type ScanWorld } from '../../../../test/scan-world.ts'
import { aWav, aWorkFolder, writeFiles, writeWorks } from '../../../../test/work-folders.ts'

import { createFolderService } from '../folders/folders.service.ts'
import { createLibraryWatch } from './library-watch.ts'
import type { Watch } from './watched-folders.ts'

let world: ScanWorld
let stop: () => void
beforeEach(async () => {
  world = await openScanWorld('sqlite')
  stop = () => {}
})
afterEach(async () => {
  stop()
  await world.remove()
})

type Options = {
  database?: Pick<Database, 'read'>
  scan?: () => Promise<boolean>
  watch?: Watch
  mounts?: () => Promise<string>
  roots?: string[]
}

function open({ roots = [world.root], ...options }: Options = {}) {
  const watch = createLibraryWatch({
    database: world.database,
    findRoots: async () => ({ roots: roots.map((path) => ({ path, isDemo: false })), retired: [], refused: [] }),
    scan: async (within) => {
      await world.scan({ trigger: 'watch', within })
      await watch.follow()
      return true
    },
    log: pino({ level: 'silent' }),
    pollMs: 20,
    quietMs: 60,
    ...options,
  })
  stop = () => watch.close()
  return watch
}

test('WCH-03 a folder that is added, renamed, moved or removed is noticed, also in a new folder', async () => {
  const { root, scan, works } = world
  const names = writeWorks(root, 12, { tracks: 1 })
  await scan()
  const watch = open()
  await watch.start()
  expect(watch.stateOf(root)).toEqual({ state: 'on', reason: null, detail: null })
  const folders = async () =>
    (await works()).filter(({ state }) => state === 'present').map(({ id, path }) => `${id} ${path}`)
  const first = names[0] ?? ''

  writeFiles(join(root, 'RJ950001 New'), aWorkFolder(50, { tracks: 1 }))
  await expect.poll(folders).toContain('950001 RJ950001 New')
  renameSync(join(root, first), join(root, `renamed ${first}`))
  await expect.poll(folders).toContain(`900001 renamed ${first}`)
  mkdirSync(join(root, 'circle'))
  renameSync(join(root, 'RJ950001 New'), join(root, 'circle/RJ950001 New'))
  await expect.poll(folders).toContain('950001 circle/RJ950001 New')
  rmSync(join(root, names[1] ?? ''), { recursive: true })
  await expect.poll(async () => (await folders()).length).toBe(12)
  writeFiles(join(root, 'circle/RJ950002 Later'), aWorkFolder(51, { tracks: 1 }))
  await expect.poll(folders).toContain('950002 circle/RJ950002 Later')
})

test('WCH-06 a track that is added deep in a work is noticed, also in a new folder, and so is one that is removed', async () => {
  const { root, scan, files } = world
  const [name = ''] = writeWorks(root, 12, { tracks: 1 })
  await scan()
  const watch = open()
  await watch.start()
  const tracks = async () =>
    (await files()).filter(({ work_id: id, kind, state }) => id === 900001 && kind === 'audio' && state === 'present')
  const paths = async () => (await tracks()).map(({ path }) => path)
  writeFiles(join(root, name), { 'wav/2. later.wav': aWav({ tone: 2 }) })
  await expect.poll(paths).toEqual(['wav/1. night 1.wav', 'wav/2. later.wav'])
  writeFiles(join(root, name), { 'bonus/mp3/1. talk.wav': aWav({ tone: 3 }) })
  await expect.poll(paths).toContain('bonus/mp3/1. talk.wav')
  writeFiles(join(root, name), { 'bonus/mp3/2. talk.wav': aWav({ tone: 4 }) })
  await expect.poll(paths).toContain('bonus/mp3/2. talk.wav')
  rmSync(join(root, name, 'wav/2. later.wav'))
  await expect.poll(paths).not.toContain('wav/2. later.wav')
})

test('WCH-07 a folder with audio but without a code is listed for administrators once it is there', async () => {
  const { database, root } = world
  const watch = open()
  await watch.start()
  const { list } = createFolderService({ database, onChanged: async () => {} })
  const listed = async () => (await list()).folders.map(({ path, tracks }) => ({ path, tracks }))
  writeFiles(root, { 'A talk in the rain/01.wav': aWav() })
  await expect.poll(listed).toEqual([{ path: 'A talk in the rain', tracks: 1 }])
  writeFiles(root, { 'A talk in the rain/02.wav': aWav({ tone: 2 }) })
  await expect.poll(listed).toEqual([{ path: 'A talk in the rain', tracks: 2 }])
  rmSync(join(root, 'A talk in the rain'), { recursive: true })
  await expect.poll(listed).toEqual([])
})

test('WCH-08 a library folder that goes away is named; when it is back, it is scanned and watched again', async () => {
  const { folder, root, scan, works } = world
  writeWorks(root, 12, { tracks: 1 })
  await scan()
  const watch = open()
  await watch.start()
  const away = join(folder.path, 'away')
  renameSync(root, away)
  await expect.poll(() => watch.stateOf(root)).toMatchObject({ state: 'off', reason: 'unavailable' })
  writeFiles(join(away, 'RJ950001 Meanwhile'), aWorkFolder(50, { tracks: 1 }))
  renameSync(away, root)
  const ids = async () => (await works()).filter(({ state }) => state === 'present').map(({ id }) => id)
  await expect.poll(ids).toContain(950001)
  await expect.poll(() => watch.stateOf(root)).toMatchObject({ state: 'on' })
  writeFiles(join(root, 'RJ950002 Later'), aWorkFolder(51, { tracks: 1 }))
  await expect.poll(ids).toContain(950002)
  expect(await ids()).toHaveLength(14)
})

test('WCH-08 a library folder that is back while the database is away is watched again', async () => {
  const { root, scan, database } = world
  writeWorks(root, 12, { tracks: 1 })
  await scan()
  let [isAway, failures] = [false, 0]
  const watch = open({
    database: {
      get read() {
        if (!isAway) return database.read
        isAway = false
        failures++
        throw new Error('away')
      },
    },
    // A scan that succeeds refreshes what is watched.
    scan: async () => true,
  })
  await watch.start()
  renameSync(root, `${root} away`)
  await expect.poll(() => watch.stateOf(root)?.reason).toBe('unavailable')
  isAway = true
  renameSync(`${root} away`, root)
  await expect.poll(() => failures).toBe(1)
  await expect.poll(() => watch.stateOf(root)?.state).toBe('on')
})

test('WCH-03 a library folder that is removed and made again is watched again', async () => {
  const { root } = world
  const calls: string[] = []
  const watch = open({
    watch(path) {
      calls.push(`open ${resolve(path)}`)
      return { close: () => void calls.push(`close ${resolve(path)}`) }
    },
  })
  await watch.start()
  await watch.follow()
  expect(calls).toEqual([`open ${root}`])
  rmSync(root, { recursive: true })
  mkdirSync(root)
  await watch.follow()
  expect(calls).toEqual([`open ${root}`, `close ${root}`, `open ${root}`])
})

test('WCH-04 a folder on a network or in a store is not watched, and the reason is named', async () => {
  const { root } = world
  const mounts = async () => `30 22 0:40 / ${realpathSync(root)} rw - nfs4 nas:/export rw`
  const watch = open({ mounts, roots: [root, join(root, 'away'), 's3://bucket/works', '/nowhere/at-all'] })
  expect(watch.stateOf(root)).toBeNull()
  await watch.start()
  expect(watch.stateOf(root)).toEqual({ state: 'off', reason: 'network', detail: 'nfs4' })
  // Known from the mount table alone: a network that does not answer is not touched.
  expect(watch.stateOf(join(root, 'away'))).toEqual({ state: 'off', reason: 'network', detail: 'nfs4' })
  expect(watch.stateOf('s3://bucket/works')).toEqual({ state: 'off', reason: 'store', detail: null })
  expect(watch.stateOf('/nowhere/at-all')).toEqual({ state: 'off', reason: 'unavailable', detail: null })
})

test.each([
  ['ENOSPC', 'fs.inotify.max_user_watches'],
  ['EMFILE', 'fs.inotify.max_user_instances'],
  ['ENFILE', 'fs.file-max'],
])('WCH-04 when the system watches no more folders (%s), the setting to raise is named', async (code, setting) => {
  writeWorks(world.root, 3, { tracks: 1 })
  await world.scan()
  let left = 2
  const watch = open({
    watch: () => {
      if (left-- <= 0) throw Object.assign(new Error('System limit reached'), { code })
      return { close() {} }
    },
  })
  await watch.start()
  expect(watch.stateOf(world.root)).toMatchObject({
    state: 'partly',
    reason: 'limit',
    detail: expect.stringContaining(setting),
  })
})
