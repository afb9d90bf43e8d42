import { canonicalCode, findWorkCodes } from '@otodana/work-code'

import type { ContentRow, RecordRow, UpgradeTransaction } from './schema.ts'
import type { UpgradeProgress } from '../types.ts'

/** Number of rows read and written at a time. */
const UPGRADE_BATCH = 1_000

type Tell = (progress: UpgradeProgress) => void

/**
 * Upgrades rows of an older version within the version change transaction: any failure leaves the old database
 * unchanged.
 */
export async function upgradeRows(transaction: UpgradeTransaction, oldVersion: number, tell: Tell): Promise<void> {
  if (oldVersion === 0) return
  if (oldVersion < 2) await rebuildProductIds(transaction, tell)
  if (oldVersion < 3) await convertContents(transaction, tell)
}

/** Returns the codes of the works that a path contains, outer folders first. */
export function productIdsOf(path: string): string[] {
  return findWorkCodes(path).map(({ id }) => canonicalCode(id))
}

async function rebuildProductIds(transaction: UpgradeTransaction, tell: Tell): Promise<void> {
  await rewrite<RecordRow>(transaction.objectStore('subtitle_record'), 2, tell, (row) => ({
    ...row,
    product_ids: productIdsOf(row.subtitle_file_path),
  }))
}

/** As written by older versions. */
type OldContentRow = Omit<ContentRow, 'content'> & { content: unknown; duration?: number }

async function convertContents(transaction: UpgradeTransaction, tell: Tell): Promise<void> {
  const contents = transaction.objectStore('subtitle_content')
  await rewrite<OldContentRow, ContentRow>(contents, 3, tell, ({ id, file_hash, created_at, content }) => {
    const bytes = toBytes(content, id)
    return { id, size: bytes.length, file_hash, created_at, content: bytes }
  })
}

type Rows<Old, Row> = {
  count: () => Promise<number>
  getAll: (range: IDBKeyRange | undefined, count: number) => Promise<Old[]>
  put: (row: Row) => Promise<unknown>
}

async function rewrite<Old extends { id: number }, Row = Old>(
  store: Rows<Old, Row>,
  toVersion: 2 | 3,
  tell: Tell,
  change: (row: Old) => Row,
): Promise<void> {
  const total = await store.count()
  let done = 0
  let rest: IDBKeyRange | undefined
  tell({ state: 'upgrading', toVersion, done, total })
  while (done < total) {
    const rows = await store.getAll(rest, UPGRADE_BATCH)
    const changed = rows.map(change)
    await Promise.all(changed.map((row) => store.put(row)))
    rest = IDBKeyRange.lowerBound(rows.at(-1)!.id, true)
    done += rows.length
    tell({ state: 'upgrading', toVersion, done, total })
  }
}

function toBytes(content: unknown, id: number): Uint8Array<ArrayBuffer> {
  if (typeof content === 'string') return new TextEncoder().encode(content)
  if (content instanceof ArrayBuffer) return new Uint8Array(content)
  if (ArrayBuffer.isView(content)) {
    return new Uint8Array(content.buffer, content.byteOffset, content.byteLength).slice()
  }
  throw new TypeError(`The content of subtitle ${id} is neither text nor bytes`)
}
