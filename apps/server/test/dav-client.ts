import { request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { text as readText } from 'node:stream/consumers'

import { JSDOM, type XmlNode } from 'jsdom'

type DavProps = Record<string, string>
type DavResponse = { href: string; found: DavProps; missing: string[] }
type DavAnswer = { status: number; headers: IncomingHttpHeaders; body: string }

type Login = { name: string; secret: string }
type Ask = { method?: string; headers?: Record<string, string>; body?: string | Uint8Array }

const DAV = 'DAV:'
const xml = new new JSDOM('').window.DOMParser()

const basic = ({ name, secret }: Login) => `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`

/** A client that fails on any answer that RFC 4918 does not allow. */
export function createDavClient(url: string, login: Login | null = null) {
  const { port, pathname: base } = new URL(url)

  /** Sends the path as it is written: nothing is normalised on the way. */
  function send(path: string, { method = 'GET', headers = {}, body }: Ask = {}): Promise<DavAnswer> {
    const { promise, resolve, reject } = Promise.withResolvers<DavAnswer>()
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
    const all = { ...(login !== null && { authorization: basic(login) }), ...length, ...headers }
    const options = { host: '127.0.0.1', port, path, method, headers: all, agent: false }
    const request = httpRequest(options, (response) => {
      readText(response).then(
        (received) => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: received }),
        reject,
      )
    })
    // A server may answer and close before all is sent.
    request.on('error', reject)
    request.end(body)
    return promise
  }

  async function propfind(href: string, depth: string, body = ''): Promise<DavResponse[]> {
    const answer = await send(href, { method: 'PROPFIND', headers: { depth }, body })
    if (answer.status !== 207) throw new Error(`PROPFIND ${href} answered ${answer.status} ${answer.body}`)
    if (answer.headers['content-type'] !== 'application/xml; charset=utf-8') throw new Error('not sent as XML')
    return readMultistatus(answer.body)
  }

  /** The names in a folder; those of folders end with a slash. */
  async function list(href: string): Promise<string[]> {
    const [own, ...members] = await propfind(href, '1')
    return members.map((member) => {
      if (!member.href.startsWith(own!.href)) throw new Error(`${member.href} is not below ${own!.href}`)
      return decodeURIComponent(member.href.slice(own!.href.length))
    })
  }

  return {
    /** Of the root, and of a path with plain names. */
    href: (...names: string[]) => [`${base.replace(/\/$/, '')}/dav`, ...names.map(encodeURIComponent)].join('/'),
    send,
    propfind,
    list,
  }
}

/** @throws {Error} it is not well-formed, or not built as RFC 4918 says */
function readMultistatus(text: string): DavResponse[] {
  const document = xml.parseFromString(text, 'application/xml')
  const root = only(document.children, 'multistatus')
  return [...root.children].map((response) => {
    const [href, ...propstats] = sequence(response, 'response', ['href'], 'propstat')
    if (propstats.length === 0) throw new Error('a response without a status')
    const found: DavProps = {}
    const missing: string[] = []
    for (const propstat of propstats) {
      const [prop, status] = sequence(propstat, 'propstat', ['prop', 'status'])
      const code = /^HTTP\/1\.1 (200 OK|404 Not Found)$/.exec(status!.textContent ?? '')?.[1]
      if (code === undefined) throw new Error(`the status ${status!.textContent}`)
      for (const property of prop!.children) {
        const { namespaceURI, localName, innerHTML } = property
        const name = namespaceURI === DAV ? localName : `{${namespaceURI ?? ''}}${localName}`
        if (name in found || missing.includes(name)) throw new Error(`${name} is answered twice`)
        if (code.startsWith('404')) missing.push(name)
        else found[name] = [...property.children][0]?.localName ?? unescaped(innerHTML)
      }
    }
    return { href: href!.textContent ?? '', found, missing }
  })
}

function unescaped(markup: string): string {
  return markup.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
}

function only(elements: XmlNode['children'], name: string): XmlNode {
  const [element] = [...elements]
  if (elements.length !== 1 || element?.namespaceURI !== DAV || element.localName !== name) {
    throw new Error(`no ${name}: ${element?.outerHTML.slice(0, 500) ?? ''}`)
  }
  return element
}

/** Children of these names, and then any number of one more. */
function sequence(element: XmlNode, own: string, names: readonly string[], more?: string): XmlNode[] {
  if (element.localName !== own) throw new Error(`${element.localName} in place of ${own}`)
  const children = [...element.children]
  for (const [at, child] of children.entries()) {
    const expected = names[at] ?? more
    if (child.namespaceURI !== DAV || child.localName !== expected) throw new Error(`${child.localName} in ${own}`)
  }
  if (children.length < names.length) throw new Error(`${own} is not complete`)
  return children
}
