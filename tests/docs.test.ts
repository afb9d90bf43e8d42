/** What docs and READMEs name exists. ADRs are history: only their links are checked. */
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, posix, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const list = (patterns: string[]) =>
  globSync(patterns, {
    cwd: root,
    exclude: (name) => ['node_modules', 'dist', '.git'].includes(name),
  }).map((path) => path.split(sep).join('/'))

const docs = list(['*.md', 'docs/**/*.md', '{apps,packages,changes}/**/README.md'])
const tree = new Set(list(['*', '{apps,packages,docs,tests,scripts,e2e,bench,faults,deploy,changes}/**']))
/** Paths in docs may begin at one of these, or below a README's own folder. */
const bases = ['', 'apps/server/', 'apps/server/src/', 'apps/web/', 'apps/web/src/']
/** Examples of how files are named. */
const examples = new Set(['name-of-the-change.md', 'kebab-case.ts', 'PascalCase.tsx', 'PascalCase.module.css'])

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const isHistory = (path: string) => path.startsWith('docs/adr/') || path === 'CHANGELOG.md'
const isRoomReadme = (path: string) => /^(?:apps|packages)\/.*README\.md$/.test(path)

/** `a/{b,c}.ts` as `a/b.ts` and `a/c.ts`. */
function expanded(path: string): string[] {
  const [, before, choices, after] = /^(.*?)\{([^{}]+)\}(.*)$/.exec(path) ?? []
  return choices === undefined ? [path] : choices.split(',').map((choice) => `${before}${choice}${after}`)
}

/** What is set in backticks and meant as a path of the repository. */
function namedPaths(doc: string, text: string): string[] {
  return [...text.replaceAll(/^```[^]*?^```/gm, '').matchAll(/`([^`\s]+)`/g)].flatMap(([, name = '']) => {
    if (!/^[\w@.-][\w@./{},-]*$/.test(name) || /\{[^,}]*\}/.test(name) || examples.has(name) || name.includes('/dist/'))
      return []
    const isSource = /\.(?:tsx?|css|md|sh)$/.test(name)
    const isRoom = isRoomReadme(doc) && name.endsWith('/')
    const [first = '', ...rest] = name.split('/')
    const isBelowBase = rest.length > 0 && bases.some((base) => tree.has(base + first))
    return isSource || isRoom || isBelowBase ? expanded(name) : []
  })
}

function exists(doc: string, name: string): boolean {
  const path = name.replace(/\/$/, '')
  if (bases.some((base) => tree.has(base + path))) return true
  const folder = isRoomReadme(doc) ? `${dirname(doc)}/` : ''
  return [...tree].some((known) => known.startsWith(folder) && known.endsWith(`/${path}`))
}

test('DEV-07 every path that docs and READMEs name exists', () => {
  const missing = docs
    .filter((doc) => !isHistory(doc))
    .flatMap((doc) => namedPaths(doc, read(doc)).flatMap((path) => (exists(doc, path) ? [] : [`${doc}: ${path}`])))
  expect(missing).toEqual([])
})

test('DEV-07 every relative link of docs and READMEs leads to a file', () => {
  const broken = docs.flatMap((doc) =>
    [...read(doc).matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].flatMap(([, link = '']) =>
      /^[a-z]+:/.test(link) || existsSync(join(root, posix.join(dirname(doc), link))) ? [] : [`${doc}: ${link}`],
    ),
  )
  expect(broken).toEqual([])
})

test('DEV-07 every npm command that docs and READMEs name is a script', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const unknown = docs
    .filter((doc) => !isHistory(doc))
    .flatMap((doc) =>
      [...read(doc).matchAll(/npm run ([\w:]+)/g)].flatMap(([, name = '']) =>
        name in scripts ? [] : [`${doc}: npm run ${name}`],
      ),
    )
  expect(unknown).toEqual([])
})

test.each(['server', 'web'])('DEV-07 the README of the %s’s features has a line for each', (app) => {
  const folder = `apps/${app}/src/features`
  const features = list([`${folder}/*`])
    .filter((path) => statSync(join(root, path)).isDirectory())
    .map((path) => posix.basename(path))
  const listed = [...read(`${folder}/README.md`).matchAll(/^\| \[?`([\w-]+)\/?`/gm)].map(([, name]) => name)
  expect(listed.toSorted()).toEqual(features.toSorted())
})

test('DEV-07 paths that do not exist are found', () => {
  const named = namedPaths('apps/web/src/lib/README.md', '`api/api.ts`, `gone/`, `lib/{api,gone}`, `audio/flac`, `Api`')
  expect(named).toEqual(['api/api.ts', 'gone/', 'lib/api', 'lib/gone'])
  expect(named.map((path) => exists('apps/web/src/lib/README.md', path))).toEqual([true, false, true, false])
})
