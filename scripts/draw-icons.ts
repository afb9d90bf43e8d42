/**
 * Draws the icons of the installed app from the site's own (apps/web/public/favicon.svg) into apps/web/public/icons. They
 * are committed; a test compares them with what this draws.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import sharp from 'sharp'

const folder = fileURLToPath(new URL('../apps/web/public/', import.meta.url))
/** The side of the drawing's own square. */
const SIDE = 32
/** Systems cut a maskable icon into any shape that holds the circle of 80 %: so large the lines lie within it. */
const SAFE = 0.9

type Icon = {
  name: string
  size: number
  /** To its edges, for a system that cuts the shape itself. */ isWhole: boolean
}

const icons: Icon[] = [
  { name: 'icon-192', size: 192, isWhole: false },
  { name: 'icon-512', size: 512, isWhole: false },
  { name: 'maskable-512', size: 512, isWhole: true },
  { name: 'apple-touch-icon', size: 180, isWhole: true },
]

/** Each icon's path below apps/web/public, and its PNG. */
export async function drawIcons(): Promise<Map<string, Buffer>> {
  const svg = readFileSync(`${folder}favicon.svg`, 'utf8')
  const drawn = new Map<string, Buffer>()
  for (const { name, size, isWhole } of icons) {
    const picture = sharp(Buffer.from(isWhole ? toTheEdges(svg) : svg), { density: (72 * size) / SIDE })
      .resize(size, size)
      .png({ compressionLevel: 9 })
    drawn.set(`icons/${name}.png`, await picture.toBuffer())
  }
  return drawn
}

/** The same on a ground without corners, with its lines within the circle that is never cut. */
function toTheEdges(svg: string): string {
  const [, ground, lines] = /(<rect [^>]*>)(.*)<\/svg>/.exec(svg) ?? []
  if (ground === undefined || lines === undefined) throw new Error('the icon is not a ground and lines on it')
  const shift = (SIDE * (1 - SAFE)) / 2
  return svg.replace(
    ground + lines,
    `${ground.replace(/ rx="\d+"/, '')}<g transform="translate(${shift} ${shift}) scale(${SAFE})">${lines}</g>`,
  )
}

if (import.meta.main) {
  mkdirSync(`${folder}icons`, { recursive: true })
  for (const [path, png] of await drawIcons()) {
    writeFileSync(folder + path, png)
    console.log(`${path}: ${png.length} bytes`)
  }
}
