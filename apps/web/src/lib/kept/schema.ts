import type { FileKind, PersonalWork } from '@otodana/contract'
import type { DBSchema, IDBPDatabase, IDBPTransaction, StoreNames } from 'idb'

import { storedName } from '../base-path.ts'
import type { Quality } from './kept-path.ts'

/** One database per origin and base path. */
export const DATABASE = storedName('otodana-kept')

/** Whose a record is: an account's id, or `DEVICE`. */
type Owned = { owner: number; workId: number }

export type KeptWork = Owned & {
  /** As the API gave it to the owner. */
  work: PersonalWork
  quality: Quality
  /** Place in the queue of downloads; the lowest first. */
  place: number
  isPaused: boolean
  keptAtMs: number
  /** Kept only because of a list, and removed when no list has it any more. */
  isOfList?: boolean
}

/** A playlist or a search whose works are kept on this device as they come and go. */
export type KeptList = {
  owner: number
  /** Of its source: one list of each. */
  id: string
  source: ListSource
  title: string
  quality: Quality
  /** Works that it had when it was last read. */
  workIds: readonly number[]
  /** Works that the listener has removed from this device. */
  excludedIds: readonly number[]
  keptCount: number
  /** How many of its works are not kept: for want of room, or beyond the most that a list may have. */
  leftOutCount: number
  /** Null: not read yet. */
  readAtMs: number | null
  /** The server no longer has it for this visitor. What it had stays. */
  isGone: boolean
}

/** Words are in the search language. */
export type ListSource =
  | { kind: 'playlist'; playlistId: string }
  | {
      kind: 'search'
      words: string
      /** Only works with subtitles. */
      isSubtitled?: true
    }

/**
 * `waiting`: not all of it is here; `whole`: it can be played; `vanished`: the server no longer has it; `refused`: the
 * server refuses it for another reason.
 */
export type FileState = 'waiting' | 'whole' | 'vanished' | 'refused'

/**
 * Where the file of a quality is. Each has two places, so that another version of it is fetched beside the one that it
 * replaces. `renewed` is the original's, which had a second place first.
 */
export type Slot = Quality | 'renewed' | 'renewedSmall'

const slots: Record<Quality, readonly [Slot, Slot]> = {
  small: ['small', 'renewedSmall'],
  original: ['original', 'renewed'],
}

export const slotsOf = (quality: Quality): readonly [Slot, Slot] => slots[quality]

export const qualityIn = (slot: Slot): Quality => (slots.small.includes(slot) ? 'small' : 'original')

type Placed = Owned & { fileId: number; quality: Slot }

export type KeptFile = Placed & {
  kind: FileKind
  title: string
  /** As in the API, without a token. */
  address: string
  /** Place within its work. */
  place: number
  /** The size that was announced, or estimated; the real one once it is known. */
  expectedBytes: number
  /** Of the file on the server, when this was last planned; absent: kept by an earlier build, or not known. */
  version?: string
  /** Null until the server has said it. */
  sizeBytes: number | null
  etag: string | null
  contentType: string
  receivedBytes: number
  state: FileState
}

/** Not a blob, which WebKit does not store in private windows, and which may lose its file. */
export type Bytes = Uint8Array<ArrayBuffer>

export type Piece = Placed & {
  index: number
  /** Of versions before the third: since then they are in a store of their own. */
  bytes?: Bytes
  length: number
  /**
   * In hexadecimal: of 32 digits a `quickHash`, of 64 an SHA-256, which earlier builds stored, and this one while a service worker of an earlier
   * build answers. Other forms may come.
   */
  hash: string
}

/** What the files of a work are together, changed with each of them: reading them all would take too long. */
export type KeptSum = Owned & {
  fileCount: number
  wholeCount: number
  /** Vanished or refused. */
  failedCount: number
  expectedBytes: number
  receivedBytes: number
}

/** Answers of the API about a kept work, beside `KeptWork.work`. */
export type AnswerName = 'tracks' | 'sounds' | 'chapters'

type KeptAnswer = Owned & { name: AnswerName; json: string; atMs: number }

export const coverSizes = ['main', '240x240'] as const
export type Picture = { bytes: Bytes; contentType: string }
export type KeptCover = Owned & { size: (typeof coverSizes)[number] } & Picture

/** Who uses this browser, for the service worker, which cannot read where the page stores it. */
export type Visitor = {
  name: 'visitor'
  /** Null: of an account that is not known yet. */
  owner: number | null
  /** The library is for members only. */
  isClosed: boolean
}

export type WorkKey = [owner: number, workId: number]
export type FileKey = [owner: number, workId: number, fileId: number, quality: Slot]
export type PieceKey = [...FileKey, index: number]

export interface Schema extends DBSchema {
  works: { key: WorkKey; value: KeptWork; indexes: { kept: [owner: number, keptAtMs: number] } }
  files: { key: FileKey; value: KeptFile; indexes: { state: [owner: number, state: FileState] } }
  pieces: { key: PieceKey; value: Piece }
  bytes: { key: PieceKey; value: Bytes }
  sums: { key: WorkKey; value: KeptSum }
  answers: { key: [...WorkKey, AnswerName]; value: KeptAnswer }
  covers: { key: [...WorkKey, KeptCover['size']]; value: KeptCover }
  facts: { key: string; value: Visitor }
  lists: { key: [owner: number, id: string]; value: KeptList }
}

export type KeptDatabase = IDBPDatabase<Schema>
export type UpgradeTransaction = IDBPTransaction<Schema, StoreNames<Schema>[], 'versionchange'>

/**
 * Upgrades by version, from an empty database on: the first makes version 1. What is kept must survive each. Once
 * released they are never edited.
 */
export const upgrades: readonly ((db: KeptDatabase, transaction: UpgradeTransaction) => void)[] = [
  (db) => {
    db.createObjectStore('works', { keyPath: ['owner', 'workId'] })
    const files = db.createObjectStore('files', { keyPath: ['owner', 'workId', 'fileId', 'quality'] })
    files.createIndex('state', ['owner', 'state'])
    db.createObjectStore('pieces', { keyPath: ['owner', 'workId', 'fileId', 'quality', 'index'] })
    db.createObjectStore('sums', { keyPath: ['owner', 'workId'] })
    db.createObjectStore('answers', { keyPath: ['owner', 'workId', 'name'] })
    db.createObjectStore('covers', { keyPath: ['owner', 'workId', 'size'] })
    db.createObjectStore('facts', { keyPath: 'name' })
  },
  (db) => {
    db.createObjectStore('lists', { keyPath: ['owner', 'id'] })
  },
  (db) => {
    // Their keys are not in the values: a browser reads back the whole of a value to find a key in it.
    db.createObjectStore('bytes')
  },
  (_, transaction) => {
    transaction.objectStore('works').createIndex('kept', ['owner', 'keptAtMs'])
  },
]

export const VERSION = upgrades.length

export function workKey({ owner, workId }: Owned): WorkKey {
  return [owner, workId]
}

export function fileKey({ owner, workId, fileId, quality }: Placed): FileKey {
  return [owner, workId, fileId, quality]
}

/** Returns the range of all keys that begin with these parts. Arrays sort after all numbers and texts. */
export function keysBelow(...parts: readonly (number | string)[]): IDBKeyRange {
  return IDBKeyRange.bound([...parts], [...parts, []])
}
