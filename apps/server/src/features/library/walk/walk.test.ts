import { mkdirSync, renameSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { aFolder, writeFiles } from '../../../../test/work-folders.ts'

import { diskFileSystem, type Entry, type FileSystem } from '../files/file-system.ts'
import { type Walk, walkRoots } from './walk.ts'

let folder: ReturnType<typeof aFolder>
let root: string
beforeEach(() => {
  folder = aFolder()
  root = join(folder.path, 'library')
  mkdirSync(root)
})
afterEach(() => folder[Symbol.dispose]())

type Options = { roots?: string[]; scanDepth?: number; files?: FileSystem }

function walk({ roots = [root], scanDepth = 8, files = diskFileSystem }: Options = {}): Walk {
  const steps = walkRoots(
    roots.map((path) => ({ path, isDemo: false })),
    { scanDepth, files },
  )
  let step = steps.next()
  while (!step.done) step = steps.next()
  return step.value
}
const paths = ({ works }: Walk) => works.map(({ path }) => path)
const problems = (found: Walk) => found.problems.map(({ kind, path }) => [kind, path])

test('ADM-01 every folder with a code is a work, one inside another too when its code is another one', () => {
  writeFiles(root, {
    'a/RJ100001 series/RJ100002 part/x.mp3': '',
    'a/RJ100001 series/more/rj100004/x.mp3': '',
    'a/RJ100003/RJ100003 mp3/x.mp3': '',
    'RJ12345/too short.mp3': '',
  })
  const found = walk()
  expect(paths(found)).toEqual([
    'a/RJ100001 series',
    'a/RJ100003',
    'a/RJ100001 series/RJ100002 part',
    'a/RJ100001 series/more/rj100004',
  ])
  expect(found.works.map((work) => work.isNested)).toEqual([false, false, true, true])
  expect(problems(found)).toEqual([['noCode', 'RJ12345']])
})

test('ADM-01 of two folders with one code, one that stands by itself comes before one inside another work', () => {
  writeFiles(root, { 'RJ100001/RJ100002/x.mp3': '', 'z/RJ100002/x.mp3': '' })
  expect(paths(walk())).toEqual(['RJ100001', 'z/RJ100002', 'RJ100001/RJ100002'])
})

test('ADM-01 a work deeper than the limit is reported and not read', () => {
  writeFiles(root, { 'a/RJ100001/x': '', 'a/b/RJ100002/x': '', 'a/b/c/RJ100003/x': '' })
  const found = walk({ scanDepth: 2 })
  expect(paths(found)).toEqual(['a/RJ100001'])
  expect(problems(found)).toEqual([['tooDeep', 'a/b/RJ100002']])
  expect(found.problems[0]?.message).toContain('SCAN_DEPTH')
})

test('ADM-01 a link is followed to a place inside the library folders only', () => {
  const outside = join(folder.path, 'outside')
  writeFiles(outside, { 'RJ100009 secret/x.mp3': '', 'plain/x.mp3': '' })
  writeFiles(root, { 'store/no code/x.mp3': '', 'RJ100001/x.mp3': '' })
  symlinkSync(outside, join(root, 'shelf'))
  symlinkSync(join(outside, 'plain'), join(root, 'RJ100008'))
  symlinkSync(join(root, 'store/no code'), join(root, 'RJ100002 by its link'))
  symlinkSync(join(root, 'RJ100001'), join(root, 'store/RJ100001 again'))
  const found = walk()
  expect(paths(found)).toEqual(['RJ100001', 'RJ100002 by its link'])
  expect(problems(found).sort()).toEqual([
    ['outsideLibrary', 'RJ100008'],
    ['outsideLibrary', 'shelf'],
  ])
})

test('ADM-01 loops of links end', () => {
  writeFiles(root, { 'a/b/RJ100001/x.mp3': '' })
  symlinkSync(root, join(root, 'a/loop'))
  symlinkSync('..', join(root, 'a/b/up'))
  symlinkSync(join(root, 'a'), join(root, 'RJ100002'))
  symlinkSync('.', join(root, 'RJ100003'))
  symlinkSync('self', join(root, 'self'))
  const found = walk()
  expect(paths(found)).toEqual(['a/b/RJ100001'])
  expect(problems(found).sort()).toEqual([
    ['tooDeep', 'RJ100002'],
    ['tooDeep', 'RJ100003'],
  ])
})

test('ADM-01 a link with a code that leads nowhere is reported, and what was there stays', () => {
  writeFiles(root, { 'x.txt': '' })
  symlinkSync(join(folder.path, 'unplugged'), join(root, 'RJ100001'))
  symlinkSync(join(folder.path, 'unplugged'), join(root, 'shelf'))
  const found = walk()
  expect(problems(found)).toEqual([['unreadableFolder', 'RJ100001']])
  expect(found.unreadable.map(({ path }) => path).sort()).toEqual(['RJ100001', 'shelf'])
})

test('ADM-01 library folders inside each other give each work once; a root may be a link itself', () => {
  writeFiles(root, { 'inner/RJ100001/x.mp3': '' })
  const real = join(folder.path, 'real')
  renameSync(root, real)
  symlinkSync(real, root)
  const found = walk({ roots: [root, join(root, 'inner'), real] })
  expect(found.works).toMatchObject([{ root, path: 'inner/RJ100001', realPath: join(real, 'inner/RJ100001') }])
  expect([...found.roots.values()]).toEqual(['ok', 'ok', 'ok'])
})

test('ADM-01 a root that is not there, is a file, or is empty is told apart', () => {
  writeFiles(folder.path, { 'file.txt': '', 'empty/.DS_Store': '' })
  const roots = ['library', 'nowhere', 'file.txt', 'empty'].map((name) => join(folder.path, name))
  writeFiles(root, { 'x.txt': '' })
  const found = walk({ roots })
  expect([...found.roots.values()]).toEqual(['ok', 'unavailable', 'unavailable', 'empty'])
  expect(found.problems.map(({ kind }) => kind)).toEqual(['rootUnavailable', 'rootUnavailable'])
})

test('ADM-01 a folder that cannot be read is reported and the others are walked', () => {
  writeFiles(root, { 'a/RJ100001/x': '', 'b/RJ100002/x': '' })
  const refusing: FileSystem = {
    ...diskFileSystem,
    list(dir) {
      if (dir === join(root, 'a')) throw Object.assign(new Error('EIO: i/o error'), { code: 'EIO' })
      return diskFileSystem.list(dir)
    },
  }
  const found = walk({ files: refusing })
  expect(paths(found)).toEqual(['b/RJ100002'])
  expect(problems(found)).toEqual([['unreadableFolder', 'a']])
  expect(found.unreadable).toEqual([{ root, path: 'a' }])
})

test('ADM-11 what lies outside of works is counted by folder; of many folders the first are named', () => {
  const found = walk()
  expect(found.problems).toEqual([])
  const songs = Object.fromEntries(
    Array.from({ length: 203 }, (_, album) => [`album ${String(album).padStart(3, '0')}/1.mp3`, '']),
  )
  writeFiles(root, { ...songs, 'album 001/2.mp3': '', 'album 001/3.mp3': '', 'album 001/4.mp3': '' })
  const { problems: many } = walk()
  expect(many).toHaveLength(201)
  expect(many[1]?.message).toMatch(/^4 audio files in 1 folder without a work code \(.+, .+, .+, …\): put the code/)
  expect(many.at(-1)).toMatchObject({
    kind: 'noCode',
    path: '',
    message: '3 more folders like these, with 3 files, are not listed here',
  })
})

test('ADM-11 many links that make works of folders are followed in linear time', () => {
  const count = 10_000
  const entry = (name: string, kind: 'file' | 'folder' | 'link'): Entry => ({
    name,
    isFile: () => kind === 'file',
    isDirectory: () => kind === 'folder',
    isSymbolicLink: () => kind === 'link',
  })
  const numbers = Array.from({ length: count }, (_, n) => n)
  const top = numbers.flatMap((n) => [entry(`plain ${n}`, 'folder'), entry(`RJ${200_000 + n}`, 'link')])
  const files: FileSystem = {
    ...diskFileSystem,
    list: (dir) => (dir === '/library' ? top : [entry('1.mp3', 'file')]),
    stat: () => ({ isFile: false, isDirectory: true, sizeBytes: 0, mtimeMs: 0 }),
    realpath: (path) => path.replace(/RJ(\d+)$/, (_, code) => `plain ${Number(code) - 200_000}`),
  }
  const before = process.threadCpuUsage()
  const found = walk({ roots: ['/library'], files })
  const { user } = process.threadCpuUsage(before)
  expect(found.works).toHaveLength(count)
  expect(found.problems).toEqual([])
  expect(user / 1_000).toBeLessThan(1_500)
})

test('META-24 a folder with two codes is both works, unless one has a folder', () => {
  writeFiles(root, {
    'RJ100001 & RJ100002 twins/x.mp3': '',
    'RJ100003 & RJ100004/RJ100003/x.mp3': '',
    'RJ100003 & RJ100004/RJ100004/x.mp3': '',
    'RJ100005 + RJ100006/x.mp3': '',
    'z/RJ100006 alone/x.mp3': '',
  })
  const found = walk()
  expect(found.works.map(({ code, path }) => [code.code, path])).toEqual([
    ['RJ100001', 'RJ100001 & RJ100002 twins'],
    ['RJ100002', 'RJ100001 & RJ100002 twins'],
    ['RJ100003', 'RJ100003 & RJ100004'],
    ['RJ100005', 'RJ100005 + RJ100006'],
    ['RJ100006', 'z/RJ100006 alone'],
    ['RJ100004', 'RJ100003 & RJ100004/RJ100004'],
  ])
})
