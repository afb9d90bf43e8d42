import type { Random } from '../random.ts'

export const WIDTH = 800
export const HEIGHT = 600

/** One decimal is finer than a pixel, and keeps the text short. */
export const n = (value: number) => String(Math.round(value * 10) / 10)

export function circle(x: number, y: number, radius: number, fill: string, opacity = 1, extra = ''): string {
  return `<circle cx="${n(x)}" cy="${n(y)}" r="${n(radius)}" fill="${fill}" opacity="${opacity.toFixed(3)}" ${extra}/>`
}

export function rect(
  x: number,
  y: number,
  width: number,
  height: number,
  fill: string,
  opacity = 1,
  extra = '',
): string {
  return `<rect x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}" fill="${fill}" opacity="${opacity.toFixed(3)}" ${extra}/>`
}

export function path(d: string, fill: string, opacity = 1, extra = ''): string {
  return `<path d="${d}" fill="${fill}" opacity="${opacity.toFixed(3)}" ${extra}/>`
}

export function stroke(d: string, colour: string, width: number, opacity = 1, extra = ''): string {
  return `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${n(width)}" stroke-linecap="round" stroke-linejoin="round" opacity="${opacity.toFixed(3)}" ${extra}/>`
}

export function linear(
  id: string,
  stops: readonly (readonly [offset: number, colour: string, opacity?: number])[],
  horizontal = false,
): string {
  const inner = stops.map(
    ([at, colour, opacity = 1]) => `<stop offset="${at}" stop-color="${colour}" stop-opacity="${opacity}"/>`,
  )
  return `<linearGradient id="${id}" x1="0" y1="0" x2="${horizontal ? 1 : 0}" y2="${horizontal ? 0 : 1}">${inner.join('')}</linearGradient>`
}

export function radial(
  id: string,
  stops: readonly (readonly [offset: number, colour: string, opacity?: number])[],
): string {
  const inner = stops.map(
    ([at, colour, opacity = 1]) => `<stop offset="${at}" stop-color="${colour}" stop-opacity="${opacity}"/>`,
  )
  return `<radialGradient id="${id}">${inner.join('')}</radialGradient>`
}

export const blur = (id: string, deviation: number) =>
  `<filter id="${id}" x="-60%" y="-60%" width="220%" height="220%"><feGaussianBlur stdDeviation="${deviation}"/></filter>`

/** The lower edge of the picture, closed below a smooth random skyline: a few octaves of sines. */
export function ridge(random: Random, base: number, height: number, roughness = 1): string {
  const waves = [1, 2.3, 4.7, 9.1].map((frequency, octave) => ({
    frequency: frequency * random.between(0.8, 1.2),
    phase: random.between(0, 6.28),
    size: height * Math.pow(0.46, octave) * (octave > 1 ? roughness : 1),
  }))
  let d = `M0 ${HEIGHT}`
  for (let x = 0; x <= WIDTH; x += 10) {
    const y = waves.reduce(
      (sum, { frequency, phase, size }) => sum + size * Math.sin((x / WIDTH) * frequency * 3.1 + phase),
      base,
    )
    d += `L${x} ${n(y)}`
  }
  return `${d}L${WIDTH} ${HEIGHT}Z`
}

export function mixColours(a: string, b: string, share: number): string {
  const channel = (colour: string, at: number) => Number.parseInt(colour.slice(at, at + 2), 16)
  const mixed = [1, 3, 5].map((at) => Math.round(channel(a, at) * (1 - share) + channel(b, at) * share))
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}
