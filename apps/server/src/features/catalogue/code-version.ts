import { hash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/**
 * Returns a short text that changes with the server's code and with Node; null: it runs from its sources. The files of a
 * build are named by their content, all but the entries.
 *
 * @param entry  the program's file
 * @param nodeVersion  of what runs it
 */
export function codeVersion(entry: string, nodeVersion: string): string | null {
  const folder = dirname(entry)
  // Of other programs, such as tests, it says nothing.
  if (basename(entry) !== 'main.js' || !existsSync(join(folder, 'stack-traces.js'))) return null
  const files = readdirSync(folder).filter((name) => name.endsWith('.js'))
  return hash('sha256', [nodeVersion, ...files.toSorted(), readFileSync(entry, 'utf8')].join('\n'))
}
