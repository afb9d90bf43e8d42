import { Parser } from 'htmlparser2'

/** Thrown for a file that was cut off or is not written well. */
export class BrokenFileError extends Error {}

export type XmlElement = {
  /** In lower case, without namespaces, below the root: `actor/name`. */
  path: string
  attributes: Record<string, string>
  text: string
}

const MAX_DEPTH = 32
const MAX_ELEMENTS = 5_000

/**
 * Reads an XML document's elements in order. Entities other than the five of XML and numeric ones are not replaced: a
 * document type is skipped, so that none can be declared, and nothing outside of the text is read.
 *
 * @returns the root's name and the elements below it; null if it is too deep or has too many
 * @throws {BrokenFileError} an element is not closed
 */
export function readXml(xml: string): { root: string; elements: XmlElement[] } | null {
  const open: { name: string; element: XmlElement }[] = []
  const elements: XmlElement[] = []
  let root: string | null = null
  let isTooLarge = false
  const parser = new Parser(
    {
      onopentag(rawName, attributes) {
        const name = localName(rawName)
        root ??= name
        if (open.length >= MAX_DEPTH || elements.length >= MAX_ELEMENTS) isTooLarge = true
        if (isTooLarge) return parser.pause()
        const path = [...open.slice(1).map((above) => above.name), name].join('/')
        const element = { path, attributes: withLocalNames(attributes), text: '' }
        open.push({ name, element })
        if (open.length > 1) elements.push(element)
      },
      ontext(text) {
        const at = open.at(-1)
        if (at) at.element.text += text
      },
      onclosetag() {
        open.pop()
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  parser.write(xml)
  if (isTooLarge) return null
  const unclosed = open.at(-1)?.name
  parser.end()
  if (root === null) throw new BrokenFileError('contains no element')
  if (unclosed !== undefined) throw new BrokenFileError(`is cut off or damaged: <${unclosed}> is not closed`)
  return { root, elements }
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1).toLowerCase()
}

function withLocalNames(attributes: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(attributes).map(([name, value]) => [localName(name), value]))
}

const BLOCKS = new Set(['br', 'p', 'div', 'li', 'tr', 'h1', 'h2', 'h3', 'h4'])

/** Returns the text of a description that may be HTML. */
export function plainText(text: string): string {
  if (!/<\/?[a-z][^<>]*>|&(?:[a-z]+|#\d+);/i.test(text)) return text
  let plain = ''
  let hidden = 0
  const parser = new Parser({
    onopentagname(name) {
      if (name === 'script' || name === 'style') hidden++
      if (BLOCKS.has(name) && plain !== '') plain += '\n'
    },
    onclosetag(name) {
      if (name === 'script' || name === 'style') hidden--
    },
    ontext(part) {
      if (hidden === 0) plain += part
    },
  })
  parser.end(text)
  const lines = plain.split('\n').map((line) => line.trim())
  return lines.join('\n').replaceAll(/\n{3,}/g, '\n\n')
}
