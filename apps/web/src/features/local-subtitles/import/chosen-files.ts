import { fileFormat } from '@otodana/subtitles'

import { MAX_PATH_CHARACTERS } from './limits.ts'
import type { ZipEntry } from './zip/directory.ts'

export type ChosenFile = { kind: 'subtitle' | 'archive'; path: string; entry: ZipEntry }

/** Returns the file if it is relevant: a subtitle or an archive, but not a system's metadata file. */
export function choose(entry: ZipEntry): ChosenFile | null {
  const path = cleanPath(entry.name)
  const parts = path.split('/')
  const name = parts.at(-1)!
  // Folders end in a slash.
  if (/[\\/]$/.test(entry.name) || parts.includes('__MACOSX') || /^\._|^\.DS_Store$|^Thumbs\.db$/i.test(name))
    return null
  if (fileFormat(name)) return { kind: 'subtitle', path, entry }
  return /\.zip$/i.test(name) ? { kind: 'archive', path, entry } : null
}

/** Returns a path without drives, roots, `..` and invisible characters. A long path is cut at the start. */
export function cleanPath(name: string): string {
  return (
    name
      // oxlint-disable-next-line no-control-regex -- removes invisible characters
      .replace(/[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069\ufeff]/g, '')
      // Before removing what could then be at the start.
      .slice(-MAX_PATH_CHARACTERS)
      // A drive may follow a root, or precede another one.
      .replace(/^(?:[\\/]|[a-z]:|\.{1,2}(?=[\\/]|$))+/i, '')
      .split(/[\\/]+/)
      .filter((part) => !/^\.{0,2}$/.test(part))
      .join('/')
  )
}
