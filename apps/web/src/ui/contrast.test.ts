import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

type Colour = [red: number, green: number, blue: number, alpha: number]

const tokens = readFileSync(new URL('tokens.css', import.meta.url), 'utf8')

/** A colour of tokens.css in the light and the dark scheme. */
function token(name: string): Record<'light' | 'dark', Colour> {
  const [, light = '', dark = ''] = new RegExp(`--color-${name}: light-dark\\((.+), (.+)\\);`).exec(tokens) ?? []
  return { light: read(light), dark: read(dark) }
}

function read(text: string): Colour {
  if (text.startsWith('#')) {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(text.slice(at, at + 2), 16))
    return [red, green, blue, 1]
  }
  const [red = NaN, green = NaN, blue = NaN, percent = NaN] = (text.match(/\d+/g) ?? []).map(Number)
  return [red, green, blue, percent / 100]
}

function over([red, green, blue, alpha]: Colour, art: number): Colour {
  const mixed = (part: number) => part * alpha + art * (1 - alpha)
  return [mixed(red), mixed(green), mixed(blue), 1]
}

/** By WCAG 2: 1 to 21. */
function contrast(one: Colour, other: Colour): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

function luminance([red, green, blue]: Colour): number {
  const linear = (part: number) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4)
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

test.each(['text', 'text-dim', 'accent', 'general', 'r15', 'adult'])(
  'WRK-01 PLY-02 %s can be read over the tint of any cover, black and white ones as well',
  (name) => {
    for (const scheme of ['light', 'dark'] as const) {
      for (const art of [0, 255]) {
        const ground = over(token('backdrop-veil')[scheme], art)
        expect(contrast(token(name)[scheme], ground), `${scheme} over ${art}`).toBeGreaterThanOrEqual(4.5)
      }
    }
  },
)
