import type { Tally } from '../scenario.ts'

export type Result = { name: string; fault: string; missing: string | null; tally: Tally }

const columns = [
  'scenario',
  'fault',
  'rounds',
  'kills',
  'acknowledged',
  'recovery',
  'violations',
  'the server said',
] as const

/** A Markdown table, a row for each scenario, and below it the violations. */
export function report(results: readonly Result[]): string {
  const rows = results.map(({ name, fault, missing, tally }) => [
    name,
    fault,
    ...(missing === null
      ? [
          String(tally.rounds),
          tally.kills === 0 ? '' : String(tally.kills),
          String(tally.acknowledged),
          tally.recoverySeconds === 0 ? '' : `${tally.recoverySeconds.toFixed(1)} s`,
          String(tally.violations.length),
          [...tally.said].join('; '),
        ]
      : [`skipped: ${missing}`, '', '', '', '', '']),
  ])
  const widths = columns.map((name, column) => Math.max(name.length, ...rows.map((row) => row[column]!.length)))
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`
  const violations = results.flatMap(({ name, tally }) => tally.violations.map((text) => `${name}: ${text}`))
  return [line(columns), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line), ...violations].join('\n')
}
