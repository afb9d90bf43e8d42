import { buffer } from 'node:stream/consumers'

import { type Storage, StorageError, type StoredFile } from '#storage/storage.ts'

import { type MediaFile, mediaFile } from './media-file.ts'

/**
 * A media file that lies somewhere else than on disk, read in ranges. Parsers take any error for a broken file, so one
 * that the way to the file has is kept to be asked for afterwards.
 */
export function openStoredMedia(storage: Storage, file: StoredFile, signal?: AbortSignal): MediaFile {
  let failure: StorageError | null = null

  async function readAt(position: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
    if (failure) throw failure
    try {
      const stream = await storage.openRange(file, { start: position, end: position + length - 1 })
      return await buffer(stream)
    } catch (error) {
      failure = error instanceof StorageError ? error : new StorageError('unreadable', 'The transfer broke off', error)
      throw failure
    }
  }

  const media = mediaFile({ size: file.sizeBytes, readAt, close: async () => {} }, signal)
  return { ...media, failure: () => failure }
}
