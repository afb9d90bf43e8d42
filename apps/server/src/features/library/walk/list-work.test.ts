import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { findWorkCode } from '@otodana/work-code'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { aFolder, writeFiles } from '../../../../test/work-folders.ts'

import { diskFileSystem } from '../files/file-system.ts'
import { limits, type Limits } from '../limits.ts'
import { listWork } from './list-work.ts'

const NAME = 'RJ100001 Rain'
let folder: ReturnType<typeof aFolder>
let root: string
let dir: string
beforeEach(() => {
  folder = aFolder()
  root = join(folder.path, 'library')
  dir = join(root, NAME)
  mkdirSync(dir, { recursive: true })
})
afterEach(() => folder[Symbol.dispose]())

function list(own: Partial<Limits> = {}) {
  const code = findWorkCode(NAME)
  if (!code) throw new Error('no code')
  return listWork(
    { root, path: NAME, name: NAME, code, absolutePath: dir, realPath: dir, isNested: false },
    { realRoots: [root], files: diskFileSystem, limits: { ...limits, ...own } },
  )
}
const paths = () => list().files.map(({ path }) => path)

test('ADM-01 the listing is every file below the folder, without what systems leave behind', () => {
  writeFiles(dir, {
    'b.mp3': 'x',
    'a/c.wav': 'xy',
    '.DS_Store': '',
    'Thumbs.db': '',
    '__MACOSX/x': '',
    'a/.hidden/x': '',
  })
  expect(list().files.map(({ path, sizeBytes }) => [path, sizeBytes])).toEqual([
    ['a/c.wav', 2],
    ['b.mp3', 1],
  ])
})

test('ADM-01 the signature changes with any name, size or time, and with nothing else', () => {
  writeFiles(dir, { 'a.mp3': 'x', 'b.mp3': 'y' })
  const seen = new Set([list().signature])
  expect(list().signature).toBe([...seen][0])
  writeFileSync(join(dir, 'a.mp3'), 'xx')
  seen.add(list().signature)
  utimesSync(join(dir, 'a.mp3'), 1, 1)
  seen.add(list().signature)
  mkdirSync(join(dir, 'sub'))
  expect(seen).toContain(list().signature)
  writeFiles(dir, { 'sub/c': '' })
  seen.add(list().signature)
  rmSync(join(dir, 'b.mp3'))
  seen.add(list().signature)
  expect(seen.size).toBe(5)
})

test('ADM-01 a work with too many files is cut and reported, and may still hold what is not listed', () => {
  for (let number = 0; number < 12; number++) writeFiles(dir, { [`${number}.txt`]: '' })
  expect(list({ filesPerWork: 12 }).files).toHaveLength(12)
  const cut = list({ filesPerWork: 10 })
  expect(cut.files).toHaveLength(10)
  expect(cut).toMatchObject({ isWhole: false, mustRetry: false, problems: [{ kind: 'tooManyFiles', path: NAME }] })
})

test('ADM-01 folders nested without end are cut and reported', () => {
  writeFiles(dir, { [`${'d/'.repeat(32)}in.txt`]: '', [`${'d/'.repeat(33)}out.txt`]: '' })
  const { files, problems } = list()
  expect(files.map(({ path }) => path)).toEqual([`${'d/'.repeat(32)}in.txt`])
  expect(problems).toMatchObject([{ kind: 'tooDeep', path: `${NAME}/${'d/'.repeat(32)}d` }])
})

test('ADM-01 a path longer than the limit is left out and reported', () => {
  writeFiles(dir, { 'short.txt': '', 'a name of thirty characters.txt': '' })
  const { files, problems } = list({ pathLength: 20 })
  expect(files.map(({ path }) => path)).toEqual(['short.txt'])
  expect(problems).toMatchObject([{ kind: 'tooDeep', path: `${NAME}/a name of thirty characters.txt` }])
})

test('ADM-01 links to files and folders are followed inside the library and reported outside it', () => {
  writeFiles(folder.path, { 'secret.mp3': 's', 'out/x.mp3': 'x' })
  writeFiles(root, { 'shared/bonus/b.mp3': 'b', 'shared/one.mp3': '1' })
  symlinkSync(join(root, 'shared/one.mp3'), join(dir, 'one.mp3'))
  symlinkSync(join(root, 'shared/bonus'), join(dir, 'bonus'))
  symlinkSync('../../secret.mp3', join(dir, 'leak.mp3'))
  symlinkSync(join(folder.path, 'out'), join(dir, 'out'))
  symlinkSync('/etc/passwd', join(dir, 'readme.txt'))
  expect(paths()).toEqual(['bonus/b.mp3', 'one.mp3'])
  const { isWhole, problems } = list()
  expect(problems.map(({ kind }) => kind)).toEqual(['outsideLibrary', 'outsideLibrary', 'outsideLibrary'])
  expect(isWhole).toBe(true)
})

test('ADM-01 loops and doublings of links end', () => {
  writeFiles(dir, { 'a/x.mp3': 'x' })
  symlinkSync('.', join(dir, 'a/self'))
  symlinkSync('..', join(dir, 'a/up'))
  symlinkSync(root, join(dir, 'all'))
  // Two links per level: 2^20 paths if links were followed repeatedly.
  for (let level = 0; level < 20; level++) {
    mkdirSync(join(dir, `l${level}`))
    symlinkSync(`../l${level + 1}`, join(dir, `l${level}/left`))
    symlinkSync(`../l${level + 1}`, join(dir, `l${level}/right`))
  }
  writeFiles(dir, { 'l20/end.mp3': 'x' })
  expect(paths()).toEqual(['a/x.mp3', 'l20/end.mp3'])
})

test('ADM-01 a pipe in a work does not stop the scan and is no file', () => {
  writeFiles(dir, { 'a.mp3': 'x' })
  execFileSync('mkfifo', [join(dir, 'pipe.mp3')])
  symlinkSync('pipe.mp3', join(dir, 'link.mp3'))
  expect(paths()).toEqual(['a.mp3'])
})

test('ADM-01 a link that leads nowhere is reported and looked at again', () => {
  symlinkSync('gone.mp3', join(dir, 'a.mp3'))
  expect(list()).toMatchObject({ isWhole: false, mustRetry: true, problems: [{ kind: 'unreadableFile' }] })
})

test('ADM-01 a name that is not valid UTF-8 is reported', () => {
  writeFileSync(Buffer.concat([Buffer.from(`${dir}/caf`), Buffer.from([0xe9]), Buffer.from('.mp3')]), 'x')
  mkdirSync(Buffer.concat([Buffer.from(`${dir}/`), Buffer.from([0x93, 0xfa])]))
  expect(list()).toMatchObject({
    files: [],
    mustRetry: false,
    problems: expect.arrayContaining([
      expect.objectContaining({ kind: 'unreadableFile', message: 'Its name is not valid UTF-8; rename it' }),
      expect.objectContaining({ kind: 'unreadableFolder', message: 'Its name is not valid UTF-8; rename it' }),
    ]),
  })
})
