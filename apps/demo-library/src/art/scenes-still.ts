import { glow, moon, sky, stars } from './parts.ts'
import type { Scene } from './scenes-land.ts'
import { blur, circle, HEIGHT, linear, mixColours, n, path, rect, stroke, WIDTH } from './svg.ts'

/** Paper lanterns on strings. */
export const lanterns: Scene = (random, palette) => {
  let out =
    sky(palette, 0.6) +
    stars(random, palette, 50, 420) +
    `<defs>${glow('warm', palette.accent)}${linear('paper', [
      [0, palette.accent],
      [0.45, palette.light],
      [1, palette.accent],
    ])}${blur('far', 4)}</defs>`
  for (let row = 0; row < 3; row++) {
    const scale = 0.5 + row * 0.36
    const top = 30 + row * 70
    const sag = 70 + row * 24
    const line = (x: number) => top + sag * (1 - Math.pow((x - 400) / 420, 2))
    out += stroke(`M-20 ${top}Q400 ${top + sag * 2} 820 ${top}`, palette.land[2], 1.4 + row, 0.8)
    for (let x = random.between(10, 70); x < WIDTH; x += random.between(120, 170) * (0.7 + row * 0.35)) {
      const y = line(x) + 8
      const [w, h] = [58 * scale, 72 * scale]
      out += circle(x, y + h * 0.6, 120 * scale, 'url(#warm)', 0.75)
      out += `<g ${row === 0 ? 'filter="url(#far)"' : ''} opacity="${0.7 + row * 0.15}">${stroke(`M${n(x)} ${n(y - 10)}v${n(18)}`, palette.land[2], 2)}${path(`M${n(x - w * 0.3)} ${n(y + 6)}Q${n(x - w * 0.75)} ${n(y + h * 0.55)} ${n(x - w * 0.3)} ${n(y + h * 1.05)}H${n(x + w * 0.3)}Q${n(x + w * 0.75)} ${n(y + h * 0.55)} ${n(x + w * 0.3)} ${n(y + 6)}Z`, 'url(#paper)')}`
      for (let rib = 1; rib < 6; rib++)
        out += stroke(
          `M${n(x - w * (0.3 + 0.24 * Math.sin((rib / 6) * Math.PI)))} ${n(y + 6 + (h * rib) / 6)}q${n(w * 0.5)} ${n(6 * scale)} ${n(w * (0.6 + 0.48 * Math.sin((rib / 6) * Math.PI)))} 0`,
          palette.land[1],
          1,
          0.3,
        )
      out += `${rect(x - w * 0.32, y + 2, w * 0.64, 6 * scale, palette.land[2], 1, 'rx="2"')}${rect(x - w * 0.32, y + h * 1.03, w * 0.64, 6 * scale, palette.land[2], 1, 'rx="2"')}</g>`
    }
  }
  for (let i = 0; i < 14; i++) {
    const x = i * 62 - 20 + random.between(-10, 10)
    const height = random.between(50, 120)
    out += circle(x, HEIGHT - height * 0.4, height * 0.9, palette.land[2])
  }
  return out
}

/** A bowl of tea by a round window. */
export const teaBowl: Scene = (random, palette) => {
  const wall = mixColours(palette.land[1], palette.land[2], 0.3)
  const x = random.between(330, 470)
  let out =
    rect(0, 0, WIDTH, HEIGHT, wall) +
    `<defs>${linear('sky', [
      [0, palette.sky[0]],
      [0.5, palette.sky[1]],
      [1, palette.sky[2]],
    ])}${linear('table', [
      [0, mixColours(palette.land[1], palette.accent, 0.25)],
      [1, palette.land[2]],
    ])}<clipPath id="round"><circle cx="400" cy="230" r="188"/></clipPath>${blur('steam', 7)}${glow('lamp', palette.light)}${linear(
      'glaze',
      [
        [0, mixColours(palette.sky[2], palette.light, 0.3)],
        [0.5, palette.land[0]],
        [1, palette.land[2]],
      ],
      true,
    )}</defs>`
  out += circle(400, 230, 330, 'url(#lamp)', 0.3)
  out += `<g clip-path="url(#round)">${circle(400, 230, 190, 'url(#sky)')}${moon(palette, random.between(300, 500), 160, 36)}`
  for (const layer of [0, 1]) {
    const y = 300 + layer * 50
    out += path(
      `M180 460V${y}Q${n(random.between(250, 320))} ${y - 90 + layer * 30} 400 ${y}T640 ${y - 20}V460Z`,
      palette.land[layer]!,
    )
  }
  out += `</g><circle cx="400" cy="230" r="190" fill="none" stroke="${palette.land[2]}" stroke-width="12"/>`
  out += stroke('M400 42V418M212 230H588', palette.land[2], 4, 0.65)
  out += rect(0, 452, WIDTH, 150, 'url(#table)') + rect(0, 450, WIDTH, 4, palette.light, 0.25)
  for (let i = 0; i < 3; i++) {
    const sx = x - 36 + i * 36
    out += stroke(
      `M${n(sx)} 372q${n(random.between(-40, -20))} -46 ${n(random.between(-8, 14))} -90t${n(random.between(-10, 20))} -92`,
      palette.light,
      15,
      0.28,
      'filter="url(#steam)"',
    )
  }
  out += `<ellipse cx="${n(x + 14)}" cy="532" rx="150" ry="19" fill="${palette.land[2]}" opacity="0.55"/>`
  out +=
    path(
      `M${n(x - 124)} 388Q${n(x - 118)} 526 ${n(x - 44)} 528H${n(x + 44)}Q${n(x + 118)} 526 ${n(x + 124)} 388Z`,
      'url(#glaze)',
    ) + rect(x - 46, 522, 92, 14, palette.land[2], 1, 'rx="4"')
  out += `<ellipse cx="${n(x)}" cy="388" rx="124" ry="25" fill="${mixColours(palette.land[0], palette.light, 0.3)}"/><ellipse cx="${n(x)}" cy="391" rx="112" ry="19" fill="${mixColours('#6f8f4a', palette.accent, 0.18)}"/>`
  out += stroke(`M${n(x - 108)} 432Q${n(x)} 458 ${n(x + 108)} 430`, palette.accent, 5, 0.6)
  return out
}

/** Shelves at night, one lamp. */
export const library: Scene = (random, palette) => {
  const wood = palette.land[2]
  let out =
    rect(0, 0, WIDTH, HEIGHT, mixColours(wood, palette.land[1], 0.25)) +
    `<defs>${glow('lamp', palette.light)}${linear('vignette', [
      [0, wood, 0.55],
      [0.5, wood, 0],
      [1, wood, 0.75],
    ])}</defs>`
  const inks = [
    palette.land[0],
    palette.land[1],
    palette.sky[1],
    palette.sky[2],
    palette.accent,
    mixColours(palette.accent, palette.land[1], 0.5),
    mixColours(palette.light, palette.land[0], 0.45),
  ]
  for (let shelf = 0; shelf < 4; shelf++) {
    const foot = 148 + shelf * 150
    for (let x = 14; x < WIDTH - 20;) {
      if (random.chance(0.06)) {
        x += random.between(24, 60)
        continue
      }
      const [w, h] = [random.between(13, 34), random.between(84, 126)]
      const lean = random.chance(0.07) ? 9 : 0
      const ink = random.pick(inks)
      out += `<g transform="rotate(${lean} ${n(x)} ${foot})">${rect(x, foot - h, w, h, ink, 0.92, 'rx="2"')}${rect(x, foot - h, w * 0.2, h, palette.light, 0.12)}${random.chance(0.6) ? rect(x + 2, foot - h + 14, w - 4, 3, palette.light, 0.5) + rect(x + 2, foot - 22, w - 4, 3, palette.light, 0.4) : ''}</g>`
      x += w + (lean ? 16 : 1.5)
    }
    out += rect(0, foot, WIDTH, 15, wood) + rect(0, foot, WIDTH, 2, palette.light, 0.2)
  }
  const x = random.between(220, 580)
  out += rect(0, 0, WIDTH, HEIGHT, 'url(#vignette)') + circle(x, 330, 420, 'url(#lamp)', 0.8)
  out +=
    rect(x - 3, 392, 6, 152, wood) +
    path(`M${n(x - 78)} 400L${n(x - 42)} 318h84L${n(x + 78)} 400Z`, palette.light) +
    `<ellipse cx="${n(x)}" cy="546" rx="56" ry="10" fill="${wood}"/>`
  return out + rect(0, 550, WIDTH, 50, wood)
}

/** Rings of sound: a bell, drawn as what one hears. */
export const rings: Scene = (random, palette) => {
  const [x, y] = [random.between(250, 550), random.between(220, 380)]
  let out = sky(palette, 0.5) + `<defs>${glow('core', palette.light)}</defs>`
  for (let ring = 18; ring > 0; ring--) {
    const radius = ring * ring * 1.5 + ring * 9
    out += circle(x, y, radius, mixColours(palette.sky[2], palette.land[2], ring / 18), 0.34)
    out += `<circle cx="${n(x)}" cy="${n(y)}" r="${n(radius)}" fill="none" stroke="${palette.light}" stroke-width="${n(2.2 - ring * 0.09)}" opacity="${(0.62 - ring * 0.03).toFixed(2)}"/>`
  }
  out += circle(x, y, 190, 'url(#core)', 0.9) + circle(x, y, 17, palette.light)
  for (let i = 0; i < 9; i++) {
    const ring = random.int(5, 14)
    const radius = ring * ring * 1.5 + ring * 9
    const angle = random.between(0, 6.28)
    out += circle(
      x + radius * Math.cos(angle),
      y + radius * Math.sin(angle),
      random.between(4, 13),
      random.pick([palette.accent, palette.light]),
      0.95,
    )
  }
  return out
}

/** A flowering branch before the moon. */
export const branch: Scene = (random, palette) => {
  const left = random.chance(0.5)
  let out = sky(palette, 0.6) + moon(palette, 400 + (left ? 90 : -90), 270, 150)
  let twigs = ''
  let flowers = ''
  const grow = (x: number, y: number, angle: number, length: number, width: number): void => {
    const [x2, y2] = [x + Math.cos(angle) * length, y + Math.sin(angle) * length]
    const bend = random.between(-0.14, 0.14) * length
    twigs += stroke(
      `M${n(x)} ${n(y)}Q${n((x + x2) / 2 - Math.sin(angle) * bend)} ${n((y + y2) / 2 + Math.cos(angle) * bend)} ${n(x2)} ${n(y2)}`,
      palette.land[2],
      width,
    )
    for (let i = 0; i < (width < 7 ? 3 : 1); i++) {
      const t = random.next()
      if (random.chance(0.75))
        flowers += blossom(
          x + (x2 - x) * t + random.between(-9, 9),
          y + (y2 - y) * t + random.between(-9, 9),
          random.between(8, 15),
        )
    }
    if (width < 2.4) return
    grow(x2, y2, angle + random.between(-0.35, 0.28), length * random.between(0.72, 0.9), width * 0.72)
    if (random.chance(0.85))
      grow(
        x2,
        y2,
        angle + random.pick([-1, 1]) * random.between(0.45, 0.85),
        length * random.between(0.5, 0.7),
        width * 0.52,
      )
  }
  function blossom(x: number, y: number, size: number): string {
    const colour = random.pick([
      palette.accent,
      mixColours(palette.accent, palette.light, 0.5),
      mixColours(palette.accent, palette.light, 0.75),
    ])
    const turn = random.between(0, 72)
    const petals = [0, 1, 2, 3, 4].map(
      (petal) =>
        `<ellipse cx="0" cy="${n(-size * 0.62)}" rx="${n(size * 0.46)}" ry="${n(size * 0.6)}" fill="${colour}" transform="rotate(${n(turn + petal * 72)})"/>`,
    )
    return `<g transform="translate(${n(x)} ${n(y)})" opacity="0.96">${petals.join('')}${circle(0, 0, size * 0.2, palette.light)}</g>`
  }
  grow(-30, 470, -0.42, 190, 21)
  out += left ? twigs + flowers : `<g transform="translate(${WIDTH} 0) scale(-1 1)">${twigs}${flowers}</g>`
  for (let i = 0; i < 22; i++)
    out += `<ellipse cx="${n(random.between(0, WIDTH))}" cy="${n(random.between(120, HEIGHT))}" rx="7" ry="3.6" fill="${mixColours(palette.accent, palette.light, 0.4)}" opacity="${random.between(0.35, 0.9).toFixed(2)}" transform="rotate(${random.int(-40, 40)} ${n(random.between(0, WIDTH))} 300)"/>`
  return out
}

/** Discs, arcs and lines in balance; nothing in particular. */
export const geometry: Scene = (random, palette) => {
  const ground = mixColours(palette.sky[2], palette.light, 0.72)
  const inks = [palette.land[1], palette.accent, palette.land[2], palette.sky[1], palette.land[0], palette.sky[2]]
  let out = rect(0, 0, WIDTH, HEIGHT, ground)
  const cell = 200
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 4; column++) {
      const [a, b] = random.sample(inks, 2) as [string, string]
      const [x, y] = [column * cell, row * cell]
      const turn = `transform="rotate(${random.pick([0, 90, 180, 270])} ${x + 100} ${y + 100})"`
      if (random.chance(0.72)) out += rect(x, y, cell, cell, mixColours(a, ground, random.pick([0, 0, 0.55])))
      out += random.pick([
        () => path(`M${x} ${y + cell}A200 200 0 0 1 ${x + cell} ${y}V${y + cell}Z`, b, 1, turn),
        () => [100, 74, 48, 22].map((radius, i) => circle(x + 100, y + 100, radius, i % 2 ? ground : b)).join(''),
        () =>
          path(`M${x} ${y}A100 100 0 0 0 ${x + cell} ${y}Z`, b, 1, turn) +
          path(`M${x} ${y + 100}A100 100 0 0 0 ${x + cell} ${y + 100}Z`, palette.light, 0.85, turn),
        () => [0, 1, 2, 3, 4].map((i) => stroke(`M${x} ${y + 24 + i * 38}q25 -22 50 0t50 0t50 0t50 0`, b, 7)).join(''),
        () => circle(x + 100, y + 100, 78, b) + circle(x + 130, y + 82, 66, mixColours(a, ground, 0.2)),
      ])()
    }
  }
  return out
}
