import { existsSync } from 'node:fs'

import { expect, test } from 'vitest'

import type { Scenario } from '../scenario.ts'
import { runCampaign } from './campaign.ts'

const drawn: number[] = []
const dirs: string[] = []
const kill: Scenario = {
  name: 'kill',
  fault: 'kill -9',
  run({ random, dir, kills, tally }) {
    drawn.push(random())
    dirs.push(dir)
    tally.kills += kills
    return Promise.resolve()
  },
}
const loses: Scenario = {
  name: 'loses',
  fault: 'a loss',
  run({ tally }) {
    tally.violations.push('a is lost')
    return Promise.reject(new Error('it does not recover'))
  },
}
const skipped: Scenario = { name: 'skipped', fault: 'a disk', missing: () => 'needs root', run: kill.run }

function campaign(scenarios: Scenario[], more: { seed?: number; kills?: number | null; signal?: AbortSignal } = {}) {
  const lines: string[] = []
  const { seed = 1, kills = null, signal = new AbortController().signal } = more
  const onProgress = (line: string) => void lines.push(line)
  const results = runCampaign({ scenarios, seed, hours: 0, kills, killsOfRound: 10, signal, onProgress })
  return results.then((found) => ({ found, lines }))
}

test('FLT-04 without hours each scenario runs once; what it loses, and what it does not do, has the seed of its round', async () => {
  const { found, lines } = await campaign([kill, loses, skipped], { seed: 5 })
  expect(found.map(({ tally, missing }) => [tally.rounds, tally.kills, missing])).toEqual([
    [1, 10, null],
    [1, 0, null],
    [0, 0, 'needs root'],
  ])
  const [lost, failed] = found[1]!.tally.violations
  expect(lost).toBe('--seed 5: a is lost')
  expect(failed).toMatch(/^--seed 5: Error: it does not recover/)
  expect(lines[0]).toMatch(/^kill, seed 5: 0 violations, 10 kills so far/)
  expect(dirs.some((dir) => existsSync(dir))).toBe(false)
})

test('FLT-04 with a number of kills rounds follow until they are made, and the same seed draws the same', async () => {
  drawn.length = 0
  const { found } = await campaign([kill], { kills: 25 })
  expect(found[0]!.tally).toMatchObject({ rounds: 3, kills: 25 })
  const first = drawn.splice(0)
  await campaign([kill], { kills: 25 })
  expect(drawn).toEqual(first)
  expect(new Set(first).size).toBe(3)
})

test('FLT-04 a campaign that is stopped has a table of what was done', async () => {
  const stopping = new AbortController()
  const stops: Scenario = {
    ...kill,
    run(round) {
      stopping.abort()
      return kill.run(round)
    },
  }
  const { found } = await campaign([stops, loses], { signal: stopping.signal })
  expect(found.map(({ tally }) => tally.rounds)).toEqual([1, 0])
})
