import { escapeXml } from '#http/sending/xml.ts'

import { VERSION } from '../../version.ts'

import { SubsonicError } from './subsonic-error.ts'

/** The version of the protocol; OpenSubsonic added to it without changing its number. */
const PROTOCOL_VERSION = '1.16.1'

type Value = string | number | boolean | undefined
/** An element: values are attributes, objects and arrays are elements below it, and `value` is its text. */
export type Element = { [name: string]: Value | Element | readonly (Value | Element)[] | readonly Extended[] }

/** Fields of several elements, rendered once for all of them. */
export class Shared {
  readonly fields: Element
  #json: string | undefined
  #xml: XmlParts | undefined

  constructor(fields: Element) {
    this.fields = fields
  }

  /** Without the braces. */
  get json(): string {
    return (this.#json ??= fieldsToJson(this.fields))
  }

  get xml(): XmlParts {
    return (this.#xml ??= xmlPartsOf(this.fields))
  }
}

/** An element of a list, with fields of its own and others that it shares; no name is among both. */
export class Extended {
  readonly own: Element
  readonly shared: Shared

  constructor(own: Element, shared: Shared) {
    this.own = own
    this.shared = shared
  }

  /** Without the shared text, for places where {@link toJson} does not look for it. */
  toJSON(): Element {
    return { ...this.own, ...this.shared.fields }
  }
}

export type Format = { kind: 'xml' } | { kind: 'json' } | { kind: 'jsonp'; callback: string }

/** What is not in it could break out of the script. */
const CALLBACK = /^(?=.{1,100}$)[a-z_$][\w$]*(?:\.[a-z_$][\w$]*)*$/i

/** @throws {SubsonicError} a callback that is no name of a function */
export function readFormat(format: string | null, callback: string | null): Format {
  if (format === 'json') return { kind: 'json' }
  if (format !== 'jsonp') return { kind: 'xml' }
  if (callback === null) throw new SubsonicError('missingParameter', 'The parameter "callback" is missing.')
  if (!CALLBACK.test(callback)) throw new SubsonicError('generic', 'The parameter "callback" must name a function.')
  return { kind: 'jsonp', callback }
}

export const contentTypes: Record<Format['kind'], string> = {
  // Some apps tell an error from a file by this type, and do not know `application/xml`.
  xml: 'text/xml; charset=utf-8',
  json: 'application/json; charset=utf-8',
  jsonp: 'text/javascript; charset=utf-8',
}

/** Single values that are elements with text in XML, where other values are attributes. */
const TEXTS: ReadonlySet<string> = new Set(['notes'])

/**
 * @param result  the element of the call’s answer, or its error
 * @param helpUrl  where a member makes an app password, for apps whose login failed
 */
export function render(result: Element | SubsonicError, format: Format, helpUrl?: string): string {
  const head = { type: 'otodana', version: PROTOCOL_VERSION, serverVersion: VERSION, openSubsonic: true }
  const response: Element =
    result instanceof SubsonicError
      ? { status: 'failed', ...head, error: { code: result.code, message: result.message, helpUrl } }
      : { status: 'ok', ...head, ...result }
  if (format.kind === 'xml') {
    const attributes = { xmlns: 'http://subsonic.org/restapi', ...response }
    return `<?xml version="1.0" encoding="UTF-8"?>\n${toXml('subsonic-response', xmlPartsOf(attributes))}`
  }
  const json = toJson({ 'subsonic-response': response })
  return format.kind === 'json' ? json : `/**/${format.callback}(${json});`
}

function toJson(element: Element): string {
  let fields = ''
  for (const key in element) {
    const value = element[key]
    if (value === undefined) continue
    fields += `${fields && ','}${JSON.stringify(key)}:${valueToJson(value)}`
  }
  return `{${fields}}`
}

function valueToJson(value: NonNullable<Element[string]>): string {
  if (!Array.isArray(value)) return typeof value === 'object' ? toJson(value as Element) : JSON.stringify(value)
  if (!(value[0] instanceof Extended)) return JSON.stringify(value)
  let items = ''
  for (const { own, shared } of value as Extended[]) {
    const fields = fieldsToJson(own)
    items += `${items && ','}{${fields}${fields && shared.json && ','}${shared.json}}`
  }
  return `[${items}]`
}

const fieldsToJson = (element: Element) => JSON.stringify(element).slice(1, -1)

type XmlParts = { attributes: string; content: string }

function xmlPartsOf(element: Element): XmlParts {
  let attributes = ''
  let content = ''
  // Plain objects; lists of their entries took half of the time.
  for (const key in element) {
    const value = element[key]
    if (value === undefined) continue
    if (typeof value === 'object') {
      if (Array.isArray(value)) for (const item of value) content += itemToXml(key, item as Value | Element | Extended)
      else content += toXml(key, xmlPartsOf(value as Element))
    } else if (key === 'value') content += textOf(value)
    else if (TEXTS.has(key)) content += itemToXml(key, value)
    else attributes += ` ${key}="${textOf(value)}"`
  }
  return { attributes, content }
}

function toXml(name: string, { attributes, content }: XmlParts): string {
  return content === '' ? `<${name}${attributes}/>` : `<${name}${attributes}>${content}</${name}>`
}

function itemToXml(name: string, item: Value | Element | Extended): string {
  if (item === undefined) return ''
  if (item instanceof Extended) {
    const { attributes, content } = xmlPartsOf(item.own)
    const { xml } = item.shared
    return toXml(name, { attributes: attributes + xml.attributes, content: content + xml.content })
  }
  return typeof item === 'object' ? toXml(name, xmlPartsOf(item)) : `<${name}>${textOf(item)}</${name}>`
}

function textOf(value: Exclude<Value, undefined>): string {
  return typeof value === 'string' ? escapeXml(value) : String(value)
}
