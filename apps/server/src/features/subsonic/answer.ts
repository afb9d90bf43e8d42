import { escapeXml } from '#http/sending/xml.ts'

import { VERSION } from '../../version.ts'

import { SubsonicError } from './subsonic-error.ts'

/** The version of the protocol; OpenSubsonic added to it without changing its number. */
const PROTOCOL_VERSION = '1.16.1'

type Value = string | number | boolean | undefined
/** An element: values are attributes, objects and arrays are elements below it, and `value` is its text. */
export type Element = { [name: string]: Value | Element | readonly (Value | Element)[] }

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
    return `<?xml version="1.0" encoding="UTF-8"?>\n${toXml('subsonic-response', attributes)}`
  }
  const json = JSON.stringify({ 'subsonic-response': response })
  return format.kind === 'json' ? json : `/**/${format.callback}(${json});`
}

function toXml(name: string, element: Element): string {
  let attributes = ''
  let content = ''
  // Plain objects; lists of their entries took half of the time.
  for (const key in element) {
    const value = element[key]
    if (value === undefined) continue
    if (typeof value === 'object') {
      if (Array.isArray(value)) for (const item of value) content += itemToXml(key, item as Value | Element)
      else content += toXml(key, value as Element)
    } else if (key === 'value') content += textOf(value)
    else if (TEXTS.has(key)) content += itemToXml(key, value)
    else attributes += ` ${key}="${textOf(value)}"`
  }
  return content === '' ? `<${name}${attributes}/>` : `<${name}${attributes}>${content}</${name}>`
}

function itemToXml(name: string, item: Value | Element): string {
  if (item === undefined) return ''
  return typeof item === 'object' ? toXml(name, item) : `<${name}>${textOf(item)}</${name}>`
}

function textOf(value: Exclude<Value, undefined>): string {
  return typeof value === 'string' ? escapeXml(value) : String(value)
}
