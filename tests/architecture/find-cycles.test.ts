import { expect, test } from 'vitest'

import { findCycles } from './find-cycles.ts'
import { readSource } from './source-facts.ts'

function cyclesOf(files: Record<string, string>): string[] {
  return findCycles(
    new Map(
      Object.entries(files).map(([file, code]) => [file, readSource(file, code).imports.map((one) => one.target)]),
    ),
  )
}

test.each([
  ['static', `import { a } from './a.ts'`],
  ['type', `import type { A } from './a.ts'`],
  ['inline type', `export type B = import('./a.ts').A`],
  ['dynamic', `export const load = () => import('./a.ts')`],
  ['export', `export * from './a.ts'`],
  ['worker', `new Worker(new URL('./a.ts', import.meta.url))`],
])('DEV-02 a planted cycle through a %s import is found', (_kind, back) => {
  const files = {
    'packages/x/src/a.ts': `import { b } from './b.ts'`,
    'packages/x/src/b.ts': `import { c } from './c.ts'`,
    'packages/x/src/c.ts': back,
    'packages/x/src/d.ts': `import { a } from './a.ts'`,
  }
  expect(cyclesOf(files)).toEqual([
    'packages/x/src/a.ts → packages/x/src/b.ts → packages/x/src/c.ts → packages/x/src/a.ts',
  ])
})

test('DEV-02 each group gives its shortest cycle; a file may import itself', () => {
  const files = {
    'packages/x/src/a.ts': `import './b.ts'\nimport './c.ts'`,
    'packages/x/src/b.ts': `import './c.ts'`,
    'packages/x/src/c.ts': `import './a.ts'`,
    'packages/x/src/self.ts': `import './self.ts'`,
    'packages/x/src/free.ts': `import './a.ts'\nimport 'node:fs'\nimport './self.ts'`,
  }
  expect(cyclesOf(files)).toEqual([
    'packages/x/src/a.ts → packages/x/src/c.ts → packages/x/src/a.ts',
    'packages/x/src/self.ts → packages/x/src/self.ts',
  ])
})

test('DEV-02 a graph without cycles gives none', () => {
  expect(cyclesOf({ 'packages/x/src/a.ts': `import './b.ts'`, 'packages/x/src/b.ts': '' })).toEqual([])
})
