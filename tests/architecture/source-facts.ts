import { isBuiltin } from 'node:module'
import { posix } from 'node:path'

import { isSyntaxNode, literalText, parseSource, walkSyntax, type SyntaxNode } from '../../scripts/lib/syntax.ts'

interface Import {
  /**
   * What is imported: a path from the repository's root, `node:fs` or `npm:react-dom/client`.
   */
  target: string
  /** `static` is loaded with the file, `dynamic` later (`import()`, a worker's URL), `type` never. */
  kind: 'static' | 'dynamic' | 'type'
  line: number
}

interface Use {
  /** A member of a global object, such as `process.env`, or a global by itself, such as `localStorage`. */
  name: string
  line: number
}

export interface SourceFacts {
  imports: Import[]
  uses: Use[]
}

/** What a `#` import means, by the package that the importing file is in (the `imports` of its package.json). */
const hashImports: [packageFolder: string, prefix: string, target: string][] = [
  ['apps/server/', '#', 'apps/server/src/'],
  ['apps/web/', '#', 'apps/web/src/'],
  ['', '#server-test/', 'apps/server/test/'],
  ['', '#server/', 'apps/server/src/'],
]

/** @throws {Error} a `#` import that no package.json declares */
function resolveImport(file: string, specifier: string): string {
  const path = specifier.replace(/\?.*$/, '')
  if (path.startsWith('.')) return posix.join(posix.dirname(file), path)
  if (path.startsWith('#')) {
    const found = hashImports.find(([folder, prefix]) => file.startsWith(folder) && path.startsWith(prefix))
    if (found === undefined) throw new Error(`${file}: no package.json declares ${specifier}`)
    return posix.normalize(found[2] + path.slice(found[1].length))
  }
  const own = /^@otodana\/([^/]+)(?:\/(.+))?$/.exec(path)
  if (own) {
    const [, name = '', rest] = own
    const folder = name === 'server' || name === 'web' ? `apps/${name}` : `packages/${name}`
    return `${folder}/${rest ?? 'src/index.ts'}`
  }
  if (isBuiltin(path)) return path.startsWith('node:') ? path : `node:${path}`
  return `npm:${path}`
}

/** A specifier that is known before the program runs. */
function fixedText(node: unknown): string | undefined {
  const text = literalText(node)
  return text?.includes('…') ? undefined : text
}

/** The path in `new URL('./worker.ts', import.meta.url)`. */
function urlOfModule(node: SyntaxNode): string | undefined {
  if (node.type !== 'NewExpression' || !isSyntaxNode(node.callee) || node.callee.name !== 'URL') return undefined
  const [path] = node.arguments as unknown[]
  const text = fixedText(path)
  return text !== undefined && /^\.{1,2}\/.*\.tsx?$/.test(text) ? text : undefined
}

function memberOfGlobal(node: SyntaxNode): string | undefined {
  if (node.type !== 'MemberExpression' || !isSyntaxNode(node.object) || !isSyntaxNode(node.property)) return undefined
  let { object } = node
  // globalThis.process.env
  if (object.type === 'MemberExpression' && isSyntaxNode(object.object) && object.object.name === 'globalThis') {
    if (isSyntaxNode(object.property)) object = object.property
  }
  if (object.type !== 'Identifier' || typeof object.name !== 'string') return undefined
  const property = node.computed ? fixedText(node.property) : node.property.name
  return typeof property === 'string' ? `${object.name}.${property}` : undefined
}

/** Globals that also count without a member, as in `sizes(localStorage)`. */
const storages: unknown[] = ['localStorage', 'sessionStorage']

function isStorage(node: SyntaxNode): node is SyntaxNode & { name: string } {
  return node.type === 'Identifier' && storages.includes(node.name)
}

/** Names in a node that are no references: of a member, or of a property in an object. */
function plainNames(node: SyntaxNode): unknown[] {
  if (node.computed) return []
  if (node.type === 'MemberExpression') return [node.property]
  return node.type === 'Property' && !node.shorthand ? [node.key] : []
}

/** `const { env } = process` */
function destructuredFromGlobal(node: SyntaxNode): string[] {
  if (node.type !== 'VariableDeclarator' || !isSyntaxNode(node.init) || !isSyntaxNode(node.id)) return []
  const { init, id } = node
  if (init.type !== 'Identifier' || id.type !== 'ObjectPattern') return []
  return (id.properties as SyntaxNode[]).flatMap(({ key }) =>
    isSyntaxNode(key) && typeof key.name === 'string' ? [`${String(init.name)}.${key.name}`] : [],
  )
}

/**
 * What a source file imports and which members of globals it touches, read from its syntax tree: comments, strings and
 * text in JSX do not count.
 *
 * @throws {Error} the file does not parse
 */
export function readSource(file: string, code: string): SourceFacts {
  const { root, module, lineOf } = parseSource(file, code)
  const imports: Import[] = []
  const uses: Use[] = []
  const add = (specifier: string, kind: Import['kind'], offset: number) =>
    imports.push({ target: resolveImport(file, specifier), kind, line: lineOf(offset) })

  for (const { moduleRequest, entries, start } of module.staticImports) {
    const isType = entries.length > 0 && entries.every((entry) => entry.isType)
    add(moduleRequest.value, isType ? 'type' : 'static', start)
  }
  for (const { entries } of module.staticExports) {
    for (const { moduleRequest, isType, start } of entries) {
      if (moduleRequest) add(moduleRequest.value, isType ? 'type' : 'static', start)
    }
  }
  const skipped = new Set<unknown>()
  walkSyntax(root, (node) => {
    for (const name of plainNames(node)) skipped.add(name)
    if (isStorage(node) && !skipped.has(node)) uses.push({ name: node.name, line: lineOf(node.start) })
    if (node.type === 'ImportExpression') {
      const specifier = fixedText(node.source)
      if (specifier !== undefined) add(specifier, 'dynamic', node.start)
    }
    if (node.type === 'TSImportType') {
      const specifier = fixedText(node.source)
      if (specifier !== undefined) add(specifier, 'type', node.start)
    }
    const url = urlOfModule(node)
    if (url !== undefined) add(url, 'dynamic', node.start)
    const member = memberOfGlobal(node)
    for (const name of member === undefined ? destructuredFromGlobal(node) : [member]) {
      uses.push({ name, line: lineOf(node.start) })
    }
  })
  return { imports, uses }
}
