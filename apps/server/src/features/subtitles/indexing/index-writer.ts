import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import { sql } from 'kysely'

import type { Database } from '#db/open.ts'

import { blocksOf, textOfBlock } from '../text/blocks.ts'
import { createGramLists } from './gram-lists.ts'
import { forEachGram } from '../text/grams.ts'
import { type Line, packCues, unpackCues } from '../text/packed-cues.ts'
import { addBlocks, chunkOf } from '../text/postings.ts'
import { toSearchable } from '../text/searchable-text.ts'
import { clearIndex, type IndexedText, sweepIndex } from './sweep-index.ts'
import type { WriterTask } from './writer-task.ts'

export type SubtitleText = {
  fileId: number
  fingerprint: string
  mtimeMs: number
  workSignature: string | null
  durationSeconds: number
  audioFileId: number | null
  /** null: it cannot be read. */
  cues: readonly Line[] | null
  problem: string | null
}

/** Another process has begun to write the index. */
export class WriterReplaced extends Error {
  constructor() {
    super('Another process writes the index of subtitles now')
    this.name = 'WriterReplaced'
  }
}

/** Gathered in memory at most, some 16 bytes each. */
const MAX_POSTINGS = 4_000_000
/** Grams written in one transaction, which takes some milliseconds; SQLite lets others write in between only. */
const GRAMS_AT_ONCE = 500
/** The pause after a transaction, in parts of the time that it took. */
const PAUSE_SHARE = 0.5
const FILES_AT_ONCE = 64
/** Another one whenever texts get other grams or are packed in another way. */
const INDEX_VERSION = 2

/**
 * Writes the subtitle index. Texts are stored first, with numbers for their blocks; their grams are gathered and written later,
 * many at once. What a killed process had stored and not yet written is written by the next one: adding existing blocks
 * changes nothing.
 *
 * The latest writer wins: the one before is refused from then on ({@link WriterReplaced}).
 *
 * @param signal  aborted: gathered grams are not written, as if the process were killed
 */
export async function openIndexWriter({ write, dialect }: Database, signal = new AbortController().signal) {
  /** It begins with the version that the index has. */
  let writer = ''
  const lists = createGramLists()
  /** Blocks below are in the lists or written. */
  let gatheredTo = 0

  // What is lost with the machine's power is only indexed again.
  if (dialect === 'sqlite') await sql`pragma synchronous = normal`.execute(write)
  await takeOver()

  /** Becomes the writer. An index of an older version is removed first, and its files are indexed again. */
  async function takeOver(): Promise<void> {
    const ours = `${INDEX_VERSION} ${randomUUID()}`
    writer = await write.transaction().execute(async (tx) => {
      // It begins with a write, as SQLite wants it.
      const index = tx.updateTable('subtitle_index').where('id', '=', 1)
      const { writer: before, next_block } = await index
        .set((set) => ({ version: set.ref('version') }))
        .returning(['writer', 'next_block'])
        .executeTakeFirstOrThrow()
      const isUsable = before.startsWith(`${INDEX_VERSION} `) || next_block === 0
      const name = isUsable ? ours : randomUUID()
      await index.set({ writer: name }).execute()
      return name
    })
    if (writer === ours) return
    await clearIndex({ write, asWriter, signal })
    // Told to stop in the middle of that, it leaves the rest to the next writer.
    if (signal.aborted) return
    await asWriter((tx) =>
      tx
        .updateTable('subtitle_index')
        .set((set) => ({ writer: ours, next_block: 0, indexed_to: 0, version: set('version', '+', 1) }))
        .where('id', '=', 1)
        .execute(),
    )
    writer = ours
  }

  /** Runs a transaction that is undone if this is not the writer any more; it begins with a write, as SQLite wants it. */
  async function asWriter<T>(task: WriterTask<T>): Promise<T> {
    const startedAt = performance.now()
    const result = await write.transaction().execute(async (tx) => {
      const state = await tx
        .updateTable('subtitle_index')
        .set({ writer })
        .where('id', '=', 1)
        .where('writer', '=', writer)
        .returning(['next_block', 'indexed_to'])
        .executeTakeFirst()
      if (!state) throw new WriterReplaced()
      return task(tx, state)
    })
    if (dialect === 'sqlite') await sleep((performance.now() - startedAt) * PAUSE_SHARE)
    return result
  }

  function gather(firstBlock: number, cues: readonly Line[]): void {
    const searchable = cues.map(({ text }) => toSearchable(text))
    for (const [index, block] of blocksOf(lengthsOf(cues)).entries()) {
      forEachGram(textOfBlock(block, searchable), (gram) => lists.add(gram, firstBlock + index))
    }
  }

  async function store(texts: readonly SubtitleText[]): Promise<void> {
    const blockCounts = texts.map(({ cues }) => (cues ? blocksOf(lengthsOf(cues)).length : 0))
    const packed = texts.map(({ cues }) => (cues ? packCues(cues) : null))
    const firstBlock = await asWriter(async (tx, { next_block }) => {
      let next = next_block
      const rows = texts.map((text, index) => {
        const count = blockCounts[index]!
        const first = count > 0 ? next : null
        next += count
        return {
          file_id: text.fileId,
          fingerprint: text.fingerprint,
          mtime_ms: text.mtimeMs,
          work_signature: text.workSignature,
          duration_seconds: text.durationSeconds,
          audio_file_id: text.audioFileId,
          first_block: first,
          block_count: count,
          cues: packed[index]!,
          problem: text.problem,
        }
      })
      // A file may have been removed for good since it was read.
      const ids = texts.map(({ fileId }) => fileId)
      const existing = await tx.selectFrom('file').select('id').where('id', 'in', ids).execute()
      const isThere = new Set(existing.map(({ id }) => id))
      const stored = rows.filter(({ file_id }) => isThere.has(file_id))
      await tx.deleteFrom('subtitle_text').where('file_id', 'in', ids).execute()
      if (stored.length > 0) await tx.insertInto('subtitle_text').values(stored).execute()
      await tx
        .updateTable('subtitle_index')
        .set((set) => ({ next_block: next, version: set('version', '+', 1) }))
        .execute()
      return next_block
    })
    let first = firstBlock
    for (const [index, { cues }] of texts.entries()) {
      if (cues) gather(first, cues)
      first += blockCounts[index]!
    }
    gatheredTo = first
    if (lists.size() > MAX_POSTINGS) await flush()
  }

  /** Writes what was gathered, which is found from then on. When stopped, it leaves the rest to the next writer. */
  async function flush(): Promise<void> {
    let some: { gram: number; blocks: number[] }[] = []
    for (const entry of lists.entries()) {
      if (signal.aborted) return
      some.push(entry)
      if (some.length < GRAMS_AT_ONCE) continue
      await writePostings(some)
      some = []
    }
    if (some.length > 0) await writePostings(some)
    if (signal.aborted) return
    lists.clear()
    await asWriter(async (tx, { indexed_to }) => {
      if (gatheredTo <= indexed_to) return
      await tx
        .updateTable('subtitle_index')
        .set((set) => ({ indexed_to: gatheredTo, version: set('version', '+', 1) }))
        .execute()
    })
  }

  function writePostings(entries: readonly { gram: number; blocks: number[] }[]): Promise<void> {
    return asWriter(async (tx, { indexed_to }) => {
      // Only the chunk that was begun before has rows already, but what a killed process wrote may be in any from there on.
      const known = await tx
        .selectFrom('subtitle_postings')
        .selectAll()
        .where(
          'gram',
          'in',
          entries.map(({ gram }) => gram),
        )
        .where('chunk', '>=', chunkOf(indexed_to))
        .execute()
      const knownByKey = new Map(known.map((row) => [`${row.gram} ${row.chunk}`, row]))
      const rows = entries.flatMap(({ gram, blocks }) => {
        return inChunks(blocks).map(({ chunk, part }) => {
          const before = knownByKey.get(`${gram} ${chunk}`)
          const merged = addBlocks(before ? { blocks: before.blocks, lastBlock: before.last_block } : null, part)
          return { gram, chunk, last_block: merged.lastBlock, blocks: merged.blocks }
        })
      })
      await tx
        .insertInto('subtitle_postings')
        .values(rows)
        .onConflict((conflict) =>
          conflict.columns(['gram', 'chunk']).doUpdateSet((set) => ({
            last_block: set.ref('excluded.last_block'),
            blocks: set.ref('excluded.blocks'),
          })),
        )
        .execute()
    })
  }

  /** Gathers what is stored from a block on. */
  async function gatherStored(from: number): Promise<void> {
    for (let after = from - 1; !signal.aborted;) {
      const texts = await write
        .selectFrom('subtitle_text')
        .select(['first_block', 'cues'])
        .where('first_block', '>', after)
        .orderBy('first_block')
        .limit(FILES_AT_ONCE)
        .execute()
      for (const { first_block, cues } of texts) if (first_block !== null && cues) gather(first_block, unpackCues(cues))
      if (texts.length < FILES_AT_ONCE) return
      after = texts.at(-1)!.first_block!
      if (lists.size() > MAX_POSTINGS) await flushStored(after)
    }
  }

  /** Writes what was gathered of stored texts, up to the one that begins with this block. */
  async function flushStored(firstBlock: number): Promise<void> {
    gatheredTo = firstBlock
    await flush()
  }

  /** Writes the grams of texts under new, unused numbers. */
  async function indexMoved(texts: readonly IndexedText[]): Promise<number> {
    await flush()
    const count = texts.reduce((sum, { block_count }) => sum + block_count, 0)
    const first = await asWriter(async (tx, { next_block }) => {
      await tx
        .updateTable('subtitle_index')
        .set({ next_block: next_block + count })
        .execute()
      return next_block
    })
    let next = first
    for (const { file_id, block_count } of texts) {
      const text = await write
        .selectFrom('subtitle_text')
        .select('cues')
        .where('file_id', '=', file_id)
        .executeTakeFirst()
      if (text?.cues) gather(next, unpackCues(text.cues))
      next += block_count
    }
    gatheredTo = next
    await flush()
    return first
  }

  const { next_block, indexed_to } = await asWriter((_, state) => Promise.resolve(state))
  await gatherStored(indexed_to)
  gatheredTo = next_block
  if (next_block > indexed_to) await flush()

  return {
    /** Stores files, which must be there; what was known of them is replaced. It is found after the next flush. */
    store,
    flush,

    /** Notes what has changed about files that are as they were. Results are others only where the audio is another one. */
    async rematch(files: readonly { fileId: number; workSignature: string | null; audioFileId: number | null }[]) {
      await asWriter(async (tx) => {
        let isOther = false
        for (const { fileId, workSignature, audioFileId } of files) {
          const text = tx.updateTable('subtitle_text').where('file_id', '=', fileId)
          const moved = await text
            .set({ audio_file_id: audioFileId })
            .where('audio_file_id', 'is distinct from', audioFileId)
            .returning('file_id')
            .executeTakeFirst()
          isOther ||= moved !== undefined
          await text.set({ work_signature: workSignature }).execute()
        }
        if (!isOther) return
        await tx
          .updateTable('subtitle_index')
          .set((set) => ({ version: set('version', '+', 1) }))
          .execute()
      })
    },

    /** Takes out what files have left behind that changed or are gone: see {@link sweepIndex}. */
    sweep: () => sweepIndex({ write, asWriter, index: indexMoved, signal }),
  }
}

function lengthsOf(cues: readonly Line[]): number[] {
  return cues.map(({ text }) => text.length)
}

function inChunks(blocks: readonly number[]): { chunk: number; part: number[] }[] {
  const parts: { chunk: number; part: number[] }[] = []
  for (const block of blocks) {
    const chunk = chunkOf(block)
    const last = parts.at(-1)
    if (last?.chunk === chunk) last.part.push(block)
    else parts.push({ chunk, part: [block] })
  }
  return parts
}
