import type { Catalogue } from './catalogue.ts'

// Every namespace of the language, as one chunk.
const files = import.meta.glob<Record<string, unknown>>('./zh-CN/*.json', { eager: true, import: 'default' })

export const catalogue: Catalogue = Object.fromEntries(
  Object.entries(files).map(([path, texts]) => [path.slice('./zh-CN/'.length, -'.json'.length), texts]),
)
