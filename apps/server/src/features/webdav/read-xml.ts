/** An element's name with its namespace, and its place: 1 is the root. */
export type XmlElement = { namespace: string; name: string; depth: number }

/** Thrown for what is no well-formed XML, or has what no client of ours sends. */
export class BadXml extends Error {}

const MAX_DEPTH = 8

const NAME = String.raw`[\p{L}_][\p{L}\p{N}\p{M}._-]*`
const QNAME = `(?:${NAME}:)?${NAME}`
const TEXT = String.raw`[^<&]|&(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-fA-F]{1,6});`
const ATTRIBUTE = String.raw`\s+(${QNAME})\s*=\s*("(?:${TEXT.replace('[^<&]', '[^<&"]')})*"|'(?:${TEXT.replace('[^<&]', "[^<&']")})*')`
const DECLARATION = /^\ufeff?<\?xml\s[^<>?]*\?>/
/** Each token begins with another character than the one before may end with, so the time is linear. */
const TOKEN = new RegExp(
  [
    `(?<close></(?<closed>${QNAME})\\s*>)`,
    `(?<open><(?<opened>${QNAME})(?<attributes>(?:${ATTRIBUTE})*)\\s*(?<empty>/?)>)`,
    `(?<comment><!--(?:(?!--)[^])*-->)`,
    `(?<data><!\\[CDATA\\[(?:(?!\\]\\]>)[^])*\\]\\]>)`,
    `(?<text>(?:${TEXT})+)`,
  ].join('|'),
  'uy',
)
/** What XML 1.0 allows in a document. */
const FORBIDDEN = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u

/**
 * Returns the elements of a document in the order in which they begin. Strict: what is not well-formed is refused, and so is a document
 * type, so that nothing can be declared or expanded.
 *
 * @throws {BadXml}
 */
export function readElements(xml: string): XmlElement[] {
  if (FORBIDDEN.test(xml)) throw new BadXml('a character that XML does not allow')
  const elements: XmlElement[] = []
  const open: { qname: string; namespaces: ReadonlyMap<string, string> }[] = []
  TOKEN.lastIndex = DECLARATION.exec(xml)?.[0].length ?? 0
  while (TOKEN.lastIndex < xml.length) {
    const at = TOKEN.lastIndex
    const groups = TOKEN.exec(xml)?.groups
    if (!groups) throw new BadXml(`not well-formed at ${at}`)
    const { opened, attributes = '', empty, closed, text, data } = groups
    if (opened !== undefined) {
      if (open.length >= MAX_DEPTH) throw new BadXml('too deep')
      if (open.length === 0 && elements.length > 0) throw new BadXml('a second root')
      const namespaces = namespacesOf(attributes, open.at(-1)?.namespaces)
      open.push({ qname: opened, namespaces })
      elements.push({ ...resolved(opened, namespaces), depth: open.length })
    }
    if (closed !== undefined && open.at(-1)?.qname !== closed) throw new BadXml(`</${closed}> closes another element`)
    if (closed !== undefined || empty === '/') open.pop()
    const isOutside = open.length === 0 && ((text ?? '').trim() !== '' || data !== undefined)
    if (isOutside) throw new BadXml('text outside of the root')
  }
  if (open.length > 0 || elements.length === 0) throw new BadXml('cut off')
  return elements
}

function namespacesOf(attributes: string, outer: ReadonlyMap<string, string> | undefined): ReadonlyMap<string, string> {
  if (attributes === '') return outer ?? new Map()
  const namespaces = new Map(outer)
  const seen = new Set<string>()
  for (const [, name = '', quoted = ''] of attributes.matchAll(new RegExp(ATTRIBUTE, 'gu'))) {
    if (seen.has(name)) throw new BadXml(`${name} is given twice`)
    seen.add(name)
    if (name === 'xmlns') namespaces.set('', decoded(quoted.slice(1, -1)))
    else if (name.startsWith('xmlns:')) namespaces.set(name.slice('xmlns:'.length), decoded(quoted.slice(1, -1)))
  }
  return namespaces
}

function resolved(qname: string, namespaces: ReadonlyMap<string, string>): Pick<XmlElement, 'namespace' | 'name'> {
  const colon = qname.indexOf(':')
  const prefix = colon === -1 ? '' : qname.slice(0, colon)
  const namespace = namespaces.get(prefix)
  if (prefix !== '' && !namespace) throw new BadXml(`the prefix ${prefix} has no namespace`)
  return { namespace: namespace ?? '', name: qname.slice(colon + 1) }
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function decoded(text: string): string {
  return text.replaceAll(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (_, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return ENTITIES[name] ?? ''
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    const sign = code <= 0x10ffff ? String.fromCodePoint(code) : '\0'
    if (FORBIDDEN.test(sign)) throw new BadXml('a character that XML does not allow')
    return sign
  })
}
