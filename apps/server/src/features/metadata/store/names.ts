import { createHash } from 'node:crypto'

import { foldName } from '@otodana/keyword'

/** Our namespaces: voice actors and staff keep their ids across libraries and reinstallations. */
const VOICE_ACTORS = Buffer.from('9f4e1b8a5c3d4f0e8a7b2c6d1e0f3a59', 'hex')
const STAFF = Buffer.from('4c0a7d6e91b24f358d5e0b7f2a63c8d1', 'hex')

/** The key that different spellings of a name share: ignores width, case, and spaces as `foldName` does. */
export function nameKey(name: string): string {
  return foldName(name)
}

export function voiceActorId(name: string): string {
  return idOf(VOICE_ACTORS, name)
}

export function staffId(name: string): string {
  return idOf(STAFF, name)
}

/** UUID v5 (RFC 9562) of the folded name. */
function idOf(namespace: Buffer, name: string): string {
  const hash = createHash('sha1').update(namespace).update(nameKey(name), 'utf8').digest()
  hash[6] = (hash[6]! & 0x0f) | 0x50
  hash[8] = (hash[8]! & 0x3f) | 0x80
  const hex = hash.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-')
}

/** Removes duplicates (in any spelling) and names that fold to nothing, keeping the order. */
export function uniqueByName<T>(items: readonly T[], nameOf: (item: T) => string): T[] {
  const seen = new Set([''])
  return items.filter((item) => {
    const key = nameKey(nameOf(item))
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}
