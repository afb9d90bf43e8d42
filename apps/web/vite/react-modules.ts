import { parseSync, Visitor, type ESTree, type Plugin } from 'vite'

const PACKAGES = 'node_modules[\\\\/](?:react|react-dom|scheduler|use-sync-external-store)[\\\\/]'
const implementation = new RegExp(`${PACKAGES}cjs[\\\\/][\\w-]+\\.production\\.js$`)
const entry = new RegExp(`${PACKAGES}[\\w-]+\\.js$`)
const IMPLEMENTATION_OF_ENTRY = /require\('(\.\/cjs\/[\w-]+\.production\.js)'\)/

/**
 * Turns React's CommonJS files into ES modules, so that the bundler removes what is unused and calls hooks and `jsx` by
 * one-letter names. A build fails on an import that no longer exists.
 */
export function reactModules(): Plugin[] {
  return [
    {
      name: 'otodana:react-modules',
      apply: 'build',
      enforce: 'pre',
      transform: {
        filter: { id: [implementation, entry] },
        handler(code, id) {
          if (implementation.test(id)) return { code: asModule(code), map: null }
          const path = IMPLEMENTATION_OF_ENTRY.exec(code)?.[1]
          return path === undefined ? null : { code: `export * from '${path}'`, map: null }
        },
      },
    },
    {
      name: 'otodana:react-namespace',
      apply: 'build',
      enforce: 'pre',
      transform: {
        filter: { code: DEFAULT_IMPORT },
        handler: (code) => ({ code: code.replace(DEFAULT_IMPORT, 'import * as React from $1'), map: null }),
      },
    },
  ]
}

/** ES modules of React have no default export. */
const DEFAULT_IMPORT = /^import React from (["']react["'])/m

interface Edit {
  start: number
  end: number
  text: string
}

/** Returns a CommonJS module as an ES module: `exports.a = …` becomes an export, `require` an import. */
export function asModule(code: string): string {
  const { program } = parseSync('module.js', code)
  const imports: string[] = []
  const exported = new Set<string>()
  const edits: Edit[] = []
  const addImport = (name: string, source: string) => imports.push(`import * as ${name} from '${source}'\n`)
  const required = new Set<number>()
  for (const statement of program.body) {
    if (statement.type === 'VariableDeclaration') {
      const kept = statement.declarations.filter(({ id, init }) => {
        const source = sourceIn(init)
        if (source === undefined || id.type !== 'Identifier' || !init) return true
        addImport(id.name, source)
        required.add(init.start)
        return false
      })
      if (kept.length === statement.declarations.length) continue
      // Others are imported by name, because the bundler keeps all of a namespace in a variable.
      const declarations = kept.map(({ start, end }) => code.slice(start, end)).join(', ')
      edits.push({ start: statement.start, end: statement.end, text: declarations && `var ${declarations};` })
    } else if (statement.type === 'ExpressionStatement' && statement.expression.type === 'AssignmentExpression') {
      const name = exportIn(statement.expression.left)
      if (name === undefined || exported.has(name)) continue
      exported.add(name)
      edits.push({ start: statement.start, end: statement.start, text: 'var ' })
    }
  }
  new Visitor({
    MemberExpression(node) {
      const name = exportIn(node)
      if (name !== undefined) edits.push({ start: node.start, end: node.end, text: `$export_${name}` })
    },
    CallExpression(node) {
      const source = sourceIn(node)
      if (source === undefined || required.has(node.start)) return
      const name = `$import_${imports.length}`
      addImport(name, source)
      edits.push({ start: node.start, end: node.end, text: name })
    },
  }).visit(program)
  edits.sort((one, other) => one.start - other.start || one.end - other.end)
  const body = edits.reduceRight((text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end), code)
  const exports = [...exported].map((name) => `$export_${name} as ${name}`)
  return `${imports.join('')}${body}\nexport { ${exports.join(', ')} }\n`
}

/** Returns `react` of `require('react')`. */
function sourceIn(node: ESTree.Node | null): string | undefined {
  if (node?.type !== 'CallExpression' || node.callee.type !== 'Identifier' || node.callee.name !== 'require') return
  const [source] = node.arguments
  return source?.type === 'Literal' && typeof source.value === 'string' ? source.value : undefined
}

/** Returns `a` of `exports.a`. */
function exportIn(node: ESTree.Node): string | undefined {
  if (node.type !== 'MemberExpression' || node.computed) return
  if (node.object.type !== 'Identifier' || node.object.name !== 'exports') return
  return node.property.type === 'Identifier' ? node.property.name : undefined
}
