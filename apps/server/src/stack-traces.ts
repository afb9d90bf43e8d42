/**
 * Makes stack traces of the bundle name the sources. Node's `--enable-source-maps` does the same, but keeps all maps in the
 * memory of every thread (40 MB) for errors that rarely come; here they are read when a trace is.
 */
import { existsSync, readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { fileURLToPath } from 'node:url'

/** How long maps are kept after a trace. */
const KEPT_MS = 10_000

const folder = new URL('.', import.meta.url).href
const maps = new Map<string, SourceMap | null>()

Error.prepareStackTrace = (error, sites) => {
  const lines = [headline(error), ...sites.map((site) => `    at ${sourceOf(site)}`)]
  return lines.join('\n')
}

/** As Node writes it: the errors of Node's own functions with their codes. */
function headline(error: Error): string {
  const { code } = error as NodeJS.ErrnoException
  const text = Error.prototype.toString.call(error)
  const isNodes = typeof code === 'string' && code.startsWith('ERR_') && text.startsWith(`${error.name}:`)
  return isNodes ? `${error.name} [${code}]${text.slice(error.name.length)}` : text
}

function sourceOf(site: NodeJS.CallSite): string {
  // oxlint-disable-next-line typescript/no-base-to-string -- V8 defines it, the types do not
  const text = site.toString()
  const url = site.getFileName() ?? ''
  const [line, column] = [site.getLineNumber(), site.getColumnNumber()]
  if (!url.startsWith(folder) || line === null || column === null) return text
  const entry = mapOf(url)?.findEntry(line - 1, column - 1)
  if (!entry || !('originalSource' in entry)) return text
  const source = fileURLToPath(new URL(entry.originalSource, url))
  return text.replace(`${url}:${line}:${column}`, `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`)
}

function mapOf(url: string): SourceMap | null {
  if (maps.size === 0) setTimeout(() => maps.clear(), KEPT_MS).unref()
  const known = maps.get(url)
  if (known !== undefined) return known
  const file = fileURLToPath(`${url}.map`)
  const map = existsSync(file) ? new SourceMap(JSON.parse(readFileSync(file, 'utf8'))) : null
  maps.set(url, map)
  return map
}
