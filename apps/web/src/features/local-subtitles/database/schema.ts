import type { DBSchema, IDBPDatabase, IDBPTransaction, StoreNames } from 'idb'

import { storedName } from '#lib/base-path.ts'

/** One database per origin and base path. */
export const DATABASE = storedName('local-subtitles')

/** 2: product ids are derived from the path. 3: contents are bytes. */
export const VERSION = 3

/** Written when its import is complete: records without a package are orphans (see orphans.ts). */
export type PackageRow = {
  id: number
  size: number
  file_name: string
  /** SHA-256 of the whole file, in hexadecimal. */
  file_hash: string
  created_at: Date
}

/** A content, stored once for all files that share it. */
export type ContentRow = {
  id: number
  size: number
  /** SHA-256 of the content, in hexadecimal. */
  file_hash: string
  created_at: Date
  content: Uint8Array<ArrayBuffer>
}

export type RecordRow = {
  id: number
  subtitle_file_path: string
  /** Codes of its works, in their usual spelling (`canonicalCode`). */
  product_ids: string[]
  subtitle_package_id: number
  subtitle_content_id: number
  created_at: Date
}

export interface Schema extends DBSchema {
  subtitle_package: { key: number; value: PackageRow; indexes: { file_hash: string } }
  subtitle_content: { key: number; value: ContentRow; indexes: { file_hash: string } }
  subtitle_record: {
    key: number
    value: RecordRow
    indexes: { product_ids: string; subtitle_package_id: number; subtitle_content_id: number }
  }
}

export type LocalDatabase = IDBPDatabase<Schema>
export type UpgradeTransaction = IDBPTransaction<Schema, StoreNames<Schema>[], 'versionchange'>

/** A row without its id. */
export type New<Row extends { id: number }> = Omit<Row, 'id'>

const indexes = {
  subtitle_package: { file_hash: { unique: true } },
  subtitle_content: { file_hash: { unique: true } },
  subtitle_record: { product_ids: { multiEntry: true }, subtitle_package_id: {}, subtitle_content_id: {} },
} satisfies Record<StoreNames<Schema>, Record<string, IDBIndexParameters>>

/** Creates missing stores and indexes. */
export function ensureStores(db: LocalDatabase, transaction: UpgradeTransaction): void {
  for (const name of Object.keys(indexes) as StoreNames<Schema>[]) {
    const store = db.objectStoreNames.contains(name)
      ? transaction.objectStore(name)
      : db.createObjectStore(name, { keyPath: 'id', autoIncrement: true })
    for (const [index, options] of Object.entries(indexes[name])) {
      const isThere = (store.indexNames as DOMStringList).contains(index)
      // Each index is named after its field, which the types cannot express for all stores at once.
      if (!isThere) store.createIndex(index as never, index, options)
    }
  }
}
