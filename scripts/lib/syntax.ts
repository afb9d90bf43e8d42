/** Parses our own sources, for the checks that read code. The parser is the bundler's. */
import { parseSync, type ParseResult } from 'rolldown/experimental'

export interface SyntaxNode {
  type: string
  /** Offset of its first character in the code. */
  start: number
  [key: string]: unknown
}

export interface ParsedSource {
  root: SyntaxNode
  module: ParseResult['module']
  comments: ParseResult['comments']
  /** Returns the line of an offset, counted from 1. */
  lineOf(offset: number): number
}

export function isSyntaxNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && typeof (value as SyntaxNode).type === 'string'
}

/** @throws {Error} the file does not parse */
export function parseSource(file: string, code: string): ParsedSource {
  const { program, module, comments, errors } = parseSync(file, code)
  if (errors.length > 0) throw new Error(`${file} does not parse: ${errors[0]?.message}`)
  return {
    root: program as unknown as SyntaxNode,
    module,
    comments,
    lineOf: (offset) => code.slice(0, offset).split('\n').length,
  }
}

/** Calls `visit` for the node and all its descendants, in source order. */
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

/** Returns the text of a string or template literal; a template's substitutions become `…`. */
export function literalText(node: unknown): string | undefined {
  if (!isSyntaxNode(node)) return undefined
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined
  if (node.type !== 'TemplateLiteral') return undefined
  return (node.quasis as { value: { cooked: string | null } }[]).map(({ value }) => value.cooked ?? '').join('…')
}
