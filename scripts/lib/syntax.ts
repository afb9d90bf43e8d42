/** Syntax trees of our own sources, for the checks that read code. The parser is the bundler's. */
import { parseSync, type ParseResult } from 'rolldown/experimental'

export interface SyntaxNode {
  type: string
  /** offset of its first character in the code */
  start: number
  [key: string]: unknown
}

export interface ParsedSource {
  root: SyntaxNode
  module: ParseResult['module']
  /** the line, from 1, of an offset */
  lineOf(offset: number): number
}

export function isSyntaxNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && typeof (value as SyntaxNode).type === 'string'
}

/** @throws {Error} the file does not parse */
export function parseSource(file: string, code: string): ParsedSource {
  const { program, module, errors } = parseSync(file, code)
  if (errors.length > 0) throw new Error(`${file} does not parse: ${errors[0]?.message}`)
  return {
    root: program as unknown as SyntaxNode,
    module,
    lineOf: (offset) => code.slice(0, offset).split('\n').length,
  }
}

/** Calls `visit` for the node and everything below it, in the order of the source. */
export function walkSyntax(node: SyntaxNode, visit: (node: SyntaxNode) => void): void {
  visit(node)
  for (const value of Object.values(node)) {
    if (Array.isArray(value)) {
      for (const item of value) if (isSyntaxNode(item)) walkSyntax(item, visit)
    } else if (isSyntaxNode(value)) {
      walkSyntax(value, visit)
    }
  }
}

/** The text of a string or template literal; the holes of a template become `…`. */
export function literalText(node: unknown): string | undefined {
  if (!isSyntaxNode(node)) return undefined
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined
  if (node.type !== 'TemplateLiteral') return undefined
  return (node.quasis as { value: { cooked: string | null } }[]).map(({ value }) => value.cooked ?? '').join('…')
}
