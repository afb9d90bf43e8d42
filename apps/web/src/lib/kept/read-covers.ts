import type { KeptCover, KeptDatabase } from './schema.ts'
import { presentOwners } from './visitor.ts'

const PATH = /\/api\/cover\/(\d{1,15})(?:\.jpg)?$/

/** Returns the cover of a kept work for the address of any of its sizes, if the present visitor may have it. */
export async function findKeptCover(db: KeptDatabase, { pathname, searchParams }: URL): Promise<Blob | undefined> {
  const workId = Number(PATH.exec(pathname)?.[1] ?? NaN)
  if (Number.isNaN(workId)) return undefined
  const isSmall = ['240x240', 'sam', 'thumbnail'].includes(searchParams.get('type') ?? '')
  const sizes: KeptCover['size'][] = isSmall ? ['240x240', 'main'] : ['main', '240x240']
  for (const owner of await presentOwners(db)) {
    for (const size of sizes) {
      const cover = await db.get('covers', [owner, workId, size])
      if (cover) return new Blob([cover.bytes], { type: cover.contentType })
    }
  }
  return undefined
}
