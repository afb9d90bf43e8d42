import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { seededRandom } from '../../bench/lib/random.ts'
import { emptyTally, type Scenario } from '../scenario.ts'
import type { Result } from './report.ts'

type Campaign = {
  scenarios: readonly Scenario[]
  seed: number
  /** A round of each scenario runs in any case. */
  hours: number
  /** Altogether; null: no limit. */
  kills: number | null
  killsOfRound: number
  signal: AbortSignal
  onProgress(line: string): void
}

/** Runs the scenarios in turns until the time is over; each round has a seed of its own, which is shown with its violations. */
export async function runCampaign(campaign: Campaign): Promise<Result[]> {
  const { seed, hours, kills, killsOfRound, signal, onProgress } = campaign
  const endAt = performance.now() + hours * 3_600_000
  const results: Result[] = campaign.scenarios.map(({ name, fault, missing }) => ({
    name,
    fault,
    missing: missing?.() ?? null,
    tally: emptyTally(),
  }))
  const killed = () => results.reduce((sum, { tally }) => sum + tally.kills, 0)
  const isOver = () => signal.aborted || (kills !== null && killed() >= kills)

  for (let turn = 0; turn === 0 || performance.now() < endAt; turn++) {
    for (const [index, scenario] of campaign.scenarios.entries()) {
      const { tally, missing } = results[index]!
      if (isOver() || (turn > 0 && performance.now() >= endAt)) return results
      if (missing !== null) continue
      // The first round of a seed runs with it, so that a failed one is repeated by its seed alone.
      const roundSeed = seed + turn
      const before = tally.violations.length
      const begunAt = performance.now()
      const dir = mkdtempSync(join(tmpdir(), 'otodana-faults-'))
      try {
        const left = kills === null ? killsOfRound : Math.min(killsOfRound, kills - killed())
        await scenario.run({ random: seededRandom(roundSeed), dir, kills: left, signal, tally })
      } catch (error) {
        if (!signal.aborted)
          tally.violations.push(error instanceof Error ? (error.stack ?? error.message) : String(error))
      } finally {
        rmSync(dir, { recursive: true, force: true, maxRetries: 5 })
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
    if (kills !== null && hours === 0 && killed() < kills) continue
    if (hours === 0) break
  }
  return results
}
