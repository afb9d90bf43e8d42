import { parseSync, type ESTree, type Plugin } from 'vite'

/** All that the browser asks of a call: it checks neither what it sends nor what comes back. */
const kept = new Set(['method', 'path'])

/**
 * Leaves out of the browser's build what the contract says for servers and tests only: the schemas of every call, which
 * would otherwise be the larger part of what each call adds to a first load.
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

/** The module with its calls cut down, and with everything else that it computes marked as needless unless it is used. */
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

/** What `endpoint` is called with; undefined for any other expression. */
function definitionIn(init: ESTree.CallExpression | ESTree.ObjectExpression): ESTree.ObjectExpression | undefined {
  if (init.type === 'ObjectExpression' || init.callee.type !== 'Identifier' || init.callee.name !== 'endpoint') return
  const [definition] = init.arguments
  return definition?.type === 'ObjectExpression' ? definition : undefined
}
