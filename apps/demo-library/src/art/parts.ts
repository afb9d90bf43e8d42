import type { Random } from '../random.ts'
import type { Palette } from './palettes.ts'
import { circle, HEIGHT, linear, n, path, radial, rect, WIDTH } from './svg.ts'

/** Pieces that several scenes share. Ids are unique within one picture. */

export function sky({ sky: [top, middle, low] }: Palette, middleAt = 0.55): string {
  return `<defs>${linear('sky', [
    [0, top],
    [middleAt, middle],
    [1, low],
  ])}</defs>${rect(0, 0, WIDTH, HEIGHT, 'url(#sky)')}`
}

export function stars(random: Random, palette: Palette, count: number, below: number): string {
  let out = ''
  for (let i = 0; i < count; i++) {
    const near = Math.pow(random.next(), 4)
    out += circle(
      random.between(0, WIDTH),
      random.between(0, below),
      0.6 + near * 1.6,
      palette.light,
      0.25 + 0.6 * random.next(),
    )
    if (near > 0.75) out += circle(random.between(0, WIDTH), random.between(0, below), 7, 'url(#glow)', 0.4)
  }
  return `<defs>${glow('glow', palette.light)}</defs>${out}`
}

export function glow(id: string, colour: string): string {
  return radial(id, [
    [0, colour, 0.9],
    [0.25, colour, 0.35],
    [0.6, colour, 0.09],
    [1, colour, 0],
  ])
}

/** @param phase 1 is full; less shows a crescent, by a disc of the sky's colour laid over it */
export function moon(palette: Palette, x: number, y: number, radius: number, phase = 1): string {
  const halo = circle(x, y, radius * 4.2, 'url(#halo)', 0.55)
  const shade =
    phase < 1
      ? `<mask id="crescent"><rect width="${WIDTH}" height="${HEIGHT}" fill="white"/>${circle(x + radius * 0.75 * phase + 4, y - radius * 0.25, radius * 0.92, 'black')}</mask>`
      : ''
  const disc = circle(x, y, radius, palette.light, 1, phase < 1 ? 'mask="url(#crescent)"' : '')
  return `<defs>${glow('halo', palette.light)}${shade}</defs>${halo}${disc}`
}

/** A veil of mist between two layers of land. */
export function mist(id: string, colour: string, y: number, height: number, opacity: number): string {
  return `<defs>${linear(id, [
    [0, colour, 0],
    [0.55, colour, opacity],
    [1, colour, 0],
  ])}</defs>${rect(0, y, WIDTH, height, `url(#${id})`)}`
}

export function pine(random: Random, x: number, foot: number, height: number, fill: string, opacity = 1): string {
  const tiers = 6
  let d = ''
  for (let tier = 0; tier < tiers; tier++) {
    const top = foot - height + (height * 0.78 * tier) / tiers
    const bottom = top + (height * 0.36 * (tier + 3)) / tiers
    const half = height * (0.06 + 0.028 * tier) * random.between(0.88, 1.12)
    d += `M${n(x)} ${n(top)}Q${n(x + half * 0.3)} ${n((top + bottom) / 2)} ${n(x + half)} ${n(bottom)}L${n(x - half)} ${n(bottom)}Q${n(x - half * 0.3)} ${n((top + bottom) / 2)} ${n(x)} ${n(top)}Z`
  }
  return (
    path(d, fill, opacity) +
    rect(x - height * 0.012, foot - height * 0.12, height * 0.024, height * 0.14, fill, opacity)
  )
}

export function fireflies(random: Random, colour: string, count: number, top: number, bottom: number): string {
  let out = `<defs>${glow('fly', colour)}</defs>`
  for (let i = 0; i < count; i++) {
    const [x, y, size] = [random.between(30, WIDTH - 30), random.between(top, bottom), random.between(0.6, 1.4)]
    out += circle(x, y, 16 * size, 'url(#fly)', 0.75) + circle(x, y, 1.8 * size, '#fffbe6', 0.95)
  }
  return out
}
