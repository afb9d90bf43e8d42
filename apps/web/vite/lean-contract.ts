import { parseSync, type ESTree, type Plugin } from 'vite'

/** The only fields the web app uses: it validates neither requests nor answers. */
const kept = new Set(['method', 'path'])

/**
 * Removes the contract's schemas from the browser's build, where they would be most of what each call adds to a first load,
 * and from the server's renderer, where they would be in memory a second time.
 */
export function leanContract(): Plugin {
  return {
    name: 'otodana:lean-contract',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /packages[\\/]contract[\\/]src[\\/][\w-]+\.ts$/ },
      handler: (code, id) => ({ code: withoutSchemas(code, id), map: null }),
    },
  }
}

interface Edit {
  start: number
  end: number
  text: string
}

/** Reduces a module's endpoints, and marks its other calls as free of side effects. */
export function withoutSchemas(code: string, fileName: string): string {
  const { program } = parseSync(fileName, code)
  const edits = program.body.flatMap((statement): Edit[] => {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (declared?.type !== 'VariableDeclaration') return []
    return declared.declarations.flatMap(({ init }) => {
      if (init?.type !== 'CallExpression' && init?.type !== 'ObjectExpression') return []
      const { start, end } = init
      const definition = definitionIn(init)
      if (!definition) return [{ start, end, text: `/* @__PURE__ */ (() => (${code.slice(start, end)}))()` }]
      const properties = definition.properties
        .filter(
          (property) =>
            property.type === 'Property' && property.key.type === 'Identifier' && kept.has(property.key.name),
        )
        .map((property) => code.slice(property.start, property.end))
      return [{ start, end, text: `{ ${properties.join(', ')} }` }]
    })
  })
  return edits.reduceRight((text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end), code)
}

/** Returns the argument of `endpoint`; undefined for other expressions. */
function definitionIn(init: ESTree.CallExpression | ESTree.ObjectExpression): ESTree.ObjectExpression | undefined {
  if (init.type === 'ObjectExpression' || init.callee.type !== 'Identifier' || init.callee.name !== 'endpoint') return
  const [definition] = init.arguments
  return definition?.type === 'ObjectExpression' ? definition : undefined
}
