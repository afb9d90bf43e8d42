import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import sharp from 'sharp'
import { expect, test } from 'vitest'

import { drawIcons } from './draw-icons.ts'

const folder = fileURLToPath(new URL('../apps/web/public/', import.meta.url))
const pixels = (png: Buffer) => sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true })

test('the committed icons are what the script draws from the site’s icon', async () => {
  for (const [path, png] of await drawIcons()) {
    const [drawn, committed] = [await pixels(png), await pixels(readFileSync(folder + path))]
    expect({ path, ...committed.info }).toEqual({ path, ...drawn.info })
    expect(committed.data.equals(drawn.data), `${path} is not what node scripts/draw-icons.ts draws`).toBe(true)
  }
})

test('a maskable icon fills its square, and its lines are within the safe circle', async () => {
  const drawn = await drawIcons()
  const { data, info } = await pixels(drawn.get('icons/maskable-512.png')!)
  const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4)]
  const ground = at(0, 0)
  expect(ground[3]).toBe(255)
  const [middle, safe] = [info.width / 2, info.width * 0.4]
  const strays: string[] = []
  for (let y = 0; y < info.height; y++)
    for (let x = 0; x < info.width; x++)
      if (Math.hypot(x - middle, y - middle) > safe && !at(x, y).every((value, index) => value === ground[index]))
        strays.push(`${x},${y}`)
  expect(strays).toEqual([])
})
