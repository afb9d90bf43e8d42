import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

import { describe, expect, test } from 'vitest'

import { rules, serverFeatureOrder, webFeatureOrder } from './architecture.rules.ts'
import { appliesTo, violations } from './architecture/check-rule.ts'
import { findCycles } from './architecture/find-cycles.ts'
import { readSource } from './architecture/source-facts.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

const files = globSync('{apps,packages,bench,e2e,scripts}/**/*.{ts,tsx}', {
  cwd: root,
  exclude: (name) => name === 'node_modules' || name === 'dist',
})
  .map((file) => file.split(sep).join('/'))
  .filter((file) => !file.split('/').some((part) => part === 'node_modules' || part === 'dist'))

const facts = new Map(files.map((file) => [file, readSource(file, readFileSync(join(root, file), 'utf8'))]))

describe.for(rules)('$name', (rule) => {
  test('DEV-01 holds in every file', () => {
    expect([...facts].flatMap(([file, read]) => violations(rule, file, read))).toEqual([])
  })

  test('DEV-01 catches a planted violation, and nothing beside it', () => {
    const [caughtFile, caughtCode] = rule.caught
    expect(violations(rule, caughtFile, readSource(caughtFile, caughtCode))).toHaveLength(1)
    const [fineFile, fineCode] = rule.fine
    expect(violations(rule, fineFile, readSource(fineFile, fineCode))).toEqual([])
  })
})

test('every rule says something about a file that exists', () => {
  const idle = rules.filter((rule) => !files.some((file) => appliesTo(rule, file))).map(({ name }) => name)
  expect(idle).toEqual([])
})

test('DEV-02 no files import each other in a circle: no code, no type, no import() and no worker', () => {
  const imports = new Map([...facts].map(([file, read]) => [file, read.imports.map(({ target }) => target)]))
  expect(findCycles(imports)).toEqual([])
})

test.for([
  ['web', webFeatureOrder],
  ['server', serverFeatureOrder],
] as const)('DEV-01 each feature of the %s has one place in the order', ([app, order]) => {
  const folders = readdirSync(join(root, `apps/${app}/src/features`), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
  expect(order.flat().toSorted()).toEqual(folders.toSorted())
})
