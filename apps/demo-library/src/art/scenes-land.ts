import type { Random } from '../random.ts'
import type { Palette } from './palettes.ts'
import { fireflies, glow, mist, moon, pine, sky, stars } from './parts.ts'
import { blur, circle, HEIGHT, linear, mixColours, n, path, rect, ridge, stroke, WIDTH } from './svg.ts'

export type Scene = (random: Random, palette: Palette) => string

/** Hills behind hills under a moon. */
export const hills: Scene = (random, palette) => {
  const x = random.between(180, 620)
  const y = random.between(120, 200)
  let out =
    sky(palette) +
    stars(random, palette, 90, 340) +
    moon(palette, x, y, random.between(34, 58), random.pick([1, 1, 0.8]))
  for (let layer = 0; layer < 5; layer++) {
    const share = layer / 4
    const colour =
      share < 0.5
        ? mixColours(palette.land[0], palette.land[1], share * 2)
        : mixColours(palette.land[1], palette.land[2], share * 2 - 1)
    out += path(ridge(random, 330 + layer * 52, 46 - layer * 4), colour)
    if (layer < 4) out += mist(`m${layer}`, palette.sky[2], 350 + layer * 52, 110, 0.22)
  }
  return out
}

/** Pines in the mist, and fireflies. */
export const forest: Scene = (random, palette) => {
  let out =
    sky(palette, 0.5) + moon(palette, random.between(250, 550), random.between(150, 210), random.between(60, 84))
  for (let layer = 0; layer < 4; layer++) {
    const colour = mixColours(mixColours(palette.land[0], palette.sky[1], 0.35), palette.land[2], layer / 3)
    const foot = 430 + layer * 62
    for (let x = -30; x < WIDTH + 40; x += random.between(26, 58) * (1 + layer * 0.5)) {
      out += pine(random, x, foot + random.between(-8, 14), random.between(110, 190) * (0.8 + layer * 0.42), colour)
    }
    out += rect(0, foot - 2, WIDTH, HEIGHT - foot + 2, colour)
    if (layer < 3) out += mist(`f${layer}`, palette.sky[2], foot - 110, 190, 0.34)
  }
  return out + fireflies(random, palette.accent, 16, 330, 570)
}

/** A bamboo grove with light falling through it. */
export const bamboo: Scene = (random, palette) => {
  let out =
    sky(palette, 0.45) + moon(palette, random.between(280, 520), random.between(170, 250), random.between(70, 96))
  for (let layer = 0; layer < 3; layer++) {
    const colour = mixColours(mixColours(palette.land[0], palette.sky[2], 0.45), palette.land[2], layer / 2)
    const count = 10 - layer * 3
    for (let i = 0; i < count; i++) {
      const x = (i + random.between(0.1, 0.9)) * (WIDTH / count)
      const width = 7 + layer * 8 + random.between(-2, 3)
      const lean = random.between(-16, 16)
      const joint = random.between(78, 105)
      for (let y = HEIGHT + random.between(0, joint); y > -joint; y -= joint) {
        const shift = (lean * (HEIGHT - y)) / HEIGHT
        out += rect(x + shift, y - joint + 3, width, joint - 5, colour, 0.94, `rx="${n(width * 0.22)}"`)
        out += rect(x + shift + width * 0.18, y - joint + 5, width * 0.16, joint - 9, palette.light, 0.13)
        if (layer > 0 && random.chance(0.34)) out += leaves(random, x + shift + width / 2, y - joint, colour)
      }
    }
    if (layer < 2) out += mist(`b${layer}`, palette.sky[2], 240, 400, 0.34)
  }
  return out
}

/** A spray of narrow leaves that hang to one side. */
function leaves(random: Random, x: number, y: number, colour: string): string {
  const side = random.pick([-1, 1])
  const count = random.int(4, 6)
  let out = ''
  for (let i = 0; i < count; i++) {
    const angle = 0.1 + (i / count) * 1.25 + random.between(-0.1, 0.1)
    const length = random.between(54, 92)
    const degrees = side > 0 ? (angle * 180) / Math.PI : 180 - (angle * 180) / Math.PI
    out += path(
      `M0 0Q${n(length * 0.35)} -9 ${n(length)} 0Q${n(length * 0.35)} 7 0 0Z`,
      colour,
      0.94,
      `transform="translate(${n(x)} ${n(y)}) rotate(${n(degrees)})"`,
    )
  }
  return out
}

/** A gate on the hill path, in the evening. */
export const gate: Scene = (random, palette) => {
  const centre = random.between(340, 460)
  let out =
    sky(palette, 0.5) + stars(random, palette, 40, 260) + moon(palette, centre + random.between(-30, 30), 235, 92)
  out += path(ridge(random, 380, 34), palette.land[0]) + mist('g1', palette.sky[2], 370, 120, 0.4)
  out += path(ridge(random, 450, 20), palette.land[1])
  for (let step = 0; step < 9; step++) {
    const width = 90 + step * 34
    out += rect(
      centre - width / 2,
      470 + step * 15,
      width,
      8 + step,
      mixColours(palette.land[1], palette.land[0], 0.75 - step * 0.05),
      0.8,
      'rx="2"',
    )
  }
  for (const [scale, colour, foot] of [
    [0.55, mixColours(palette.accent, palette.land[1], 0.45), 472],
    [1, mixColours(palette.accent, palette.land[2], 0.12), 560],
  ] as const) {
    const [w, h] = [150 * scale, 330 * scale]
    const top = foot - h
    out += path(`M${n(centre - w)} ${foot}l${n(w * 0.12)} ${n(-h)}h${n(16 * scale)}l${n(-w * 0.06)} ${n(h)}Z`, colour)
    out += path(`M${n(centre + w)} ${foot}l${n(-w * 0.12)} ${n(-h)}h${n(-16 * scale)}l${n(w * 0.06)} ${n(h)}Z`, colour)
    out += rect(centre - w * 1.02, top + h * 0.2, w * 2.04, 15 * scale, colour)
    out += path(
      `M${n(centre - w * 1.4)} ${n(top - 14 * scale)}Q${n(centre)} ${n(top + 22 * scale)} ${n(centre + w * 1.4)} ${n(top - 14 * scale)}l${n(-6 * scale)} ${n(26 * scale)}Q${n(centre)} ${n(top + 44 * scale)} ${n(centre - w * 1.4 + 6 * scale)} ${n(top + 12 * scale)}Z`,
      mixColours(colour, palette.land[2], 0.35),
    )
    out += rect(centre - 9 * scale, top + 12 * scale, 18 * scale, h * 0.16, colour)
  }
  for (const side of [-1, 1])
    for (let i = 0; i < 4; i++)
      out += pine(random, centre + side * random.between(230, 420), 600, random.between(230, 380), palette.land[2])
  return out + fireflies(random, palette.light, 14, 300, 570)
}

/** Roofs under snow, with lit windows. */
export const snowTown: Scene = (random, palette) => {
  let out = sky(palette) + stars(random, palette, 40, 260) + moon(palette, random.between(560, 680), 110, 34, 0.7)
  out +=
    path(ridge(random, 330, 60), mixColours(palette.land[0], palette.sky[2], 0.4)) +
    mist('s0', palette.sky[2], 300, 160, 0.5)
  out += `<defs>${glow('win', palette.accent)}</defs>`
  for (let row = 0; row < 3; row++) {
    const wall = mixColours(palette.land[1], palette.land[2], row / 2)
    const scale = 0.7 + row * 0.35
    const foot = 420 + row * 85
    for (let x = random.between(-60, -10); x < WIDTH;) {
      const [w, h] = [random.between(90, 150) * scale, random.between(60, 95) * scale]
      const peak = random.between(40, 58) * scale
      out += rect(x, foot - h, w, h + 90, wall)
      out += path(
        `M${n(x - 12)} ${n(foot - h + 6)}L${n(x + w / 2)} ${n(foot - h - peak)}L${n(x + w + 12)} ${n(foot - h + 6)}Z`,
        wall,
      )
      out += path(
        `M${n(x - 16)} ${n(foot - h + 4)}Q${n(x + w * 0.2)} ${n(foot - h - peak * 0.7)} ${n(x + w / 2)} ${n(foot - h - peak - 8)}Q${n(x + w * 0.8)} ${n(foot - h - peak * 0.7)} ${n(x + w + 16)} ${n(foot - h + 4)}Q${n(x + w * 0.75)} ${n(foot - h - peak * 0.42)} ${n(x + w / 2)} ${n(foot - h - peak * 0.62)}Q${n(x + w * 0.25)} ${n(foot - h - peak * 0.42)} ${n(x - 16)} ${n(foot - h + 4)}Z`,
        mixColours(palette.light, palette.sky[2], 0.35 - row * 0.1),
      )
      for (let window = 0; window < 2; window++) {
        if (!random.chance(0.7)) continue
        const [wx, wy] = [x + w * (0.2 + window * 0.42), foot - h * 0.72]
        out += circle(wx + 9 * scale, wy + 12 * scale, 52 * scale, 'url(#win)', 0.5)
        out +=
          rect(wx, wy, 18 * scale, 24 * scale, palette.light, 0.95, 'rx="2"') +
          rect(wx + 8 * scale, wy, 2 * scale, 24 * scale, wall, 0.7)
      }
      x += w + random.between(6, 34) * scale
    }
    out += path(ridge(random, foot + 24, 9), mixColours(palette.light, palette.sky[2], 0.55 - row * 0.14), 0.96)
  }
  for (let i = 0; i < 130; i++)
    out += circle(
      random.between(0, WIDTH),
      random.between(0, HEIGHT),
      random.between(0.9, 3.2),
      '#ffffff',
      random.between(0.25, 0.85),
    )
  return out
}

/** A dome under turning stars. */
export const observatory: Scene = (random, palette) => {
  const [cx, cy] = [random.between(260, 540), random.between(200, 270)]
  let out = sky(palette, 0.6)
  for (let i = 0; i < 120; i++) {
    const radius = 14 + Math.pow(random.next(), 0.65) * 620
    const from = random.between(0, 6.28)
    const sweep = random.between(0.25, 0.75)
    const [x1, y1] = [cx + radius * Math.cos(from), cy + radius * Math.sin(from)]
    const [x2, y2] = [cx + radius * Math.cos(from + sweep), cy + radius * Math.sin(from + sweep)]
    out += stroke(
      `M${n(x1)} ${n(y1)}A${n(radius)} ${n(radius)} 0 0 1 ${n(x2)} ${n(y2)}`,
      random.pick([palette.light, palette.light, palette.sky[2], palette.accent]),
      random.between(0.7, 1.9),
      random.between(0.2, 0.75),
    )
  }
  out += circle(cx, cy, 3, palette.light)
  out +=
    mist('o1', palette.sky[2], 320, 220, 0.4) +
    path(ridge(random, 455, 26), palette.land[1]) +
    path(ridge(random, 510, 18), palette.land[2])
  const x = random.between(500, 600) * (random.chance(0.5) ? 1 : 0.42)
  const dome = mixColours(palette.land[2], palette.land[1], 0.35)
  out += rect(x - 74, 440, 148, 90, palette.land[2]) + path(`M${n(x - 82)} 442a82 82 0 0 1 164 0Z`, dome)
  out += path(`M${n(x - 8)} 442L${n(x + 14)} 362l24 10L${n(x + 28)} 442Z`, palette.accent, 0.85)
  out += rect(x - 86, 438, 172, 9, palette.land[2]) + rect(x - 12, 478, 24, 52, palette.accent, 0.7, 'rx="10"')
  return out
}

/** The last train, along a lake. */
export const nightTrain: Scene = (random, palette) => {
  let out =
    sky(palette) +
    stars(random, palette, 80, 300) +
    moon(palette, random.between(140, 300), 120, 40, random.pick([1, 0.75]))
  out +=
    path(ridge(random, 300, 50), palette.land[0]) +
    mist('t0', palette.sky[2], 290, 120, 0.4) +
    path(ridge(random, 352, 22), palette.land[1])
  out += `<defs>${linear('lake', [
    [0, palette.sky[2]],
    [1, palette.sky[0]],
  ])}${linear('lit', [
    [0, palette.light, 0.65],
    [1, palette.accent, 0],
  ])}${blur('soft', 5)}</defs>`
  out += rect(0, 430, WIDTH, 170, 'url(#lake)')
  const y = 372
  for (let car = 0; car < 3; car++) {
    const x = -120 + car * 330 + 20
    out += rect(x, y, 318, 62, palette.land[2], 1, 'rx="9"') + rect(x, y + 47, 318, 4, palette.accent, 0.8)
    for (let i = 0; i < 8; i++) {
      out += rect(
        x + 16 + i * 37,
        y + 14,
        25,
        23,
        mixColours(palette.light, palette.accent, random.between(0, 0.35)),
        0.96,
        'rx="4"',
      )
      out += rect(x + 14 + i * 37, 452, 29, random.between(60, 120), 'url(#lit)', 0.6, 'filter="url(#soft)"')
    }
  }
  out += rect(0, 434, WIDTH, 7, palette.land[2])
  for (let x = 20; x < WIDTH; x += 96) out += path(`M${x} 438h14l4 40h-22Z`, palette.land[2])
  for (let i = 0; i < 46; i++) {
    const rowY = 465 + Math.pow(random.next(), 1.4) * 130
    out += rect(
      random.between(-40, WIDTH),
      rowY,
      random.between(40, 190),
      1.5,
      random.pick([palette.light, palette.sky[0]]),
      random.between(0.08, 0.28),
      'rx="1"',
    )
  }
  return out
}
