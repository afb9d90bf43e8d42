import type { DBSchema, IDBPDatabase, IDBPTransaction, StoreNames } from 'idb'

/** The database of this site's subtitles; there is one for each origin. */
export const DATABASE = 'local-subtitles'

/** 2: product ids are made from the path. 3: contents are bytes. */
export const VERSION = 3

/** A row exists once its import is complete: what has no package is no part of the library (see leftovers.ts). */
export type PackageRow = {
  id: number
  size: number
  file_name: string
  /** SHA-256 of the whole file, in hexadecimal. */
  file_hash: string
  created_at: Date
}

/** What several files hold alike stands here once. */
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
  /** Codes of the works it is of, in their usual spelling (`canonicalCode`). */
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

/** A row that has not been given its number yet. */
export type New<Row extends { id: number }> = Omit<Row, 'id'>

const indexes = {
  subtitle_package: { file_hash: { unique: true } },
  subtitle_content: { file_hash: { unique: true } },
  subtitle_record: { product_ids: { multiEntry: true }, subtitle_package_id: {}, subtitle_content_id: {} },
} satisfies Record<StoreNames<Schema>, Record<string, IDBIndexParameters>>

/** Makes the stores and indexes that are not there yet. */
export function ensureStores(db: LocalDatabase, transaction: UpgradeTransaction): void {
  for (const name of Object.keys(indexes) as StoreNames<Schema>[]) {
    const store = db.objectStoreNames.contains(name)
      ? transaction.objectStore(name)
      : db.createObjectStore(name, { keyPath: 'id', autoIncrement: true })
    for (const [index, options] of Object.entries(indexes[name])) {
      const isThere = (store.indexNames as DOMStringList).contains(index)
      // Each index has the name of its field, which the types cannot say of all stores at once.
      if (!isThere) store.createIndex(index as never, index, options)
    }
  }
}
