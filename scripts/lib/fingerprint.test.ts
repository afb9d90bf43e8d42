import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { fingerprint } from './fingerprint.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'otodana-fingerprint-'))
  write('web/src/a.ts', 'one')
  write('lock.json', '{}')
})
afterEach(() => rmSync(root, { recursive: true }))

function write(path: string, text: string) {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}
const now = () => fingerprint(root, ['web', 'lock.json', 'absent.ts'])

test('a fingerprint changes when a file is changed, added, removed or touched', () => {
  const seen = [now()]
  expect(now()).toBe(seen[0])

  write('web/src/a.ts', 'longer')
  seen.push(now())
  write('web/src/deep/b.css', '')
  seen.push(now())
  rmSync(join(root, 'web/src/deep/b.css'))
  write('absent.ts', 'now present')
  seen.push(now())
  utimesSync(join(root, 'lock.json'), 1, 2)
  seen.push(now())

  expect(new Set(seen).size).toBe(seen.length)
})

test('tests, generated files, notes and build output do not change a fingerprint', () => {
  const before = now()
  write('web/src/a.test.ts', 'test')
  write('web/src/tree.gen.ts', 'generated')
  write('web/README.md', 'read me')
  write('web/dist/client/a.js', 'built')
  write('web/node_modules/x/index.js', 'installed')
  expect(now()).toBe(before)
})
