import { type AccountExport, MAX_EXPORT_BYTES } from '@otodana/contract'

/** Listening history, which is not sent, may be the larger part of a file. */
const MAX_FILE_BYTES = 100_000_000

export type Unreadable = 'notExport' | 'tooLarge'

/** Reads what can be imported of a member's export. The server checks the values. */
export async function readExport(file: Blob): Promise<AccountExport | Unreadable> {
  if (file.size > MAX_FILE_BYTES) return 'tooLarge'
  const all = parse(await file.text())
  if (!isExport(all)) return 'notExport'
  const { reviews, places, playlists } = all
  const data = { reviews, places, playlists }
  return new Blob([JSON.stringify({ isDryRun: false, data })]).size > MAX_EXPORT_BYTES ? 'tooLarge' : data
}

/** Returns the field of the file that the server has refused, if it is that. */
export function refusedField(message: string): string | undefined {
  return /^data\.([\w.]+): /.exec(message)?.[1]
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isExport(value: unknown): value is AccountExport {
  return typeof value === 'object' && value !== null && 'account' in value
}
