import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { seededRandom } from '../../bench/lib/random.ts'
import { emptyTally, type Scenario } from '../scenario.ts'
import { cleaningUp } from './clean-ups.ts'
import type { Result } from './report.ts'

type Campaign = {
  scenarios: readonly Scenario[]
  seed: number
  /** A round of each scenario runs in any case. */
  hours: number
  /** Altogether; null: no limit. */
  kills: number | null
  /** Of a scenario that does not say. */
  killsOfRound: number
  signal: AbortSignal
  onProgress(line: string): void
}

/** Runs the scenarios in turns until the time is over; each round has a seed of its own, which is shown with its violations. */
export async function runCampaign(campaign: Campaign): Promise<Result[]> {
  const { seed, hours, kills, killsOfRound, signal, onProgress } = campaign
  const results: Result[] = campaign.scenarios.map(({ name, fault, missing }) => ({
    name,
    fault,
    missing: missing?.() ?? null,
    tally: emptyTally(),
  }))
  const endAt = performance.now() + hours * 3_600_000
  const hasAny = results.some(({ missing }) => missing === null)
  const killed = () => results.reduce((sum, { tally }) => sum + tally.kills, 0)
  const hasKilled = () => kills !== null && killed() >= kills
  // Without hours the number of kills decides, unless there are none at all.
  const goesOn = () =>
    hasAny && !hasKilled() && (hours > 0 ? performance.now() < endAt : kills !== null && killed() > 0)

  for (let turn = 0; turn === 0 || goesOn(); turn++) {
    for (const [index, scenario] of campaign.scenarios.entries()) {
      const { tally, missing } = results[index]!
      if (signal.aborted || hasKilled() || (turn > 0 && !goesOn())) return results
      if (missing !== null) continue
      // The first round of a seed runs with it, so that a failed one is repeated by its seed alone.
      const roundSeed = seed + turn
      const before = tally.violations.length
      const begunAt = performance.now()
      const dir = mkdtempSync(join(tmpdir(), 'otodana-faults-'))
      const removing = cleaningUp(() => rmSync(dir, { recursive: true, force: true, maxRetries: 5 }))
      try {
        const left = Math.min(scenario.kills ?? killsOfRound, kills === null ? Infinity : kills - killed())
        await scenario.run({ random: seededRandom(roundSeed), dir, kills: left, signal, tally })
      } catch (error) {
        if (!signal.aborted)
          tally.violations.push(error instanceof Error ? (error.stack ?? error.message) : String(error))
      } finally {
        removing[Symbol.dispose]()
      }
      tally.rounds++
      const found = tally.violations.splice(before)
      tally.violations.push(...found.map((text) => `--seed ${roundSeed}: ${text}`))
      const seconds = ((performance.now() - begunAt) / 1_000).toFixed(0)
      onProgress(
        `${scenario.name}, seed ${roundSeed}: ${found.length} violations, ${killed()} kills so far (${seconds} s)`,
      )
      for (const text of found) onProgress(`  ${text}`)
    }
  }
  return results
}
