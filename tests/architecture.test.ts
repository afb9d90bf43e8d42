import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

import { describe, expect, test } from 'vitest'

import { rules, serverFeatureOrder, webFeatureOrder } from './architecture.rules.ts'
import { appliesTo, violations } from './architecture/check-rule.ts'
import { findCycles } from './architecture/find-cycles.ts'
import { readSource } from './architecture/source-facts.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

const files = globSync('{apps,packages,bench,e2e,faults,scripts}/**/*.{ts,tsx}', {
  cwd: root,
  exclude: (name) => name === 'node_modules' || name === 'dist',
})
  .map((file) => file.split(sep).join('/'))
  .filter((file) => !file.split('/').some((part) => part === 'node_modules' || part === 'dist'))

const architecture = readFileSync(join(root, 'docs/architecture.md'), 'utf8')

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

test('every package that a rule names is a dependency', () => {
  const manifests = globSync('{.,apps/*,packages/*}/package.json', { cwd: root })
  const installed = manifests.flatMap((file) => {
    const { dependencies = {}, devDependencies = {} } = JSON.parse(readFileSync(join(root, file), 'utf8'))
    return Object.keys({ ...dependencies, ...devDependencies })
  })
  const globs = rules.flatMap(({ mayNotImport = [], unless = [] }) =>
    typeof mayNotImport === 'function' ? unless : [...mayNotImport, ...unless],
  )
  const isInstalled = (name: string) =>
    installed.some((dependency) => `${dependency}/`.startsWith(name) || name.startsWith(`${dependency}/`))
  const named = globs.filter((glob) => glob.startsWith('npm:')).map((glob) => glob.slice(4).replace(/\*.*$/, ''))
  expect(named.filter((name) => !isInstalled(name))).toEqual([])
})

test('DEV-02 no files import each other in a circle: no code, no type, no import() and no worker', () => {
  const imports = new Map([...facts].map(([file, read]) => [file, read.imports.map(({ target }) => target)]))
  expect(findCycles(imports)).toEqual([])
})

test.for([
  ['web', webFeatureOrder],
  ['server', serverFeatureOrder],
] as const)('DEV-01 each feature of the %s has one place in the order', ([app, order]) => {
  const inFolder = new RegExp(`^apps/${app}/src/features/([^/]+)/`)
  const folders = new Set(files.flatMap((file) => inFolder.exec(file)?.[1] ?? []))
  expect(order.flat().toSorted()).toEqual([...folders].toSorted())
})

/** The floors between `features` and the next layer in the picture that is fenced as `text web` or `text server`. */
function drawnOrder(app: string): string[][] {
  const [, picture = ''] = new RegExp('```text ' + app + '\\n([^]*?)```').exec(architecture) ?? []
  const lines = picture.split('\n')
  const first = lines.findIndex((line) => line.startsWith('features'))
  const last = lines.findIndex((line, index) => index > first && /^\S/.test(line))
  return lines.slice(first, last).map((line) => line.replace('features', '').trim().split(', '))
}

test.for([
  ['web', webFeatureOrder],
  ['server', serverFeatureOrder],
] as const)('DEV-03 docs/architecture.md draws the order of features of the %s', ([app, order]) => {
  expect(drawnOrder(app)).toEqual(order)
})

test('DEV-03 every path that docs/architecture.md names exists', () => {
  const named = [...architecture.matchAll(/`((?:apps|packages|tests|scripts|e2e|bench|faults|docs)\/[\w./-]+)`/g)]
  const missing = named.flatMap(([, path]) => (path === undefined || existsSync(join(root, path)) ? [] : [path]))
  expect(missing).toEqual([])
})
