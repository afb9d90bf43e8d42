import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { shortPropertyNames } from './property-names.ts'

function sources(files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'otodana-properties-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(root, path, '..'), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return root
}

test('NAV-38 properties have short names, and the most used one has the shortest', () => {
  const shorten = shortPropertyNames(
    sources({
      'tokens.css': ':root { --space-1: 1px; --color-text: red; }',
      'a/Card.module.css': '.card { color: var(--color-text); }',
    }),
  )
  expect(shorten(':root{--space-1:1px;--color-text:red}.a{color:var(--color-text,#000)}')).toBe(
    ':root{--b:1px;--a:red}.a{color:var(--a,#000)}',
  )
})

test('NAV-38 a property that a script names keeps its name, which no other gets', () => {
  const shorten = shortPropertyNames(
    sources({
      'Bar.css': '.bar { inline-size: var(--a); block-size: var(--bar-height); margin: var(--gap); }',
      'Bar.tsx': "style={{ '--a': 1 }}; root.style.setProperty('--bar-height', '1px')",
      'Bar.test.tsx': "expect(style.getPropertyValue('--gap'))",
    }),
  )
  expect(shorten('a{margin:var(--gap) var(--a) var(--bar-height)}')).toBe(
    'a{margin:var(--b) var(--a) var(--bar-height)}',
  )
})

test('NAV-38 each of many properties has a name of its own', () => {
  const names = Array.from({ length: 3_000 }, (_, at) => `--property-${at}`)
  const shorten = shortPropertyNames(sources({ 'all.css': names.join(' ') }))
  expect(new Set(shorten(names.join(' ')).split(' ')).size).toBe(names.length)
})

test('NAV-38 parts of other names, and what is not known, stay', () => {
  const shorten = shortPropertyNames(sources({ 'a.css': ':root { --tone: red }' }))
  expect(shorten('.card--tone{color:var(--tone);width:var(--toned)}')).toBe(
    '.card--tone{color:var(--a);width:var(--toned)}',
  )
})
