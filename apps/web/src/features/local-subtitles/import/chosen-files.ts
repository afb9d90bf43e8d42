import { fileFormat } from '@otodana/subtitles'

import { MAX_PATH_CHARACTERS } from './limits.ts'
import type { ZipEntry } from './zip/directory.ts'

export type ChosenFile = { kind: 'subtitle' | 'archive'; path: string; entry: ZipEntry }

/** What of an archive is looked into: subtitles and further archives, but not what systems leave beside them. */
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

/**
 * A path without what would lead anywhere: drives, roots, `..`, and characters that cannot be seen. Of one that is too long
 * the end stays.
 */
export function cleanPath(name: string): string {
  return (
    name
      // oxlint-disable-next-line no-control-regex -- characters that cannot be seen are what it takes out
      .replace(/[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069\ufeff]/g, '')
      // Before what could stand at the beginning then is taken away.
      .slice(-MAX_PATH_CHARACTERS)
      // A drive may stand behind a root, and before another one.
      .replace(/^(?:[\\/]|[a-z]:|\.{1,2}(?=[\\/]|$))+/i, '')
      .split(/[\\/]+/)
      .filter((part) => !/^\.{0,2}$/.test(part))
      .join('/')
  )
}
