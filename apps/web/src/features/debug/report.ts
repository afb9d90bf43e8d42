import { factGroups, type AllFacts, type Facts } from './facts.ts'

/** Formats everything as a report, in English. */
export function reportOf(client: Facts, facts: AllFacts | null): string {
  const groups: [string, Facts][] = [
    ['client', client],
    ...factGroups.map((group): [string, Facts] => [group, facts?.[group] ?? {}]),
  ]
  return `${groups.map(([name, each]) => `[${name}]\n${linesOf(each)}`).join('\n\n')}\n`
}

function linesOf(facts: Facts): string {
  return (
    Object.entries(facts)
      .map(([name, value]) => `${name}: ${value}`)
      .join('\n') || '-'
  )
}
