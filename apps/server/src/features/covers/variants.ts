import type { CoverType } from '@otodana/contract'
import type { Sharp } from 'sharp'

/** Raised when sizes or qualities change, so that cached ones are made again. */
export const VARIANT_VERSION = 1

export type CoverFormat = 'webp' | 'jpeg'

export const contentTypes: Record<CoverFormat, string> = { webp: 'image/webp', jpeg: 'image/jpeg' }

/**
 * The square, in pixels, that a variant is fitted into with its proportions kept. A cover of 4:3, as most are, becomes
 * what this family of APIs calls `main` 560×420, `240x240` 240×180 and `sam` 100×75; square and tall ones keep as many
 * pixels on their longer side.
 */
const boxes: Record<CoverType, number> = { main: 560, sam: 100, '240x240': 240, '360x360': 360, thumbnail: 240 }

/** A cover of 10,000 × 10,000 is a mistake or an attack. */
const MAX_PIXELS = 100_000_000
const TIMEOUT_SECONDS = 10
export const MAX_PICTURE_BYTES = 64 * 1024 * 1024
/** Under transparent parts: the dark ground that covers lie on. */
const GROUND = '#12141c'

/**
 * WebP for clients that accept it, else JPEG. Not AVIF: at these sizes it is no smaller than WebP at comparable quality, and
 * takes 2 to 20 times as long.
 */
export function negotiateFormat(accept: string | undefined): CoverFormat {
  for (const part of (accept ?? '').split(',')) {
    const [type = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase())
    if (type === 'image/webp' && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))) return 'webp'
  }
  return 'jpeg'
}

/**
 * Makes a variant. Of an animation it shows the first picture; metadata (places, cameras) is left out.
 *
 * @param image  a picture in one of the formats of `isPicture`, or our own SVG
 * @throws {Error} when it is broken, has too many pixels, or takes too long
 */
export async function renderVariant(image: Buffer, type: CoverType, format: CoverFormat): Promise<Buffer> {
  const decoded = await decode(image)
  const resized = decoded
    .autoOrient()
    .resize({ width: boxes[type], height: boxes[type], fit: 'inside', withoutEnlargement: true })
    .flatten({ background: GROUND })
  return encode(resized, format).toBuffer()
}

async function decode(image: Buffer): Promise<Sharp> {
  const { default: sharp } = await import('sharp')
  // At most two covers are made at once, each on one thread: the rest of the machine is for listeners.
  sharp.concurrency(1)
  sharp.cache({ memory: 16, files: 0, items: 20 })
  return sharp(image, { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true }).timeout({
    seconds: TIMEOUT_SECONDS,
  })
}

/** Whether `renderVariant` would refuse it; a machine too busy to tell says nothing against a picture. */
export async function hasBrokenPicture(image: Buffer): Promise<boolean> {
  const decoded = await decode(image)
  try {
    await decoded.resize({ width: 16, height: 16, fit: 'inside' }).raw().toBuffer()
    return false
  } catch (error) {
    return !isTimeout(error)
  }
}

/** sharp tells it by its message alone. */
export function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('timeout')
}

function encode(image: Sharp, format: CoverFormat): Sharp {
  return format === 'webp' ? image.webp({ quality: 80, effort: 4 }) : image.jpeg({ quality: 82, mozjpeg: true })
}

/** Whether the bytes begin like a picture that may be decoded: not SVG, PDF and others that could reach further. */
export function isPicture(bytes: Buffer): boolean {
  const head = bytes.toString('latin1', 0, 16)
  return (
    head.startsWith('\xff\xd8\xff') ||
    head.startsWith('\x89PNG\r\n\x1a\n') ||
    head.startsWith('GIF8') ||
    (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP') ||
    /^(avif|avis|mif1|miaf)$/.test(head.slice(4, 8) === 'ftyp' ? head.slice(8, 12) : '') ||
    head.startsWith('II*\0') ||
    head.startsWith('MM\0*')
  )
}

/** @param image  a variant: small, and made by us */
export async function readPixels(image: Buffer): Promise<Uint8Array> {
  const { default: sharp } = await import('sharp')
  return sharp(image).toColourspace('srgb').removeAlpha().raw().toBuffer()
}
