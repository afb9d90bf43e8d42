import { hasBrokenPicture, isPicture, MAX_PICTURE_BYTES } from './variants.ts'

/**
 * Returns why an image file cannot be a cover, in a few words; null if it can. Decodes it entirely, as covers are.
 *
 * @param sizeBytes  of the file; `read` is only called if it is not too large
 * @throws what `read` throws
 */
export async function pictureProblem(sizeBytes: number, read: () => Promise<Uint8Array>): Promise<string | null> {
  if (sizeBytes === 0) return 'The file is empty'
  if (sizeBytes > MAX_PICTURE_BYTES) return `The file is larger than ${MAX_PICTURE_BYTES / 1024 / 1024} MB`
  const bytes = await read()
  const picture = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  if (picture.toString('latin1', 0, 2) === 'BM') return 'BMP cannot be read here; save it as JPEG, PNG or WebP'
  if (!isPicture(picture)) return 'It is no JPEG, PNG, WebP, GIF, AVIF or TIFF'
  return (await hasBrokenPicture(picture)) ? 'It is damaged or cut off, or has too many pixels' : null
}
