/** The result of a benchmark: a line with its figures and goals, and whether all goals are met. */
export type Figure = { ok: boolean; line: string }

export type Measured = {
  name: string
  value: number
  unit: string
  goal: number
  better: 'more' | 'less'
  digits?: number
}

/** Formats a result: `first scan 140 folders/s (goal ≥ 100) · unchanged 5,200 folders/s (goal ≥ 2,000) — ok`. */
export function figure(title: string, measured: readonly Measured[]): Figure {
  const parts = measured.map((one) => {
    const sign = one.better === 'more' ? '≥' : '≤'
    return `${one.name} ${format(one.value, one.digits)} ${one.unit} (goal ${sign} ${format(one.goal, one.digits)})`
  })
  // What could not be measured is NaN, and meets no goal.
  const missed = measured.filter(({ better, value, goal }) => !(better === 'more' ? value >= goal : value <= goal))
  const verdict = missed.length === 0 ? 'ok' : `missed: ${missed.map((one) => one.name).join(', ')}`
  return { ok: missed.length === 0, line: `${title}: ${parts.join(' · ')} — ${verdict}` }
}

function format(value: number, digits = 0): string {
  return value.toLocaleString('en', { maximumFractionDigits: digits })
}

/** Returns the median of an odd number of runs. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
