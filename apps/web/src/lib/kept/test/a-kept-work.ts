import { aWork } from '#test/a-work.ts'

import { openKept } from '../open-database.ts'
import { PIECE_BYTES, pieceCount } from '../pieces.ts'
import { sha256 } from '../read-pieces.ts'
import type { KeptFile, KeptWork } from '../schema.ts'

export const WORK_ID = 1_234_567

export function aKeptWork(given: Partial<KeptWork> = {}): KeptWork {
  const workId = given.workId ?? WORK_ID
  return {
    owner: 0,
    workId,
    work: aWork({ id: workId }),
    quality: 'small',
    place: 1,
    isPaused: false,
    keptAtMs: 1_000,
    ...given,
  }
}

export function aKeptFile(given: Partial<KeptFile> = {}): KeptFile {
  const { workId = WORK_ID, fileId = 1, quality = 'small' } = given
  return {
    owner: 0,
    workId,
    fileId,
    quality,
    kind: 'audio',
    title: `${fileId}.mp3`,
    address: `/api/media/${quality === 'small' ? 'streamLowQuality' : 'stream'}/${workId}/${fileId}`,
    place: fileId,
    expectedBytes: 1_000,
    sizeBytes: null,
    etag: null,
    contentType: '',
    receivedBytes: 0,
    state: 'waiting',
    ...given,
  }
}

/** Bytes that differ from piece to piece. */
export function someBytes(length: number): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length }, (_, index) => (index * 7 + Math.floor(index / PIECE_BYTES)) & 0xff)
}

/** Stores a file that is whole. */
export async function storeWhole(bytes: Uint8Array<ArrayBuffer>, given: Partial<KeptFile> = {}): Promise<KeptFile> {
  const db = await openKept()
  const file = aKeptFile({
    sizeBytes: bytes.length,
    receivedBytes: bytes.length,
    etag: '"a"',
    contentType: 'audio/mpeg',
    state: 'whole',
    ...given,
  })
  const { owner, workId, fileId, quality } = file
  for (let index = 0; index < pieceCount(bytes.length); index++) {
    const part = bytes.slice(index * PIECE_BYTES, (index + 1) * PIECE_BYTES)
    const hash = await sha256(part)
    await db.put('pieces', { owner, workId, fileId, quality, index, length: part.length, hash })
    await db.put('bytes', part, [owner, workId, fileId, quality, index])
  }
  await db.put('files', file)
  return file
}
