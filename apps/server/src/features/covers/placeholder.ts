/** Increased when the drawing changes, to invalidate cached ones. */
export const PLACEHOLDER_VERSION = 1

const WIDTH = 560
const HEIGHT = 420

/** Night skies: zenith, horizon, light and water. */
const skies = [
  { zenith: '#0b1026', horizon: '#2b3a67', light: '#f2e8cf', water: '#5b7db1' },
  { zenith: '#0d1321', horizon: '#3e5c76', light: '#f0ebd8', water: '#748cab' },
  { zenith: '#120b24', horizon: '#4a2f6b', light: '#f6d6ff', water: '#8c6bb1' },
  { zenith: '#071a1f', horizon: '#1f5560', light: '#e3f6f1', water: '#4f9d9a' },
  { zenith: '#160d1c', horizon: '#5c2e4c', light: '#ffe1d6', water: '#a8688b' },
  { zenith: '#0a1420', horizon: '#33506b', light: '#ffe8b8', water: '#6a93a8' },
  { zenith: '#101018', horizon: '#3c3f5c', light: '#e6e9ff', water: '#7f86b3' },
  { zenith: '#0c1a14', horizon: '#2c5445', light: '#eef3d2', water: '#6a9c7c' },
  { zenith: '#1a1014', horizon: '#5e3a35', light: '#ffdcb0', water: '#a97b66' },
] as const

/**
 * Draws the placeholder for a work without a cover: a light over water, with sound waves as its reflection. The same
 * work always gets the same picture. No letters, because fonts differ between machines.
 *
 * @returns an SVG of 560 × 420
 */
export function drawPlaceholder(workId: number): string {
  const random = randomFrom(workId)
  const sky = skies[Math.floor(random() * skies.length)]!
  const moon = { x: 150 + random() * 260, y: 105 + random() * 55, radius: 26 + random() * 18 }
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">`,
    '<defs>',
    `<linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${sky.zenith}"/>`,
    `<stop offset="0.72" stop-color="${sky.horizon}"/><stop offset="1" stop-color="${sky.zenith}"/></linearGradient>`,
    `<radialGradient id="glow"><stop offset="0" stop-color="${sky.light}" stop-opacity="0.42"/>`,
    `<stop offset="0.35" stop-color="${sky.light}" stop-opacity="0.13"/>`,
    `<stop offset="1" stop-color="${sky.light}" stop-opacity="0"/></radialGradient>`,
    `<linearGradient id="dusk" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${sky.zenith}" stop-opacity="0"/>`,
    `<stop offset="1" stop-color="${sky.zenith}" stop-opacity="0.85"/></linearGradient>`,
    '</defs>',
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#sky)"/>`,
    stars(random, sky.light),
    `<circle cx="${round(moon.x)}" cy="${round(moon.y)}" r="${round(moon.radius * 5.2)}" fill="url(#glow)"/>`,
    ripples(moon, sky.light),
    `<circle cx="${round(moon.x)}" cy="${round(moon.y)}" r="${round(moon.radius)}" fill="${sky.light}" opacity="0.93"/>`,
    water(random, sky),
    voice(random, moon.x, sky.light),
    `<rect y="300" width="${WIDTH}" height="120" fill="url(#dusk)"/>`,
    '</svg>',
  ].join('')
}

type Random = () => number

function stars(random: Random, colour: string): string {
  return Array.from({ length: 34 }, () => {
    const size = 0.6 + random() * random() * 1.5
    const [x, y, opacity] = [random() * WIDTH, random() * 230, 0.2 + random() * 0.6]
    return `<circle cx="${round(x)}" cy="${round(y)}" r="${round(size)}" fill="${colour}" opacity="${round(opacity)}"/>`
  }).join('')
}

/** Rings around the light. */
function ripples({ x, y, radius }: { x: number; y: number; radius: number }, colour: string): string {
  return [1.75, 2.6, 3.6]
    .map(
      (reach, ring) =>
        `<circle cx="${round(x)}" cy="${round(y)}" r="${round(radius * reach)}" fill="none" stroke="${colour}" ` +
        `stroke-width="1.2" opacity="${round(0.3 - ring * 0.09)}"/>`,
    )
    .join('')
}

/** Four waves; nearer ones are lower, larger and darker. */
function water(random: Random, { water, zenith }: { water: string; zenith: string }): string {
  return [0, 1, 2, 3]
    .map((layer) => {
      const base = 262 + layer * 36
      const wave = swell(random, 7 + layer * 3)
      const points: string[] = []
      for (let x = 0; x <= WIDTH; x += 10) points.push(`${x} ${round(base + wave(x / WIDTH))}`)
      const path = `M0 ${HEIGHT}L${points.join('L')}L${WIDTH} ${HEIGHT}Z`
      const shade = `<path d="${path}" fill="${zenith}" opacity="${round(0.22 + layer * 0.1)}"/>`
      return `<path d="${path}" fill="${water}" opacity="${round(0.3 - layer * 0.05)}"/>${shade}`
    })
    .join('')
}

/** A sum of three sines. */
function swell(random: Random, height: number): (position: number) => number {
  const parts = [1, 2.3, 4.1].map((cycles, index) => ({
    cycles: cycles * (0.8 + random() * 0.5),
    phase: random() * Math.PI * 2,
    height: height / (index + 1.2),
  }))
  return (position) =>
    parts.reduce((sum, part) => sum + part.height * Math.sin(position * part.cycles * Math.PI * 2 + part.phase), 0)
}

/** The light's reflection: the bars of a waveform, loudest below the light. */
function voice(random: Random, centre: number, colour: string): string {
  const wave = swell(random, 1)
  const bars: string[] = []
  for (let index = -19; index <= 19; index++) {
    const nearness = Math.exp(-((index / 9) ** 2))
    const half = 2 + nearness * (12 + 20 * Math.abs(wave(index / 14)))
    const x = round(centre + index * 8)
    bars.push(
      `<line x1="${x}" x2="${x}" y1="${round(318 - half)}" y2="${round(318 + half)}" opacity="${round(0.14 + nearness * 0.62)}"/>`,
    )
  }
  return `<g stroke="${colour}" stroke-width="3" stroke-linecap="round">${bars.join('')}</g>`
}

/** A seeded generator of numbers between 0 and 1 (mulberry32). */
function randomFrom(seed: number): Random {
  let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
