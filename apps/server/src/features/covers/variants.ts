import type { CoverType } from '@otodana/contract'
import type { Sharp } from 'sharp'

/** Increased when sizes or qualities change, to invalidate cached ones. */
export const VARIANT_VERSION = 1

export type CoverFormat = 'webp' | 'jpeg'

export const contentTypes: Record<CoverFormat, string> = { webp: 'image/webp', jpeg: 'image/jpeg' }

/**
 * The square, in pixels, that a variant is scaled to fit into. A 4:3 cover, as most are, becomes what this family of
 * APIs calls `main` 560×420, `240x240` 240×180 and `sam` 100×75; square and tall ones have as many pixels on their
 * longer side.
 */
const boxes: Record<CoverType, number> = { main: 560, sam: 100, '240x240': 240, '360x360': 360, thumbnail: 240 }

/** The square that a sample picture is scaled to fit into. */
const SAMPLE_PIXELS = 1_280
/** The same for a preview of a picture in a list of files. */
const PREVIEW_PIXELS = 64

/** A cover of 10,000 × 10,000 pixels is a mistake or an attack. */
const MAX_PIXELS = 100_000_000
const TIMEOUT_SECONDS = 10
export const MAX_PICTURE_BYTES = 64 * 1024 * 1024
/** The background of transparent parts: the app's dark background. */
const GROUND = '#12141c'

/**
 * WebP for clients that accept it, otherwise JPEG. Not AVIF: at these sizes it is no smaller than WebP at comparable
 * quality, and takes 2 to 20 times as long.
 */
export function negotiateFormat(accept: string | undefined): CoverFormat {
  for (const part of (accept ?? '').split(',')) {
    const [type = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase())
    if (type === 'image/webp' && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))) return 'webp'
  }
  return 'jpeg'
}

/**
 * Renders a variant: the first frame of an animation, without metadata such as places and cameras.
 *
 * @param image  in one of the formats of `isPicture`, or our own SVG
 * @throws {Error} broken, too many pixels, or too slow
 */
export function renderVariant(image: Buffer, type: CoverType, format: CoverFormat): Promise<Buffer> {
  return renderInside(image, boxes[type], format)
}

/**
 * Renders a sample picture as JPEG.
 *
 * @throws {Error} as `renderVariant`
 */
export const renderSample = (image: Buffer): Promise<Buffer> => renderInside(image, SAMPLE_PIXELS, 'jpeg')

/**
 * Renders the preview of a picture as JPEG.
 *
 * @throws {Error} as `renderVariant`
 */
export const renderPreview = (image: Buffer): Promise<Buffer> => renderInside(image, PREVIEW_PIXELS, 'jpeg')

async function renderInside(image: Buffer, pixels: number, format: CoverFormat): Promise<Buffer> {
  const decoded = await decode(image)
  const resized = decoded
    .autoOrient()
    .resize({ width: pixels, height: pixels, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: GROUND })
  return encode(resized, format).toBuffer()
}

async function decode(image: Buffer): Promise<Sharp> {
  const { default: sharp } = await import('sharp')
  // At most two covers are rendered at once, each on one thread, to leave the rest of the machine for playback.
  sharp.concurrency(1)
  sharp.cache({ memory: 16, files: 0, items: 20 })
  return sharp(image, { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true }).timeout({
    seconds: TIMEOUT_SECONDS,
  })
}

/** Whether `renderVariant` would reject it; false if the machine is too busy to tell. */
export async function hasBrokenPicture(image: Buffer): Promise<boolean> {
  const decoded = await decode(image)
  try {
    await decoded.resize({ width: 16, height: 16, fit: 'inside' }).raw().toBuffer()
    return false
  } catch (error) {
    return !isTimeout(error)
  }
}

/** sharp reports it by message only. */
export function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('timeout')
}

function encode(image: Sharp, format: CoverFormat): Sharp {
  return format === 'webp' ? image.webp({ quality: 80, effort: 4 }) : image.jpeg({ quality: 82, mozjpeg: true })
}

/** Whether the bytes start like a picture that may be decoded: not SVG, PDF and others that could load files. */
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

/** Returns the usual ending of a picture's name, or null if it is none of these. */
export function pictureExtension(bytes: Buffer): string | null {
  const head = bytes.toString('latin1', 0, 16)
  if (head.startsWith('\xff\xd8\xff')) return 'jpg'
  if (head.startsWith('\x89PNG')) return 'png'
  if (head.startsWith('GIF8')) return 'gif'
  if (head.startsWith('RIFF')) return 'webp'
  if (head.startsWith('II*\0') || head.startsWith('MM\0*')) return 'tiff'
  return isPicture(bytes) ? 'avif' : null
}

/** @param image  a variant: small, and rendered by us */
export async function readPixels(image: Buffer): Promise<Uint8Array> {
  const { default: sharp } = await import('sharp')
  return sharp(image).toColourspace('srgb').removeAlpha().raw().toBuffer()
}
