import { parseArgs } from 'node:util'

export type Options = {
  /** Rounds begin until then. */
  hours: number
  /** How many kills the scenarios of kills make altogether; null: as many as the time allows. */
  kills: number | null
  seed: number
  /** Names of scenarios; none: all. */
  only: string[]
}

export const USAGE = `Usage: npm run faults -- [--hours N] [--kills N] [--seed N] [--only NAME]…
  --hours N    how long rounds begin (default: one round of each scenario)
  --kills N    ends when so many processes were killed
  --seed N     repeats the random choices of an earlier run
  --only NAME  this scenario alone; may be given several times
  --list       the names of the scenarios`

/** @throws {Error} what is wrong with the arguments, in words */
export function readOptions(args: string[], names: readonly string[], newSeed: () => number): Options | 'list' {
  const { values } = parseArgs({
    args,
    options: {
      hours: { type: 'string', default: '0' },
      kills: { type: 'string' },
      seed: { type: 'string' },
      only: { type: 'string', multiple: true, default: [] },
      list: { type: 'boolean', default: false },
    },
  })
  if (values.list) return 'list'
  const unknown = values.only.filter((name) => !names.includes(name))
  if (unknown.length > 0) throw new Error(`There is no scenario ${unknown.join(', ')}. Names: ${names.join(', ')}`)
  return {
    hours: numberOf('hours', values.hours),
    kills: values.kills === undefined ? null : numberOf('kills', values.kills),
    seed: values.seed === undefined ? newSeed() : numberOf('seed', values.seed),
    only: values.only,
  }
}

function numberOf(name: string, text: string): number {
  const value = Number(text)
  if (text.trim() === '' || !Number.isFinite(value) || value < 0) throw new Error(`--${name} must be a number`)
  return value
}
