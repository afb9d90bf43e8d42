import { createElement, type ReactNode } from 'react'

import { parseUrl } from '#lib/navigation/parse-url.ts'

const XHTML = 'http://www.w3.org/1999/xhtml'
/** Limits the output, because another server may be at the address. */
export const MAX_NODES = 2_000
export const MAX_DEPTH = 30

const ALLOWED = new Set(
  (
    'p div ul ol li dl dt dd blockquote pre table caption thead tbody tfoot tr th td b strong i em u s del ins mark q ' +
    'small sub sup code kbd samp abbr cite time span bdi ruby rt rp br hr wbr img a'
  ).split(' '),
)
/** Elements shown as others. Headings are below the screen's own. */
const RENAMED = new Map([
  ['h1', 'h2'],
  ['h2', 'h3'],
  ['h3', 'h4'],
  ['h4', 'h5'],
  ['h5', 'h6'],
  ['h6', 'h6'],
  ['font', 'span'],
  ['center', 'div'],
  ['section', 'div'],
  ['article', 'div'],
  ['header', 'div'],
  ['footer', 'div'],
  ['main', 'div'],
])
const VOID = new Set(['br', 'hr', 'wbr', 'img'])
/** White space between these is not allowed. */
const ROWS = new Set(['table', 'thead', 'tbody', 'tfoot', 'tr'])

type Announcement = {
  nodes: ReactNode
  /** Contains no elements, so line breaks are preserved. */
  isPlain: boolean
  /** Nothing can be shown. */
  isEmpty: boolean
}

/**
 * Sanitises an announcement's HTML, which may come from a foreign server: creates text and elements of an allowlist
 * with a few known attributes. Everything else, such as scripts, styles, forms, frames, media and drawings, is dropped
 * with its content. No HTML is passed on, so no parser can read it differently.
 *
 * @param origin  of the announcement: base of its URLs; images must come from it
 */
export function announcementNodes(html: string, origin: string): Announcement {
  // A document without a window: nothing in it runs or is fetched.
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  let left = MAX_NODES
  let hasContent = false

  function childrenOf(parent: Element, depth: number): ReactNode[] {
    return [...parent.childNodes].map((node, key) => {
      if (left-- <= 0) return null
      if (node.nodeType === Node.TEXT_NODE) return textOf(node, parent)
      return node instanceof Element && node.namespaceURI === XHTML ? elementOf(node, key, depth) : null
    })
  }
  function textOf({ data }: Node & { data?: string }, { localName }: Element): ReactNode {
    const text = data ?? ''
    if (text.trim() === '') return ROWS.has(localName) ? null : text
    hasContent = true
    return text
  }
  function elementOf(element: Element, key: number, depth: number): ReactNode {
    const name = RENAMED.get(element.localName) ?? element.localName
    const isKnown = ALLOWED.has(element.localName) || RENAMED.has(element.localName)
    if (!isKnown || depth >= MAX_DEPTH) return null
    const attributes = name === 'a' ? linkOf(element, origin) : name === 'img' ? pictureOf(element, origin) : {}
    if (attributes === null) return name === 'a' ? createElement('span', { key }, childrenOf(element, depth + 1)) : null
    if (name === 'img') hasContent = true
    const props = { key, ...languageOf(element), ...attributes }
    return VOID.has(name) ? createElement(name, props) : createElement(name, props, childrenOf(element, depth + 1))
  }

  const nodes = childrenOf(body, 0)
  return { nodes, isPlain: body.childElementCount === 0, isEmpty: !hasContent }
}

/** Opens outside of the page without a referrer. Null for an invalid link. */
function linkOf(element: Element, origin: string) {
  const url = parseUrl(element.getAttribute('href'), origin)
  if (url === null || !/^(?:https?|mailto):$/.test(url.protocol)) return null
  return { href: url.href, target: '_blank', rel: 'noopener noreferrer nofollow' }
}

/** From the announcing server, or inline, so that others do not learn who reads it. */
function pictureOf(element: Element, origin: string) {
  const url = parseUrl(element.getAttribute('src'), origin)
  const isHere = url?.origin === origin && /^https?:$/.test(url.protocol)
  const isShown = isHere || /^data:image\/(?:png|jpeg|gif|webp|avif);base64,/i.test(url?.href ?? '')
  return url && isShown
    ? { src: url.href, alt: element.getAttribute('alt') ?? '', referrerPolicy: 'no-referrer' }
    : null
}

function languageOf(element: Element) {
  const [lang, dir] = [element.getAttribute('lang') ?? '', element.getAttribute('dir') ?? '']
  return {
    ...(/^[a-z]{2,3}(?:-[a-z\d]{2,8})*$/i.test(lang) ? { lang } : {}),
    ...(/^(?:ltr|rtl|auto)$/.test(dir) ? { dir } : {}),
  }
}
