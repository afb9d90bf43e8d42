import type { Db } from '#db/open.ts'

import { BLOCKS_IN_A_CHUNK, chunkOf } from '../text/postings.ts'
import type { AsWriter } from './writer-task.ts'

export type IndexedText = { file_id: number; first_block: number | null; block_count: number }

type Measure = { lowest: number; next: number; living: number; dead: number }

/** The greatest chunk number that fits into the database. */
const ALL_CHUNKS = 0x7fffffff

type SweepDeps = {
  write: Db
  asWriter: AsWriter
  /** Writes the grams of texts under new consecutive block numbers, and returns the first. */
  index: (texts: readonly IndexedText[]) => Promise<number>
  signal: AbortSignal
}

type RemoveDeps = Pick<SweepDeps, 'write' | 'asWriter' | 'signal'>

/** With fewer dead blocks nothing is done. */
const MIN_DEAD_BLOCKS = BLOCKS_IN_A_CHUNK
/** A sweep starts when there are more dead blocks than live ones, and ends when there are this many times fewer. */
const ENOUGH = 4
/** Blocks, or files, whose grams are collected and written together: about 4,000,000 postings. */
const BLOCKS_AT_ONCE = 20_000
const FILES_AT_ONCE = 1_000
/** Files that are renumbered in one transaction. */
const MOVED_AT_ONCE = 64
const GRAMS_AT_ONCE = 500

/**
 * Removes blocks of changed and deleted files once they outnumber the others: files with the lowest numbers get new
 * ones after all others, until few dead blocks remain between the lowest and the highest.
 *
 * Searches stay complete: a file's grams are written under its new numbers before it gets them, and those under the old
 * ones remain until the next sweep, when no file list contains them. Can be stopped at any time.
 */
export async function sweepIndex({ write, asWriter, index, signal }: SweepDeps): Promise<void> {
  const before = await measure()
  await removeChunksBefore(chunkOf(before.lowest), { write, asWriter, signal })
  if (before.dead <= Math.max(MIN_DEAD_BLOCKS, before.living)) return
  for (let now = before; now.dead > enoughFor(now.living); now = await measure()) {
    const files = toMove(await lowestFiles(before.next), now)
    if (files.length === 0 || signal.aborted) return
    let first = await index(files)
    for (let start = 0; start < files.length; start += MOVED_AT_ONCE) {
      // If stopped, some grams may not have been written.
      if (signal.aborted) return
      const some = files.slice(start, start + MOVED_AT_ONCE)
      const moved = some.map(({ file_id, block_count }) => {
        const place = { fileId: file_id, first }
        first += block_count
        return place
      })
      await move(moved)
    }
  }

  function lowestFiles(before: number): Promise<IndexedText[]> {
    return write
      .selectFrom('subtitle_text')
      .select(['file_id', 'first_block', 'block_count'])
      .where('first_block', '<', before)
      .orderBy('first_block')
      .limit(FILES_AT_ONCE)
      .execute()
  }

  /** Measures the blocks between a file's lowest number and the next free one. */
  async function measure(): Promise<Measure> {
    const { lowest, living } = await write
      .selectFrom('subtitle_text')
      .select((select) => [
        select.fn.min<number | null>('first_block').as('lowest'),
        select.fn.sum<number | null>('block_count').as('living'),
      ])
      .executeTakeFirstOrThrow()
    const { next_block: next } = await asWriter((_, state) => Promise.resolve(state))
    const blocks = Number(living ?? 0)
    return { lowest: lowest ?? next, next, living: blocks, dead: next - (lowest ?? next) - blocks }
  }

  function move(files: readonly { fileId: number; first: number }[]): Promise<void> {
    return asWriter(async (tx) => {
      for (const { fileId, first } of files) {
        await tx.updateTable('subtitle_text').set({ first_block: first }).where('file_id', '=', fileId).execute()
      }
      await tx
        .updateTable('subtitle_index')
        .set((set) => ({ version: set('version', '+', 1) }))
        .execute()
    })
  }
}

/** Removes the whole index and its texts, in transactions of some milliseconds. Can be stopped at any time. */
export async function clearIndex({ write, asWriter, signal }: RemoveDeps): Promise<void> {
  while (!signal.aborted) {
    const files = await write.selectFrom('subtitle_text').select('file_id').limit(MOVED_AT_ONCE).execute()
    if (files.length === 0) break
    const ids = files.map(({ file_id }) => file_id)
    await asWriter((tx) => tx.deleteFrom('subtitle_text').where('file_id', 'in', ids).execute())
  }
  await removeChunksBefore(ALL_CHUNKS, { write, asWriter, signal })
}

/** Removes all data of blocks before a chunk, in transactions of some milliseconds. */
async function removeChunksBefore(chunk: number, { write, asWriter, signal }: RemoveDeps): Promise<void> {
  for (let after = -1; !signal.aborted;) {
    const grams = await write
      .selectFrom('subtitle_postings')
      .select('gram')
      .distinct()
      .where('gram', '>', after)
      .orderBy('gram')
      .limit(GRAMS_AT_ONCE)
      .execute()
    if (grams.length === 0) return
    const last = grams.at(-1)!.gram
    await asWriter((tx) =>
      tx
        .deleteFrom('subtitle_postings')
        .where('gram', '>', after)
        .where('gram', '<=', last)
        .where('chunk', '<', chunk)
        .execute(),
    )
    after = last
  }
}

function enoughFor(living: number): number {
  return Math.max(MIN_DEAD_BLOCKS, living / ENOUGH)
}

/** Returns the lowest files to move, so that few enough dead blocks remain, but not too many at once. */
function toMove(files: readonly IndexedText[], { lowest, living, dead }: Measure): readonly IndexedText[] {
  let blocks = 0
  const end = files.findIndex(({ first_block, block_count }) => {
    const passed = (first_block ?? lowest) - lowest - blocks
    const isTooMuch = blocks > 0 && blocks + block_count > BLOCKS_AT_ONCE
    blocks += block_count
    return isTooMuch || dead - passed <= enoughFor(living)
  })
  return end === -1 ? files : files.slice(0, end)
}
