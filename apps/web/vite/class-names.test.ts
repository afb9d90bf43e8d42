import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { shortClassNames } from './class-names.ts'

function sheets(...paths: string[]): string {
  const root = mkdtempSync(join(tmpdir(), 'otodana-classes-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  for (const path of paths) {
    mkdirSync(join(root, path, '..'), { recursive: true })
    writeFileSync(join(root, path), '')
  }
  return root
}

test('classes have short names, which no other class of any sheet has', () => {
  const root = sheets('a/Card.module.css', 'b/Card.module.css')
  const nameOf = shortClassNames(root)
  const [first, second] = [join(root, 'a/Card.module.css'), join(root, 'b/Card.module.css')]
  expect(nameOf('title', first)).toBe('bb0')
  expect(nameOf('cover', first)).toBe('bb1')
  expect(nameOf('title', first)).toBe('bb0')
  expect(nameOf('title', second)).toBe('bc0')
})

test('a sheet outside the folder stops the build', () => {
  const root = sheets('Card.module.css')
  const nameOf = shortClassNames(root)
  expect(() => nameOf('title', join(root, '../Other.module.css'))).toThrow('Other.module.css')
})

test('no class looks like an advertisement to an ad blocker', () => {
  const paths = Array.from({ length: 300 }, (_, at) => `${at}.module.css`)
  const root = sheets(...paths)
  const nameOf = shortClassNames(root)
  for (const path of paths) expect(nameOf('title', join(root, path))).not.toMatch(/^ad|^banner|^promo/i)
})
