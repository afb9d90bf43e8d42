import { factGroups, type AllFacts, type Facts } from './facts.ts'

/** All of it as a text to send, in English whatever the page's language. */
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
