import { expect, test } from 'vitest'

import { readSource } from './source-facts.ts'

test('every way to import is seen, with what it resolves to and when it loads', () => {
  const code = `
    import { a, type B } from './a.ts'
    import type { C } from '#http/serve.ts'
    import { type D } from '@otodana/contract'
    import './side-effect.css?inline'
    export * from '../b/index.ts'
    export { x } from 'react-dom/client'
    const lazy = () => import('#ui/MenuDrawer.tsx')
    const template = () => import(\`./template.ts\`)
    new Worker(new URL('./scan.worker.ts', import.meta.url))
    type Q = import('node:fs').Stats
    import fs from 'fs'
  `
  const { imports } = readSource('apps/web/src/features/x/file.ts', code)
  expect(imports.map(({ target, kind }) => `${kind} ${target}`).toSorted()).toEqual(
    [
      'static apps/web/src/features/x/a.ts',
      'type apps/web/src/http/serve.ts',
      'type packages/contract/src/index.ts',
      'static apps/web/src/features/x/side-effect.css',
      'static apps/web/src/features/b/index.ts',
      'static npm:react-dom/client',
      'dynamic apps/web/src/ui/MenuDrawer.tsx',
      'dynamic apps/web/src/features/x/template.ts',
      'dynamic apps/web/src/features/x/scan.worker.ts',
      'type node:fs',
      'static node:fs',
    ].toSorted(),
  )
  expect(imports.find(({ target }) => target.endsWith('/a.ts'))?.line).toBe(2)
})

test('comments, strings and JSX text are not imports', () => {
  const code = `
    // import 'comment'
    /* process.env.COMMENT */
    const text = "import 'string'; process.env.STRING"
    const element = <p>import 'jsx' process.env.JSX</p>
  `
  expect(readSource('apps/web/src/x.tsx', code)).toEqual({ imports: [], uses: [] })
})

test('members of globals are seen however they are reached', () => {
  const code = `
    process.env.A
    process['env']
    globalThis.process.env
    const { env, exit: leave } = process
    other.process
  `
  const names = readSource('apps/server/src/x.ts', code).uses.map(({ name }) => name)
  expect(names.filter((name) => name === 'process.env')).toHaveLength(4)
  expect(names).toContain('process.exit')
})

test('browser storage is seen with a member and without, but not as a name in an object', () => {
  const code = `
    localStorage.getItem('a')
    sizes(sessionStorage)
    window.localStorage
    const facts = { localStorage: 1 }
    facts.localStorage
  `
  const names = readSource('apps/web/src/x.ts', code).uses.map(({ name }) => name)
  expect(names.filter((name) => name.endsWith('Storage'))).toEqual([
    'localStorage',
    'sessionStorage',
    'window.localStorage',
    'facts.localStorage',
  ])
})

test('a # import that no package declares is an error', () => {
  expect(() => readSource('e2e/x.ts', `import '#nothing/x.ts'`)).toThrow('no package.json declares')
})
