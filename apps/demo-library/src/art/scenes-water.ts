import { glow, mist, moon, sky, stars } from './parts.ts'
import type { Scene } from './scenes-land.ts'
import { blur, circle, HEIGHT, linear, mixColours, n, path, rect, ridge, stroke, WIDTH } from './svg.ts'

/** A moon and its road over the sea. */
export const moonlitSea: Scene = (random, palette) => {
  const x = random.between(260, 540)
  const horizon = random.between(300, 340)
  let out =
    sky(palette, 0.5) +
    stars(random, palette, 60, horizon - 60) +
    moon(palette, x, horizon - random.between(90, 150), random.between(46, 70))
  out += `<defs>${linear('sea', [
    [0, mixColours(palette.land[0], palette.sky[2], 0.35)],
    [0.35, palette.land[1]],
    [1, palette.land[2]],
  ])}</defs>`
  out += rect(0, horizon, WIDTH, HEIGHT - horizon, 'url(#sea)')
  for (let i = 0; i < 150; i++) {
    const depth = Math.pow(random.next(), 1.5)
    const y = horizon + 3 + depth * (HEIGHT - horizon)
    const spread = 22 + depth * 190
    const width = (10 + 70 * depth) * random.between(0.5, 1.3)
    out += rect(
      x + random.gaussian() * spread * 0.5 - width / 2,
      y,
      width,
      1.4 + depth * 2.6,
      palette.light,
      random.between(0.16, 0.62) * (1 - depth * 0.4),
      'rx="2"',
    )
  }
  for (let layer = 0; layer < 3; layer++) {
    const y = 470 + layer * 48
    let d = `M0 ${HEIGHT}L0 ${y}`
    for (let at = 0; at < WIDTH; at += 160) d += `q40 ${-20 - layer * 6} 80 0t80 0`
    out += path(
      `${d}L${WIDTH} ${HEIGHT}Z`,
      mixColours(palette.land[1], palette.land[2], (layer + 1) / 3),
      0.72,
      `transform="translate(${n(random.between(-40, 0))} 0) scale(1.06 1)"`,
    )
  }
  return out
}

/** Overlapping waves like a traditional textile pattern, with a sun or a moon behind them. */
export const wavePattern: Scene = (random, palette) => {
  const [x, y] = [random.between(240, 560), random.between(170, 230)]
  let out = sky(palette, 0.7) + `<defs>${glow('disc', palette.light)}</defs>`
  out += circle(x, y, 330, 'url(#disc)', 0.5) + circle(x, y, 128, palette.accent, 0.95)
  const size = random.pick([72, 84, 96])
  const top = 300
  for (let row = 0; row * size * 0.5 + top < HEIGHT + size; row++) {
    const depth = Math.min(1, row / 7)
    for (let column = -1; column * size * 2 < WIDTH + size * 2; column++) {
      const [cx, cy] = [column * size * 2 + (row % 2 ? size : 0), top + row * size * 0.5 + size * 0.4]
      for (let ring = 0; ring < 5; ring++) {
        const base =
          ring % 2
            ? mixColours(palette.light, palette.sky[2], 0.25 + depth * 0.3)
            : mixColours(palette.land[0], palette.land[2], depth)
        out += circle(cx, cy, size * (1 - ring * 0.2), base)
      }
    }
  }
  return out
}

/** A lighthouse that keeps watch. */
export const lighthouse: Scene = (random, palette) => {
  const left = random.chance(0.5)
  const x = left ? random.between(190, 260) : random.between(540, 610)
  const away = left ? 1 : -1
  const horizon = 390
  let out = sky(palette) + stars(random, palette, 110, horizon - 40)
  out += `<defs>${linear('sea', [
    [0, mixColours(palette.land[0], palette.sky[2], 0.45)],
    [1, palette.land[2]],
  ])}${linear(
    'beam',
    left
      ? [
          [0, palette.light, 0.75],
          [1, palette.light, 0],
        ]
      : [
          [0, palette.light, 0],
          [1, palette.light, 0.75],
        ],
    true,
  )}${glow('lamp', palette.light)}${blur('haze', 6)}</defs>`
  out += rect(0, horizon, WIDTH, HEIGHT - horizon, 'url(#sea)')
  for (let i = 0; i < 60; i++)
    out += rect(
      random.between(-30, WIDTH),
      horizon + 6 + Math.pow(random.next(), 1.6) * 190,
      random.between(20, 110),
      1.6,
      palette.light,
      random.between(0.05, 0.22),
      'rx="1"',
    )
  out += path(`M${n(x)} 176L${n(x + away * 720)} 60V262Z`, 'url(#beam)', 0.6, 'filter="url(#haze)"')
  out += path(`M${n(x)} 176L${n(x - away * 420)} 150V214Z`, palette.light, 0.12, 'filter="url(#haze)"')
  out += path(
    `M${n(x - 250)} 600Q${n(x - 150)} 440 ${n(x - 50)} 432Q${n(x + 40)} 420 ${n(x + 90)} 446Q${n(x + 190)} 500 ${n(x + 300)} 600Z`,
    palette.land[2],
  )
  out += path(
    `M${n(x - 34)} 440L${n(x - 20)} 202h40L${n(x + 34)} 440Z`,
    mixColours(palette.light, palette.sky[2], 0.25),
  )
  out += path(`M${n(x + 6)} 202h14L${n(x + 34)} 440h-22Z`, palette.land[1], 0.35)
  for (const band of [0, 1]) {
    const y = 250 + band * 86
    const half = 20 + ((y - 202) / 238) * 14
    out += path(`M${n(x - half)} ${y}h${n(half * 2)}l2.4 40h${n(-half * 2 - 4.8)}Z`, palette.accent, 0.92)
  }
  out +=
    circle(x, 176, 130, 'url(#lamp)', 0.9) +
    rect(x - 26, 196, 52, 8, palette.land[2], 1, 'rx="2"') +
    rect(x - 15, 160, 30, 37, palette.light) +
    rect(x - 2, 160, 4, 37, palette.land[2], 0.6)
  out += path(`M${n(x - 20)} 162Q${n(x)} 124 ${n(x + 20)} 162Z`, palette.land[2])
  return out
}

/** Rain on a window, the town behind it out of focus. */
export const rainyWindow: Scene = (random, palette) => {
  let out =
    sky(palette, 0.6) +
    `<defs>${blur('far', 9)}${linear('sill', [
      [0, palette.land[2], 0],
      [0.6, palette.land[2], 0.6],
      [1, palette.land[2], 0.85],
    ])}</defs>`
  for (let i = 0; i < 34; i++) {
    const colour = random.pick([palette.light, palette.accent, palette.accent, palette.sky[2], palette.land[0]])
    out += circle(
      random.between(0, WIDTH),
      330 + random.gaussian() * 110,
      random.between(14, 58),
      colour,
      random.between(0.14, 0.42),
      i % 3 ? '' : 'filter="url(#far)"',
    )
  }
  out += rect(0, 400, WIDTH, 200, 'url(#sill)')
  for (let i = 0; i < 70; i++) {
    const [x, y, length] = [random.between(-60, WIDTH), random.between(-60, HEIGHT), random.between(40, 130)]
    out += stroke(
      `M${n(x)} ${n(y)}l${n(length * 0.16)} ${n(length)}`,
      palette.light,
      random.between(0.6, 1.5),
      random.between(0.08, 0.3),
    )
  }
  for (let i = 0; i < 62; i++) {
    const [x, y, size] = [random.between(0, WIDTH), random.between(0, HEIGHT), 2.5 + Math.pow(random.next(), 3) * 11]
    if (size > 8)
      out += stroke(
        `M${n(x)} ${n(y)}q${n(random.between(-6, 6))} ${n(-60)} ${n(random.between(-4, 4))} ${n(-random.between(80, 220))}`,
        palette.light,
        size * 0.5,
        0.09,
      )
    out += circle(x, y, size, palette.sky[0], 0.4) + circle(x, y + size * 0.15, size * 0.86, palette.sky[2], 0.4)
    out += circle(x - size * 0.28, y - size * 0.32, size * 0.26, '#ffffff', 0.85)
  }
  return out
}

/** A pond: rings that spread, a few floating leaves, two fish. */
export const pond: Scene = (random, palette) => {
  let out = `<defs>${linear('sky', [
    [0, palette.land[1]],
    [0.6, mixColours(palette.land[1], palette.land[2], 0.6)],
    [1, palette.land[2]],
  ])}${blur('deep', 2.2)}</defs>${rect(0, 0, WIDTH, HEIGHT, 'url(#sky)')}`
  for (const [i, colour] of [palette.accent, palette.light, mixColours(palette.accent, palette.light, 0.5)].entries()) {
    const [x, y, turn] = [random.between(160, 640), 140 + i * 150 + random.between(-30, 30), random.between(0, 360)]
    out += `<g transform="translate(${n(x)} ${n(y)}) rotate(${n(turn)})" filter="url(#deep)" opacity="0.9">${path('M-70 0Q-20 -30 60 0Q-20 30 -70 0Z', colour)}${path('M-64 0Q-96 -34 -122 -30Q-100 -4 -118 26Q-92 30 -64 0Z', colour, 0.75)}${path('M8 -14Q-4 -46 -26 -44Q-22 -24 -14 -16ZM8 14Q-4 46 -26 44Q-22 24 -14 16Z', colour, 0.55)}${path('M0 -14Q24 -16 30 -4Q12 2 -4 -4Z', i === 1 ? palette.accent : palette.light, 0.85)}</g>`
  }
  for (let i = 0; i < 5; i++) {
    const [x, y] = [random.between(60, 740), random.between(60, 540)]
    const rings = random.int(3, 6)
    for (let ring = 1; ring <= rings; ring++)
      out += `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${ring * 27}" ry="${ring * 25}" fill="none" stroke="${palette.light}" stroke-width="${n(2.2 - ring * 0.28)}" opacity="${(0.5 - ring * 0.07).toFixed(2)}"/>`
  }
  for (let i = 0; i < 9; i++) {
    const edge = random.chance(0.5)
    const [x, y, size] = [
      edge ? random.between(-20, 190) : random.between(600, 820),
      random.between(0, HEIGHT),
      random.between(34, 74),
    ]
    const colour = mixColours(palette.land[0], palette.sky[2], random.between(0.05, 0.5))
    out += `<g transform="translate(${n(x)} ${n(y)}) rotate(${random.int(0, 359)}) scale(${n(size / 50)})">${path('M0 0L48 -14A50 50 0 1 0 48 14Z', palette.land[2], 0.4, 'transform="translate(5 7)"')}${path('M0 0L48 -14A50 50 0 1 0 48 14Z', colour)}${stroke('M0 0L-44 0M0 0L-24 -36M0 0L-24 36M0 0L14 -42M0 0L14 42', palette.light, 1.2, 0.25)}</g>`
  }
  return out
}

/** Mountains, one paler than the other, and a lake that gives them back. */
export const lake: Scene = (random, palette) => {
  let out = sky(palette, 0.4) + moon(palette, random.between(200, 600), 130, random.between(38, 54))
  const shapes = [0, 1, 2].map((layer) =>
    path(
      ridge(random, 225 + layer * 40, 66 - layer * 14, 1.5),
      mixColours(mixColours(palette.land[0], palette.sky[2], 0.35), palette.land[2], layer * 0.42),
    ),
  )
  const land = shapes
    .map((shape, layer) => shape + (layer < 2 ? mist(`l${layer}`, palette.sky[2], 230 + layer * 45, 120, 0.5) : ''))
    .join('')
  out += `<defs><clipPath id="above"><rect width="${WIDTH}" height="350"/></clipPath><clipPath id="below"><rect y="350" width="${WIDTH}" height="250"/></clipPath>${linear(
    'water',
    [
      [0, palette.sky[2], 0.15],
      [1, palette.sky[0], 0.8],
    ],
  )}</defs>`
  out += `<g clip-path="url(#above)">${land}</g><g clip-path="url(#below)">${rect(0, 350, WIDTH, 250, palette.sky[2])}<g transform="translate(0 700) scale(1 -1)" opacity="0.75">${shapes.join('')}</g>${rect(0, 350, WIDTH, 250, 'url(#water)')}</g>`
  for (let i = 0; i < 40; i++)
    out += rect(
      random.between(-60, WIDTH),
      356 + Math.pow(random.next(), 1.5) * 235,
      random.between(50, 260),
      1.6,
      palette.light,
      random.between(0.05, 0.2),
      'rx="1"',
    )
  for (let i = 0; i < 26; i++) {
    const x = random.chance(0.6) ? random.between(-10, 170) : random.between(640, 810)
    out += stroke(
      `M${n(x)} 605q${n(random.between(-8, 8))} -60 ${n(random.between(-34, 34))} ${n(-random.between(70, 170))}`,
      palette.land[2],
      random.between(1.5, 3.4),
    )
  }
  return out
}
