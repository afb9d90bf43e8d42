import type { Catalogue } from './catalogue.ts'

// Every namespace of the language, as one chunk.
const files = import.meta.glob<Record<string, unknown>>('./ja/*.json', { eager: true, import: 'default' })

export const catalogue: Catalogue = Object.fromEntries(
  Object.entries(files).map(([path, texts]) => [path.slice('./ja/'.length, -'.json'.length), texts]),
)
