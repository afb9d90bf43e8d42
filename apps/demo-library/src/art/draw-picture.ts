import sharp from 'sharp'
import { createRandom } from '../random.ts'
import { type PaletteName, palettes } from './palettes.ts'
import * as land from './scenes-land.ts'
import * as still from './scenes-still.ts'
import { HEIGHT, WIDTH } from './svg.ts'
import * as water from './scenes-water.ts'

const scenes = { ...land, ...water, ...still }

export type SceneName = keyof typeof scenes
export type PictureFormat = 'webp' | 'jpg' | 'png'

/** What a picture shows; equal keys give equal pictures. */
export type Picture = { scene: SceneName; palette: PaletteName; key: string }

/**
 * Draws a picture of 800 × 600 (or smaller) with a fine grain over it, which also hides the bands that dark gradients
 * have. Under 60 kB as webp or jpg.
 */
export async function drawPicture(
  picture: Picture,
  seed: number,
  format: PictureFormat,
  width = WIDTH,
): Promise<Buffer> {
  const random = createRandom(`${seed}/picture/${picture.scene}/${picture.palette}/${picture.key}`)
  const body = scenes[picture.scene](random, palettes[picture.palette])
  const height = Math.round((width * HEIGHT) / WIDTH)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${WIDTH} ${HEIGHT}">${body}</svg>`
  const pixels = await sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer()
  // a palette has no room for grain
  if (format !== 'png') addGrain(pixels, width)
  const image = sharp(pixels, { raw: { width, height, channels: 3 } })
  if (format === 'webp') return image.webp({ quality: 78, effort: 2 }).toBuffer()
  if (format === 'jpg') return image.jpeg({ quality: 72 }).toBuffer()
  return image.png({ palette: true, colours: 64, compressionLevel: 6, effort: 2 }).toBuffer()
}

const TILE = 128
const grainRandom = createRandom('grain')
const grain = Int8Array.from({ length: TILE * TILE }, () => grainRandom.gaussian() * 3.2)

function addGrain(pixels: Uint8Array, width: number): void {
  for (let i = 0, x = 0, y = 0; i < pixels.length; i += 3) {
    const level = grain[(y % TILE) * TILE + (x % TILE)]!
    for (let channel = i; channel < i + 3; channel++) {
      pixels[channel] = Math.max(0, Math.min(255, pixels[channel]! + level))
    }
    if (++x === width) {
      x = 0
      y++
    }
  }
}

export const sceneNames = Object.keys(scenes) as SceneName[]
