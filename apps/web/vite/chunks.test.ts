import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { expect, test } from 'vitest'

import config from '../vite.config.ts'
import { chunkGroups, chunkOf, chunks } from './chunks.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const entries = Object.entries(chunks).flatMap(([chunk, names]) => names.map((name) => ({ chunk, name })))
const isPath = (name: string) => /^(?:apps|packages)\//.test(name)
const isFolder = (name: string) => name.endsWith('/')

/** The bundler's id of a module in an entry. */
function idIn(name: string): string {
  if (!isPath(name)) return `${root}node_modules/${name}/index.js`
  return `${root}${name}${isFolder(name) ? 'index.ts' : ''}`
}

test('DEV-04 every entry is a file, a folder or a package that is there', () => {
  const isThere = (name: string) => {
    const path = isPath(name) ? `${root}${name}` : `${root}node_modules/${name}/`
    return existsSync(path) && statSync(path).isDirectory() === isFolder(path)
  }
  expect(entries.filter(({ name }) => !isThere(name))).toEqual([])
})

test('DEV-04 no module is in two chunks', () => {
  const names = entries.map(({ name }) => name)
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
  const inFolder = names.filter((name) =>
    names.some((other) => name !== other && isFolder(other) && name.startsWith(other)),
  )
  expect(inFolder).toEqual([])
})

test('a module goes where its entry stands', () => {
  expect(entries.filter(({ chunk, name }) => chunkOf(idIn(name)) !== chunk)).toEqual([])
})

test('a neighbour, a virtual module and a library of another name are in none', () => {
  expect(chunkOf(`${root}apps/web/src/features/player/EqualiserDrawing.tsx`)).toBeUndefined()
  expect(chunkOf('\0vite/preload-helper.js')).toBeUndefined()
  expect(chunkOf(`${root}node_modules/react-of-another/index.js`)).toBeUndefined()
})

test('DEV-04 the bundler is given these chunks, and no other', () => {
  const { build } = config({ command: 'build', mode: 'production', isSsrBuild: false })
  expect(build?.rolldownOptions?.output).toMatchObject({ codeSplitting: { groups: chunkGroups } })
  expect(chunkGroups.map(({ name }) => name)).toEqual(Object.keys(chunks))
})

test('DEV-05 no style sheet composes from another, whose rules it would repeat after those that override them', () => {
  const sheets = globSync('apps/web/src/**/*.module.css', { cwd: root })
  expect(sheets.length).toBeGreaterThan(50)
  expect(sheets.filter((sheet) => /composes:[^;]* from /.test(readFileSync(root + sheet, 'utf8')))).toEqual([])
})
