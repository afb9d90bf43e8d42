/**
 * Draws the icons of the installed app from the site's icon (apps/web/public/favicon.svg) into apps/web/public/icons.
 * They are committed; a test compares them with the result of this script.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import sharp from 'sharp'

const folder = fileURLToPath(new URL('../apps/web/public/', import.meta.url))
/** The side length of the drawing. */
const SIDE = 32
/**
 * Systems crop a maskable icon to any shape that contains the central circle of 80 %: at this scale the lines are
 * within it.
 */
const SAFE = 0.9

type Icon = {
  name: string
  size: number
  /** Without rounded corners, for a system that crops the icon itself. */ isWhole: boolean
}

const icons: Icon[] = [
  { name: 'icon-192', size: 192, isWhole: false },
  { name: 'icon-512', size: 512, isWhole: false },
  { name: 'maskable-512', size: 512, isWhole: true },
  { name: 'apple-touch-icon', size: 180, isWhole: true },
]

/** Returns each icon's path below apps/web/public, and its PNG. */
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

/** Returns the icon without rounded corners, with its lines within the safe circle. */
function toTheEdges(svg: string): string {
  const [, ground, lines] = /(<rect [^>]*>)(.*)<\/svg>/.exec(svg) ?? []
  if (ground === undefined || lines === undefined) throw new Error('the icon is not a background with lines on it')
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
