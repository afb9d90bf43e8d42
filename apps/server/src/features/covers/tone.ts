const HUES = 24
/** Pixels below this chroma (of 255) count as grey. */
const LEAST_CHROMA = 18

/**
 * Returns a picture's tone: the hue with the most light and colour, or the mean of a grey picture.
 *
 * @param pixels  red, green and blue of each, 0 to 255
 * @returns `#rrggbb`
 */
export function toneOf(pixels: Uint8Array): string {
  const sums = Array.from({ length: HUES }, () => ({ ...NOTHING }))
  const all = { ...NOTHING }
  for (let at = 0; at + 2 < pixels.length; at += 3) {
    const [red, green, blue] = [pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0]
    add(all, 1, red, green, blue)
    const chroma = Math.max(red, green, blue) - Math.min(red, green, blue)
    if (chroma < LEAST_CHROMA) continue
    const hue = Math.floor(hueOf(red, green, blue, chroma) * HUES) % HUES
    const sum = sums[hue]
    if (sum) add(sum, chroma, red, green, blue)
  }
  // A hue between two counts for both.
  const around = sums.map((_, hue) => total([-1, 0, 1].map((offset) => sums[(hue + offset + HUES) % HUES])))
  const best = around.reduce((one, other) => (other.weight > one.weight ? other : one))
  // A small coloured area does not colour a grey picture.
  return hex(best.weight > all.weight ? best : all)
}

type Sum = { weight: number; red: number; green: number; blue: number }
const NOTHING: Readonly<Sum> = { weight: 0, red: 0, green: 0, blue: 0 }

function add(sum: Sum, weight: number, red: number, green: number, blue: number): void {
  sum.weight += weight
  sum.red += red * weight
  sum.green += green * weight
  sum.blue += blue * weight
}

function total(sums: (Sum | undefined)[]): Sum {
  return sums.reduce<Sum>(
    (one, other = NOTHING) => ({
      weight: one.weight + other.weight,
      red: one.red + other.red,
      green: one.green + other.green,
      blue: one.blue + other.blue,
    }),
    NOTHING,
  )
}

/** 0 to 1, starting at red, then green and blue. */
function hueOf(red: number, green: number, blue: number, chroma: number): number {
  const most = Math.max(red, green, blue)
  const sixth =
    most === red ? (green - blue) / chroma + 6 : most === green ? (blue - red) / chroma + 2 : (red - green) / chroma + 4
  return (sixth % 6) / 6
}

function hex({ weight, red, green, blue }: Sum): string {
  const byte = (sum: number) =>
    Math.round(weight === 0 ? 0 : sum / weight)
      .toString(16)
      .padStart(2, '0')
  return `#${byte(red)}${byte(green)}${byte(blue)}`
}
