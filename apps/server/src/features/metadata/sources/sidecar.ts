import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'

import { isSidecarName } from '@otodana/contract'
import { type Document, isMap, isNode, isScalar, Lexer, LineCounter, parseDocument, type YAMLError } from 'yaml'

import { type FieldProblem, fieldProblems } from '../fields/issue-text.ts'
import { type SidecarCode, SidecarContent, type WorkMetadata } from '../fields/work-metadata.ts'

export const MAX_SIDECAR_BYTES = 256 * 1024
/** Far more than a valid sidecar needs. */
const MAX_DEPTH = 32
const MAX_TOKENS = 20_000
const MAX_PROBLEMS = 5

export type SidecarResult =
  | { file: string; metadata: WorkMetadata }
  | {
      file: string
      problem: string
      /** Whether it was temporarily unreadable, so that its content is unknown. */
      mustRetry: boolean
    }

/**
 * Reads the metadata file in a work's folder: `otodana.yaml`, `.yml` or `.json`, in any case.
 *
 * @param workDir  the work's folder on disk
 * @param fileNames  the names in that folder
 * @returns null without a sidecar; otherwise its content, or why it is invalid (with lines and fields)
 */
export function readSidecar(workDir: string, fileNames: readonly string[]): SidecarResult | null {
  const { file, problem } = chooseSidecar(fileNames)
  if (file === null) return null
  return problem === null
    ? parseFile(file, () => readSmallFile(join(workDir, file)))
    : { file, problem, mustRetry: false }
}

/**
 * The same for a work that is not on disk.
 *
 * @param readHead  reads at most the first `length` bytes of a file
 * @throws what `readHead` throws
 */
export async function readStoredSidecar(
  fileNames: readonly string[],
  readHead: (file: string, length: number) => Promise<Uint8Array>,
): Promise<SidecarResult | null> {
  const { file, problem } = chooseSidecar(fileNames)
  if (file === null) return null
  if (problem !== null) return { file, problem, mustRetry: false }
  const bytes = await readHead(file, MAX_SIDECAR_BYTES + 1)
  return parseFile(file, () => bytes)
}

/** A field at the start of a line, or of a JSON file's object. */
const MAY_STATE_CODE = /(?:^|[{,\n])\s*["']?code["']?\s*:/

/**
 * Returns the code that a sidecar states; null: none. Sidecars that do not mention a code are not parsed.
 *
 * @returns undefined if it is unreadable or invalid, and so says nothing
 */
export function readSidecarCode(workDir: string, file: string): SidecarCode | null | undefined {
  return codeOf(file, () => readSmallFile(join(workDir, file)))
}

/**
 * The same for a sidecar that is not on disk.
 *
 * @param readHead  reads at most the first `length` bytes of a file
 */
export async function readStoredSidecarCode(
  file: string,
  readHead: (file: string, length: number) => Promise<Uint8Array>,
): Promise<SidecarCode | null | undefined> {
  const bytes = await readHead(file, MAX_SIDECAR_BYTES + 1).catch(() => null)
  return bytes === null ? undefined : codeOf(file, () => bytes)
}

/** The scan that reads the work reports what is wrong with its sidecar. */
function codeOf(file: string, read: () => Uint8Array): SidecarCode | null | undefined {
  try {
    const text = decodeText(read())
    return MAY_STATE_CODE.test(text) ? (parseSidecar(text, isJsonName(file)).code ?? null) : null
  } catch {
    return undefined
  }
}

type Choice = { file: string; problem: string | null } | { file: null; problem: null }

function chooseSidecar(fileNames: readonly string[]): Choice {
  const found = fileNames.filter(isSidecarName).sort()
  const [file] = found
  if (file === undefined) return { file: null, problem: null }
  const hasSeveral = found.length > 1
  return { file, problem: hasSeveral ? `there are ${found.length} sidecars, keep one: ${found.join(', ')}` : null }
}

/** @param read  reads the first bytes, at most one more than allowed */
function parseFile(file: string, read: () => Uint8Array): SidecarResult {
  let isRead = false
  try {
    const bytes = read()
    isRead = true
    return { file, metadata: parseSidecar(decodeText(bytes), isJsonName(file)).metadata }
  } catch (error) {
    if (error instanceof SidecarError) return { file, problem: error.message, mustRetry: false }
    return { file, problem: `cannot be read (${reasonOf(error)})`, mustRetry: !isRead }
  }
}

class SidecarError extends Error {}

function isJsonName(file: string): boolean {
  return file.toLowerCase().endsWith('.json')
}

function reasonOf(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code
  return 'malformed'
}

/** Does not follow links (which may lead out of the library) and never blocks on a pipe. */
function readSmallFile(path: string): Uint8Array {
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)
  let fd: number
  try {
    fd = openSync(path, flags)
  } catch (error) {
    if (reasonOf(error) === 'ELOOP') throw new SidecarError('is a link; put the file itself here')
    throw error
  }
  try {
    if (!fstatSync(fd).isFile()) throw new SidecarError('is not a file')
    const buffer = Buffer.alloc(MAX_SIDECAR_BYTES + 1)
    let length = 0
    for (;;) {
      const read = readSync(fd, buffer, length, buffer.length - length, length)
      length += read
      if (read === 0 || length === buffer.length) break
    }
    return buffer.subarray(0, length)
  } finally {
    closeSync(fd)
  }
}

function decodeText(bytes: Uint8Array): string {
  if (bytes.length > MAX_SIDECAR_BYTES) throw new SidecarError(`is larger than ${MAX_SIDECAR_BYTES / 1024} kB`)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new SidecarError('is not UTF-8 text')
  }
}

/** @throws {SidecarError} with line and field */
function parseSidecar(text: string, isJson: boolean): { metadata: WorkMetadata; code?: SidecarCode | undefined } {
  if (isTooComplex(text)) throw new SidecarError('is nested too deeply or has too many parts')
  const lines = new LineCounter()
  const yaml = parseDocument(text, { version: '1.2', prettyErrors: false, logLevel: 'error', lineCounter: lines })
  const lineAt = (offset: number) => lines.linePos(offset).line
  if (isJson) assertJson(text)
  const [syntax] = yaml.errors
  if (syntax) throw new SidecarError(`line ${lineAt(syntax.pos[0])}: ${shortMessage(syntax)}`)

  let content: unknown
  try {
    content = yaml.toJS({ maxAliasCount: 0 })
  } catch {
    throw new SidecarError('uses aliases (*name), which are not supported')
  }
  const parsed = SidecarContent.safeParse(withoutNulls(content ?? {}))
  if (parsed.success) {
    const { code, ...metadata } = parsed.data
    return { metadata, code }
  }
  const problems = fieldProblems(parsed.error)
  const shown = problems.slice(0, MAX_PROBLEMS).map((problem) => describe(problem, yaml, lineAt))
  if (problems.length > MAX_PROBLEMS) shown.push(`and ${problems.length - MAX_PROBLEMS} more`)
  throw new SidecarError(shown.join('; '))
}

/**
 * The YAML parser recurses, and takes quadratic time in nesting and number of keys: a page of brackets would block it
 * for minutes. Its lexer does neither, and shows both in advance.
 */
function isTooComplex(text: string): boolean {
  let tokens = 0
  let depth = 0
  let nestedInLine = 0
  for (const token of new Lexer().lex(text)) {
    if (++tokens > MAX_TOKENS) return true
    if (token === '[' || token === '{') depth++
    else if (token === ']' || token === '}') depth = Math.max(0, depth - 1)
    else if (token === '\n') nestedInLine = 0
    // "- - - a" opens three lists in one line; inside brackets these signs open nothing.
    else if (depth === 0 && (token === '-' || token === '?' || token === ':')) nestedInLine++
    if (depth > MAX_DEPTH || nestedInLine > MAX_DEPTH) return true
  }
  return false
}

function assertJson(text: string): void {
  try {
    JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    const message = error instanceof Error ? error.message : ''
    const line = /line (\d+)/.exec(message)?.[1]
    throw new SidecarError(`${line ? `line ${line}: ` : ''}is not JSON`)
  }
}

/** Returns the first sentence of the parser's message, without an excerpt. */
function shortMessage({ code, message }: YAMLError): string {
  // The parser's message is for programmers.
  if (code === 'MULTIPLE_DOCS') return 'a second document begins here; keep one'
  return message.split('\n')[0]!.slice(0, 200)
}

/** Treats a key without a value (`circle:`) as omitted. */
export function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (value instanceof Date) return value.toISOString().slice(0, 10)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, inner]) => inner !== null)
      .map(([key, inner]) => [key, withoutNulls(inner)]),
  )
}

function describe({ path, field, message }: FieldProblem, yaml: Document, lineAt: (offset: number) => number): string {
  const offset = offsetOf(yaml, path, message)
  const place = offset === null ? '' : `line ${lineAt(offset)}, `
  return field ? `${place}${field}: ${message}` : `${place.replace(/, $/, ': ')}${message}`
}

/** Returns the position of a field, or of the nearest enclosing node that has one. */
function offsetOf(yaml: Document, path: PropertyKey[], message: string): number | null {
  const unknown = /^unknown field "((?:[^"\\]|\\.)*)"/.exec(message)?.[1]
  for (let length = path.length; length >= 0; length--) {
    const node = length === 0 ? yaml.contents : yaml.getIn(path.slice(0, length), true)
    if (!isNode(node)) continue
    if (unknown !== undefined && isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === unknown)
      if (isScalar(pair?.key) && pair.key.range) return pair.key.range[0]
    }
    return node.range?.[0] ?? null
  }
  return null
}
