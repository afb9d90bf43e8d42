import { escapeXml } from '#http/sending/xml.ts'

import { DAV, type Propfind, type PropertyName } from './propfind.ts'
import type { Entry } from './tree.ts'

/** Resources of an answer that are sent at once. */
const AT_ONCE = 100

const HEAD = '<?xml version="1.0" encoding="utf-8"?>\n<D:multistatus xmlns:D="DAV:">'
const FOOT = '</D:multistatus>\n'

/** The values of the properties that a resource may have; undefined: it does not have this one. */
const properties: Record<string, (entry: Entry) => string | undefined> = {
  displayname: ({ name }) => escapeXml(name),
  resourcetype: ({ file }) => (file === null ? '<D:collection/>' : ''),
  getlastmodified: ({ modifiedMs }) => new Date(modifiedMs).toUTCString(),
  getcontentlength: ({ file }) => file?.sizeBytes.toString(),
  getcontenttype: ({ file }) => (file === null ? undefined : escapeXml(file.contentType)),
  getetag: ({ file }) => (file === null ? undefined : escapeXml(file.etag)),
  // Of a server without locks.
  supportedlock: () => '',
}

/** A resource at its address, which is escaped for a URL. */
export type Located = { href: string; entry: Entry }

/** Returns a multistatus answer in pieces, so that a folder of thousands is not one text. */
export function* multistatus(located: Iterable<Located>, asked: Propfind): Generator<string> {
  const propsOf = createProps(asked)
  let piece = HEAD
  let count = 0
  for (const { href, entry } of located) {
    piece += `<D:response><D:href>${escapeXml(href)}</D:href>${propsOf(entry)}</D:response>`
    if (++count % AT_ONCE !== 0) continue
    yield piece
    piece = ''
  }
  yield piece + FOOT
}

/** Returns how a resource answers what is asked. */
function createProps(asked: Propfind): (entry: Entry) => string {
  if (asked.kind !== 'prop') {
    const isNames = asked.kind === 'propname'
    return (entry) => {
      const found = Object.entries(properties).flatMap(([name, valueOf]) => {
        const value = valueOf(entry)
        return value === undefined ? [] : element(name, isNames ? '' : value)
      })
      return propstat(found.join(''), '200 OK')
    }
  }
  const known = asked.properties.filter(isKnown)
  const others = asked.properties.filter((property) => !isKnown(property)).map(unknown)
  return (entry) => {
    const found: string[] = []
    const missing = [...others]
    for (const { name } of known) {
      const value = properties[name]!(entry)
      if (value === undefined) missing.push(`<D:${name}/>`)
      else found.push(element(name, value))
    }
    const none = missing.length === 0 ? '' : propstat(missing.join(''), '404 Not Found')
    // A response needs at least one.
    return found.length > 0 || none === '' ? propstat(found.join(''), '200 OK') + none : none
  }
}

function isKnown({ namespace, name }: PropertyName): boolean {
  return namespace === DAV && Object.hasOwn(properties, name)
}

function unknown({ namespace, name }: PropertyName): string {
  return namespace === DAV ? `<D:${name}/>` : `<${name} xmlns="${escapeXml(namespace)}"/>`
}

function element(name: string, value: string): string {
  return value === '' ? `<D:${name}/>` : `<D:${name}>${value}</D:${name}>`
}

function propstat(props: string, status: string): string {
  return `<D:propstat><D:prop>${props}</D:prop><D:status>HTTP/1.1 ${status}</D:status></D:propstat>`
}
