import { isSyntaxNode, literalText, parseSource, walkSyntax, type SyntaxNode } from '../../scripts/lib/syntax.ts'

/** A piece of text that people read: a comment, a message, a test's title, Markdown. */
export interface Prose {
  /** Offset of its first character in the file. */
  start: number
  text: string
}

function matchesOf(code: string, pattern: RegExp): Prose[] {
  return [...code.matchAll(pattern)].map((match) => ({ start: match.index, text: match[0] }))
}

/** Blanks out code, so that what is left keeps its offsets. */
function withoutCode(markdown: string): string {
  return markdown.replaceAll(/```[\s\S]*?```|`[^`\n]*`|https?:\S+/g, (code) => code.replaceAll(/[^\n]/g, ' '))
}

const isText = (text: string) => /\S\s+\S/.test(text)

function callsTest(node: SyntaxNode): boolean {
  let callee: unknown = node.callee
  while (isSyntaxNode(callee) && callee.type !== 'Identifier') callee = callee.callee ?? callee.object ?? callee.tag
  return isSyntaxNode(callee) && /^(?:test|it|describe)$/.test(String(callee.name))
}

/** Comments, JSX text and strings of more than one word; of a test's strings only titles and rows of `test.each`. */
function proseOfScript(file: string, code: string): Prose[] {
  const { root, comments } = parseSource(file, code)
  const found = comments.map(({ start, end }) => ({ start, text: code.slice(start, end) }))
  const isTest = /\.(?:test|spec)\.tsx?$/.test(file)
  const addStrings = (top: SyntaxNode) =>
    walkSyntax(top, (node) => {
      const text = node.type === 'JSXText' ? String(node.value) : literalText(node)
      if (text !== undefined && isText(text)) found.push({ start: node.start, text })
    })
  if (!isTest) addStrings(root)
  else {
    walkSyntax(root, (node) => {
      const title = node.type === 'CallExpression' && callsTest(node) ? (node.arguments as unknown[])[0] : undefined
      if (isSyntaxNode(title)) addStrings(title)
    })
  }
  return found
}

/** The texts in a file that people read; none for kinds of files that have no such texts. */
export function proseOf(file: string, code: string): Prose[] {
  if (/\.tsx?$/.test(file)) return proseOfScript(file, code)
  if (file.endsWith('.md')) return [{ start: 0, text: withoutCode(code) }]
  // The values of texts.
  if (file.endsWith('.json')) return matchesOf(code, /(?<=": )".*"/g)
  if (file.endsWith('.css')) return matchesOf(code, /\/\*[\s\S]*?\*\//g)
  if (file.endsWith('.sql')) return matchesOf(code, /--.*/g)
  return matchesOf(code, /^\s*#.*/gm)
}
