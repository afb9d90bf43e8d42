/** `npm run faults`: makes things fail around real servers, and says in a table what became of what was acknowledged. */
import { runCampaign } from './lib/campaign.ts'
import { type Options, readOptions, USAGE } from './lib/options.ts'
import { report } from './lib/report.ts'
import { scenarios } from './scenarios/index.ts'

const KILLS_OF_ROUND = 10

function options(): Options {
  try {
    const read = readOptions(
      process.argv.slice(2),
      scenarios.map(({ name }) => name),
      () => Math.floor(Math.random() * 1_000_000_000),
    )
    if (read !== 'list') return read
    for (const { name, fault } of scenarios) console.log(`${name.padEnd(20)} ${fault}`)
    process.exit(0)
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`)
    process.exit(2)
  }
}

const { hours, kills, seed, only } = options()
const stopping = new AbortController()
for (const name of ['SIGINT', 'SIGTERM'] as const) {
  process.on(name, () => {
    // The exit cleans up.
    if (stopping.signal.aborted) process.exit(130)
    console.error('ending after the present fault; once more ends at once')
    stopping.abort()
  })
}
process.on('SIGHUP', () => process.exit(129))
console.log(`seed ${seed}`)
const results = await runCampaign({
  scenarios: only.length === 0 ? scenarios : scenarios.filter(({ name }) => only.includes(name)),
  seed,
  hours,
  kills,
  killsOfRound: KILLS_OF_ROUND,
  signal: stopping.signal,
  onProgress: (line) => console.log(line),
})
console.log(report(results))
process.exitCode = results.some(({ tally }) => tally.violations.length > 0) ? 1 : 0
