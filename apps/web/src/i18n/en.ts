import type { Catalogue } from './catalogue.ts'

// Every namespace of the language, as one chunk.
const files = import.meta.glob<Record<string, unknown>>('./en/*.json', { eager: true, import: 'default' })

export const catalogue: Catalogue = Object.fromEntries(
  Object.entries(files).map(([path, texts]) => [path.slice('./en/'.length, -'.json'.length), texts]),
)
