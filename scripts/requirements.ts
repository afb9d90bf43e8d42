/**
 * `npm run requirements`: lists which tests name which requirement of docs/requirements.md in their titles.
 *
 *   --only MED        only ids with this prefix
 *   --check MED-01 …  prints only those without a test, and fails if there are any
 */
import { globSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

import { isSyntaxNode, literalText, parseSource, walkSyntax, type SyntaxNode } from './lib/syntax.ts'

const requirementId = /\b[A-Z][A-Z0-9]{1,4}-\d{2,3}\b/g

export interface Requirement {
  id: string
  text: string
}

/** Returns the rows `| NAV-01 | text |` of the document, in order. */
export function readRequirements(markdown: string): Requirement[] {
  return markdown.split('\n').flatMap((line) => {
    const [, id, text] = /^\|\s*([A-Z][A-Z0-9]{1,4}-\d{2,3})\s*\|\s*(.*?)\s*\|\s*$/.exec(line) ?? []
    return id !== undefined && text !== undefined ? [{ id, text }] : []
  })
}

export interface NamedTest {
  id: string
  title: string
  file: string
  line: number
}

/** Returns the function behind a call, with its modifiers: `test.each(rows)('…')` → `test.each`. */
function testFunction(callee: unknown): string | undefined {
  if (!isSyntaxNode(callee)) return undefined
  if (callee.type === 'Identifier') return String(callee.name)
  if (callee.type === 'CallExpression') return testFunction(callee.callee)
  if (callee.type === 'TaggedTemplateExpression') return testFunction(callee.tag)
  if (callee.type !== 'MemberExpression' || !isSyntaxNode(callee.property)) return undefined
  return `${testFunction(callee.object) ?? ''}.${String(callee.property.name)}`
}

const runningTest =
  /^(?:test(?:[A-Z]\w*)?|it|describe|suite)(?:\.(?:each|for|only|concurrent|sequential|describe|parallel|serial))*$/

/**
 * Returns each requirement id in the title of a test or group that runs; comments, steps and skipped tests do not
 * count.
 */
export function findNamedTests(file: string, code: string): NamedTest[] {
  const { root, lineOf } = parseSource(file, code)
  const found: NamedTest[] = []
  const visit = (node: SyntaxNode) => {
    if (node.type !== 'CallExpression') return
    const name = testFunction(node.callee)
    const title = literalText((node.arguments as unknown[])[0])
    if (name === undefined || title === undefined || !runningTest.test(name)) return
    for (const id of new Set(title.match(requirementId))) {
      found.push({ id, title, file, line: lineOf(node.start) })
    }
  }
  walkSyntax(root, visit)
  return found
}

/** All of them in the sources below `root`. */
export function readNamedTests(root: string): NamedTest[] {
  return globSync('{apps,packages,e2e,tests,scripts,bench,faults}/**/*.{test.ts,test.tsx,spec.ts}', {
    cwd: root,
    exclude: (name) => name === 'node_modules' || name === 'dist',
  })
    .map((file) => file.split(sep).join('/'))
    .filter((file) => !/(?:^|\/)(?:node_modules|dist)\//.test(file))
    .toSorted()
    .flatMap((file) => findNamedTests(file, readFileSync(join(root, file), 'utf8')))
}

const shorten = (text: string, length: number) => (text.length > length ? `${text.slice(0, length - 1)}…` : text)

function printAll(requirements: Requirement[], tests: Map<string, NamedTest[]>): void {
  const without = requirements.filter(({ id }) => !tests.has(id))
  for (const { id, text } of requirements) {
    const named = tests.get(id)
    if (named === undefined) continue
    console.log(`${id}  ${shorten(text, 100)}`)
    for (const { title, file, line } of named) console.log(`    ${file}:${line}  ${title}`)
  }
  if (without.length > 0) {
    console.log(`\nWithout a test (${without.length}):`)
    for (const { id, text } of without) console.log(`${id}  ${shorten(text, 100)}`)
  }
  console.log(
    `\n${requirements.length - without.length} of ${requirements.length} requirements have a test that names them`,
  )
}

function main(): void {
  const { values, positionals } = parseArgs({
    options: { only: { type: 'string', default: '' }, check: { type: 'boolean', default: false } },
    allowPositionals: true,
  })
  const root = fileURLToPath(new URL('..', import.meta.url))
  const requirements = readRequirements(readFileSync(join(root, 'docs/requirements.md'), 'utf8'))
  const known = new Set(requirements.map(({ id }) => id))
  const named = readNamedTests(root)
  const tests = Map.groupBy(named, ({ id }) => id)

  // A misspelt id would look like a proof of something; but UTF-16 is none.
  const prefixes = new Set(requirements.map(({ id }) => id.split('-')[0]))
  const isMisspelt = ({ id }: NamedTest) => !known.has(id) && prefixes.has(id.split('-')[0])
  for (const { id, file, line } of named.filter(isMisspelt)) {
    console.log(`${file}:${line} names ${id}, which is not a requirement`)
  }
  if (values.check) {
    const missing = positionals.filter((id) => !tests.has(id) || !known.has(id))
    for (const id of missing) console.log(`${id}: ${known.has(id) ? 'no test names it' : 'no such requirement'}`)
    console.log(`${positionals.length - missing.length} of ${positionals.length} named requirements have a test`)
    if (missing.length > 0) process.exitCode = 1
    return
  }
  printAll(
    requirements.filter(({ id }) => id.startsWith(values.only)),
    tests,
  )
}

if (import.meta.main) main()
