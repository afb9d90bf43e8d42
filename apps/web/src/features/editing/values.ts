/** Reads and writes the values of fields, which are those of a sidecar. */

export const titleLanguages = ['ja', 'zh', 'en'] as const
export const staffRoles = ['scenario', 'illustration', 'music', 'other'] as const

export type SeriesValue = { name: string; number?: number | string }

/** A picture of the work, an uploaded one, the provider's, or one that is yet to be uploaded. */
export type CoverValue = { file: number } | { uploaded: string } | { provider: true } | { picture: File }

export function asText(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}

/** Names come as text, or as objects with more than the name. */
export function nameOf(value: unknown): string {
  return typeof value === 'object' && value !== null && 'name' in value ? asText(value.name) : asText(value)
}

export function namesOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(nameOf) : []
}

/** Keeps what else is known of names that stay, such as a tag's other languages. */
export function withNames(before: unknown, names: readonly string[]): unknown[] | null {
  if (names.length === 0) return null
  const known = new Map((Array.isArray(before) ? before : []).map((one: unknown) => [nameOf(one), one]))
  return names.map((name) => known.get(name) ?? name)
}

/** Returns the parts of an object such as titles by language; null: none is left. */
export function withPart(before: unknown, part: string, value: unknown): Record<string, unknown> | null {
  const parts = Object.entries({ ...recordOf(before), [part]: value }).filter(
    ([, one]) => one !== undefined && one !== null && one !== '' && !(Array.isArray(one) && one.length === 0),
  )
  return parts.length === 0 ? null : Object.fromEntries(parts)
}

export function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}

export function coverOf(value: unknown): CoverValue | null {
  const cover = recordOf(value)
  if (cover.picture instanceof File) return { picture: cover.picture }
  if (typeof cover.file === 'number') return { file: cover.file }
  if (typeof cover.uploaded === 'string') return { uploaded: cover.uploaded }
  return cover.provider === true ? { provider: true } : null
}
