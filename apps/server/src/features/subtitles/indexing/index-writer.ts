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
import { storedLanguages, updateLanguages } from './work-languages.ts'
import type { WriterTask } from './writer-task.ts'

export type SubtitleText = {
  fileId: number
  fingerprint: string
  mtimeMs: number
  workSignature: string | null
  durationSeconds: number
  audioFileId: number | null
  /** null: unreadable. */
  cues: readonly Line[] | null
  problem: string | null
}

/** Another process has started to write the index. */
export class WriterReplaced extends Error {
  constructor() {
    super('Another process writes the index of subtitles now')
    this.name = 'WriterReplaced'
  }
}

/** Maximum number in memory, about 16 bytes each. */
const MAX_POSTINGS = 4_000_000
/** Grams written in one transaction, which takes some milliseconds; SQLite lets others write only in between. */
const GRAMS_AT_ONCE = 500
/** The pause after a transaction, as a share of its duration. */
const PAUSE_SHARE = 0.5
const FILES_AT_ONCE = 64
/** Increased when the grams of texts or their packing change. */
const INDEX_VERSION = 2

/**
 * Writes the subtitle index. Texts are stored first, with block numbers; their grams are collected and written later,
 * many at once. If a process is killed in between, the next one writes them: adding existing blocks has no effect.
 *
 * The latest writer wins: earlier ones fail with {@link WriterReplaced}.
 *
 * @param signal  if aborted, collected grams are not written, as if the process were killed
 */
export async function openIndexWriter({ write, dialect }: Database, signal = new AbortController().signal) {
  /** Starts with the index's version. */
  let writer = ''
  const lists = createGramLists()
  /** Blocks below are collected or written. */
  let gatheredTo = 0

  // Data lost in a power failure are simply indexed again.
  if (dialect === 'sqlite') await sql`pragma synchronous = normal`.execute(write)
  await takeOver()

  /** Becomes the writer. Removes an index of another version first; its files are then indexed again. */
  async function takeOver(): Promise<void> {
    const ours = `${INDEX_VERSION} ${randomUUID()}`
    writer = await write.transaction().execute(async (tx) => {
      // Starts with a write, because on SQLite a transaction that reads first may fail.
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
    // If stopped meanwhile, the next writer continues.
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

  /**
   * Runs a transaction that is rolled back if this is no longer the writer. Starts with a write, because on SQLite a
   * transaction that reads first may fail.
   */
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
          languages: storedLanguages(text.cues),
        }
      })
      // A file may have been deleted since it was read.
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

  /** Writes the collected grams, which makes them searchable. If stopped, the next writer continues. */
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
      // Usually only the current chunk has rows, but a killed process may have written later ones too.
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

  /** Collects the grams of stored texts from a block on. */
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

  /** Writes the grams of stored texts, up to the one that starts with this block. */
  async function flushStored(firstBlock: number): Promise<void> {
    gatheredTo = firstBlock
    await flush()
  }

  /** Writes the grams of texts under new block numbers. */
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
    /** Stores files, which must exist, replacing earlier data. Searchable after the next flush. */
    store,
    flush,

    /** Updates the matched audio of unchanged files. Search results only change with the audio. */
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

    /** Removes index data of changed and deleted files: see {@link sweepIndex}. */
    sweep: () => sweepIndex({ write, asWriter, index: indexMoved, signal }),

    /** Brings the languages of works' subtitles up to date. */
    updateLanguages: () => updateLanguages({ write, asWriter, signal }),
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
