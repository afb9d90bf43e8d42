import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'

import { parseWorkIdentity } from '@otodana/work-code'

import { fieldProblems } from '../fields/issue-text.ts'
import { withoutNulls } from '../sources/sidecar.ts'
import { ImportLine, WorkMetadata } from '../fields/work-metadata.ts'

const MAX_LINE_BYTES = 256 * 1024
const LINE_FEED = 0x0a

export type LineProblem = {
  /** Counted from 1. */
  line: number
  /** `rating.average`; empty for the whole line. */
  field: string
  message: string
}

export type ImportedLine = {
  workId: number
  code: string
  metadata: WorkMetadata
  /** Fields that the line sets to null. */
  cleared: (keyof WorkMetadata)[]
  problems?: never
}

export type ParsedLine = {
  line: number
  /** Number of bytes read so far. */
  bytesRead: number
} & (ImportedLine | { problems: LineProblem[] })

export class ImportFileError extends Error {}

/**
 * Parses a JSON Lines file with one work per line, holding one line in memory. Skips byte order marks and blank lines.
 *
 * @throws {ImportFileError} the file cannot be opened or read
 */
export async function* parseImportLines(handle: FileHandle): AsyncGenerator<ParsedLine> {
  let number = 0
  for await (const { bytes, bytesRead } of readLines(handle)) {
    number++
    const line = bytes && number === 1 && bytes.subarray(0, 3).toString('latin1') === 'ï»¿' ? bytes.subarray(3) : bytes
    if (line && isBlank(line)) continue
    yield { line: number, bytesRead, ...parseLine(line, number) }
  }
}

/** @throws {ImportFileError} no such file */
export async function openImportFile(path: string): Promise<FileHandle> {
  try {
    const handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
    // The file is read twice: to check everything, then to write.
    if ((await handle.stat()).isFile()) return handle
    await handle.close()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
    throw new ImportFileError(`${path} cannot be read${code}`, { cause: error })
  }
  throw new ImportFileError(`${path} is not a file`)
}

/** `bytes` is null for a line that is too long, whose content is skipped. */
type RawLine = { bytes: Buffer | null; bytesRead: number }

async function* readLines(handle: FileHandle): AsyncGenerator<RawLine> {
  const chunk = Buffer.alloc(256 * 1024)
  let parts: Buffer[] = []
  let length = 0
  let position = 0
  const take = (): Buffer | null => {
    const line = length > MAX_LINE_BYTES ? null : Buffer.concat(parts)
    parts = []
    length = 0
    return line
  }
  for (;;) {
    const { bytesRead } = await handle.read(chunk, 0, chunk.length, position)
    if (bytesRead === 0) break
    let start = 0
    for (let end = chunk.indexOf(LINE_FEED); end !== -1 && end < bytesRead; end = chunk.indexOf(LINE_FEED, start)) {
      length += end - start
      if (length <= MAX_LINE_BYTES) parts.push(chunk.subarray(start, end))
      start = end + 1
      yield { bytes: take(), bytesRead: position + start }
    }
    length += bytesRead - start
    // The chunk's buffer is reused in the next round.
    if (length <= MAX_LINE_BYTES) parts.push(Buffer.from(chunk.subarray(start, bytesRead)))
    else parts = []
    position += bytesRead
  }
  if (length > 0) yield { bytes: take(), bytesRead: position }
}

function isBlank(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 0x20 || byte === 0x0d || byte === 0x09)
}

function parseLine(bytes: Buffer | null, line: number) {
  const failed = (message: string) => ({ problems: [{ line, field: '', message }] })
  if (bytes === null) return failed(`is longer than ${MAX_LINE_BYTES / 1024} kB`)
  let content: unknown
  let hasNulls = true
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    content = JSON.parse(text)
    hasNulls = text.includes('null')
  } catch (error) {
    return failed(error instanceof SyntaxError ? 'is not JSON' : 'is not UTF-8 text')
  }
  let parsed: ReturnType<typeof ImportLine.safeParse>
  const nulls = hasNulls ? nullFields(content) : []
  try {
    const given = hasNulls ? withoutNulls(content) : content
    // A null of an unknown field is a typing mistake, too.
    const unknown = nulls.filter((field) => !isField(field)).map((field) => [field, null])
    parsed = ImportLine.safeParse(unknown.length > 0 ? Object.assign({}, given, Object.fromEntries(unknown)) : given)
  } catch (error) {
    if (error instanceof RangeError) return failed('is nested too deeply')
    throw error
  }
  if (!parsed.success) {
    return { problems: fieldProblems(parsed.error).map(({ field, message }) => ({ line, field, message })) }
  }
  const { code, about: _about, ...metadata } = parsed.data
  return { workId: parseWorkIdentity(code)!.id, code, metadata, cleared: nulls.filter(isField) }
}

function nullFields(content: unknown): string[] {
  if (typeof content !== 'object' || content === null || Array.isArray(content)) return []
  return Object.entries(content).flatMap(([field, value]) => (value === null && field !== 'code' ? [field] : []))
}

function isField(field: string): field is keyof WorkMetadata {
  return Object.hasOwn(WorkMetadata.shape, field)
}
