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

/** What a picture shows; the same picture for the same key, whoever asks. */
export type Picture = { scene: SceneName; palette: PaletteName; key: string }

/**
 * Draws a picture of 800 × 600 (or smaller) with a fine grain over it, which also hides the bands that dark gradients
 * have. Under 60 kB as webp or jpg.
 */
export async function drawPicture(picture: Picture, seed: number, format: PictureFormat, width = WIDTH): Promise<Buffer> {
  const random = createRandom(`${seed}/picture/${picture.scene}/${picture.palette}/${picture.key}`)
  const body = scenes[picture.scene](random, palettes[picture.palette])
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">${body}</svg>`
  const drawn = await sharp(Buffer.from(svg))
    .composite([{ input: grain(), raw: { width: TILE, height: TILE, channels: 4 }, tile: true, blend: 'soft-light' }])
    .removeAlpha()
    .raw()
    .toBuffer()
  const image = sharp(drawn, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } }).resize({ width })
  if (format === 'webp') return image.webp({ quality: 78, effort: 2 }).toBuffer()
  if (format === 'jpg') return image.jpeg({ quality: 80 }).toBuffer()
  return image.png({ palette: true, colours: 64, compressionLevel: 6 }).toBuffer()
}

const TILE = 128
let grainTile: Buffer | undefined

function grain(): Buffer {
  if (grainTile) return grainTile
  const random = createRandom('grain')
  const tile = Buffer.alloc(TILE * TILE * 4)
  for (let i = 0; i < TILE * TILE; i++) {
    const level = Math.round(128 + random.gaussian() * 38)
    tile.fill(Math.max(0, Math.min(255, level)), i * 4, i * 4 + 3)
    tile[i * 4 + 3] = 60
  }
  grainTile = tile
  return tile
}

export const sceneNames = Object.keys(scenes) as SceneName[]
