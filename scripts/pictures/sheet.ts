import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

import type SharpModule from 'sharp'

/** Resolved from the server's dependencies: nothing else here uses it. */
const sharp = createRequire(fileURLToPath(new URL('../../apps/server/package.json', import.meta.url)))(
  'sharp',
) as typeof SharpModule

const HEIGHT = 480
const GAP = 8

/** Combines pictures in rows of equal height. */
export async function makeSheet(rows: readonly (readonly string[])[], file: string): Promise<void> {
  const made = await Promise.all(
    rows.map((files) =>
      Promise.all(
        files.map((one) => sharp(one).resize({ height: HEIGHT }).png().toBuffer({ resolveWithObject: true })),
      ),
    ),
  )
  const placed = made.flatMap((pictures, row) => {
    let left = 0
    return pictures.map(({ data, info }) => {
      const place = { input: data, left, top: row * (HEIGHT + GAP) }
      left += info.width + GAP
      return { ...place, right: left }
    })
  })
  await sharp({
    create: {
      width: Math.max(...placed.map(({ right }) => right)),
      height: rows.length * (HEIGHT + GAP),
      channels: 3,
      background: '#808080',
    },
  })
    .composite(placed.map(({ input, left, top }) => ({ input, left, top })))
    .png()
    .toFile(file)
}
