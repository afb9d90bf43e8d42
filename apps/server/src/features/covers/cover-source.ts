import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'

import type { IPicture } from 'music-metadata'

import { isS3Path } from '#storage/s3-settings.ts'
import { type Storage, StorageError, type StoredFile } from '#storage/storage.ts'

import { blobOf, openStoredMedia, sniffContainer } from '../metadata/index.ts'
import type { CoverFile } from './cover.repository.ts'
import { isUploaded } from './stored-pictures.ts'
import { isPicture, MAX_PICTURE_BYTES } from './variants.ts'

/** The file contains no usable picture. */
export class BrokenCover extends Error {
  override readonly name = 'BrokenCover'
}

/**
 * Reads a cover: an image file, the front cover embedded in an audio file, or one that a provider supplied.
 *
 * @param folders  of covers from providers, and of uploaded ones
 * @throws {BrokenCover} no usable picture
 * @throws {StorageError} the file cannot be read
 */
export async function readPicture(
  storage: Storage,
  folders: { downloadDir: string; uploadDir: string },
  cover: CoverFile,
): Promise<Buffer> {
  if (cover.kind === 'downloaded') {
    const folder = isUploaded(cover.name) ? folders.uploadDir : folders.downloadDir
    return checked(await downloadedPicture(join(folder, cover.name)))
  }
  const file = await storage.stat(cover.place)
  if (cover.kind === 'audio') {
    return checked(isS3Path(file.realPath) ? await storedPicture(storage, file) : await embeddedPicture(file.realPath))
  }
  if (file.sizeBytes === 0 || file.sizeBytes > MAX_PICTURE_BYTES) {
    throw new BrokenCover(`${file.sizeBytes} bytes are no cover`)
  }
  return checked(await buffer(await storage.openRange(file, { start: 0, end: file.sizeBytes - 1 })))
}

async function downloadedPicture(path: string): Promise<Buffer> {
  return readFile(path).catch((error: unknown) => {
    // Another server may have downloaded it, or a backup may be on its way back.
    throw new StorageError('missing', 'The cover is not in the data folder', error)
  })
}

async function embeddedPicture(path: string): Promise<Buffer> {
  const { parseFile, selectCover } = await import('music-metadata')
  const { common } = await parseFile(path, { duration: false, includeChapters: false }).catch((error: Error) => {
    // Disk errors have codes, and may be temporary.
    if ('code' in error) throw new StorageError('unreadable', error.message, error)
    throw new BrokenCover('its tags cannot be read', { cause: error })
  })
  return bytesOf(selectCover(common.picture))
}

async function storedPicture(storage: Storage, file: StoredFile): Promise<Buffer> {
  const { parseBlob, selectCover } = await import('music-metadata')
  const media = openStoredMedia(storage, file)
  const container = sniffContainer(await media.read(0, 16))
  const blob = blobOf(media, container?.mimeType ?? '')
  const { common } = await parseBlob(blob, { duration: false, includeChapters: false }).catch((error: unknown) => {
    // A read failure may be temporary.
    throw media.failure?.() ?? new BrokenCover('its tags cannot be read', { cause: error })
  })
  return bytesOf(selectCover(common.picture))
}

function bytesOf(picture: IPicture | null): Buffer {
  if (!picture) throw new BrokenCover('it carries no picture')
  return Buffer.from(picture.data.buffer, picture.data.byteOffset, picture.data.byteLength)
}

function checked(bytes: Buffer): Buffer {
  if (bytes.length > MAX_PICTURE_BYTES || !isPicture(bytes)) throw new BrokenCover('it is no picture')
  return bytes
}
