import { buffer } from 'node:stream/consumers'

import type { Storage, StoredFile } from '#storage/storage.ts'

import { type MediaFile, mediaFile } from './media-file.ts'

/** Opens a media file that is not on disk; reads it in ranges. */
export function openStoredMedia(storage: Storage, file: StoredFile, signal?: AbortSignal): MediaFile {
  async function readAt(position: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
    return buffer(await storage.openRange(file, { start: position, end: position + length - 1 }))
  }
  return mediaFile({ size: file.sizeBytes, readAt, close: async () => {} }, signal)
}
