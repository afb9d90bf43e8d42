import { type AccountExport, MAX_EXPORT_BYTES, splitExport } from '@otodana/contract'

/** Its text must fit into one string, which has at most 2^29 − 24 (536,870,888) units in Chromium. */
const MAX_FILE_BYTES = 500_000_000

export type Unreadable = 'notExport' | 'tooLarge'

/** Reads what can be imported of a member's export, in parts that the server takes. The server checks the values. */
export async function readExport(file: Blob): Promise<AccountExport[] | Unreadable> {
  if (file.size > MAX_FILE_BYTES) return 'tooLarge'
  const all = parse(await file.text())
  if (!isExport(all)) return 'notExport'
  const { reviews = [], places = [], history = [], playlists: { own = [], liked = [] } = {}, tagVotes = [] } = all
  const data = { reviews, places, history, playlists: { own, liked }, tagVotes }
  const isWellFormed = [reviews, places, history, own, liked, tagVotes].every((list) => Array.isArray(list))
  // The server names the field that is not a list.
  const parts = isWellFormed ? splitExport(data) : [data]
  const isTooLarge = parts.some((part) => new Blob([JSON.stringify(part)]).size > MAX_EXPORT_BYTES)
  return isTooLarge ? 'tooLarge' : parts
}

/** Returns the field of the file that the server has refused, if it is that. */
export function refusedField(message: string): string | undefined {
  return /^data\.([\w.]+): /.exec(message)?.[1]
}

type Given = Partial<Omit<AccountExport, 'playlists'>> & { playlists?: Partial<AccountExport['playlists']> }

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isExport(value: unknown): value is Given {
  return typeof value === 'object' && value !== null && 'account' in value
}
