import { setTimeout as sleep } from 'node:timers/promises'

import type { Round } from '../scenario.ts'
import { until } from './until.ts'
import type { World } from './world.ts'

const SAID_WITHIN_SECONDS = 45
/** While the fault lasts, after the server has said so. */
const MAX_MORE_MS = 2_000

export type Fault = {
  name: string
  inflict(): Promise<void> | void
  heal(): Promise<void> | void
  /** What its log or `/api/readyz` must say of it; null: the fault only slows things down. */
  says: RegExp | null
  /** Something that has to work meanwhile. */
  meanwhile?(): Promise<void>
}

/** Inflicts a fault on a server while a member writes, and heals it: the server has to recover without a restart. */
export async function underFault(round: Round, world: World, fault: Fault): Promise<void> {
  const { tally, random, signal } = round
  if (signal.aborted) return
  const { server } = world
  const stopping = new AbortController()
  const writing = world.writes.keepWriting(stopping.signal)
  try {
    await sleep(random() * 500)
    const logged = server.log().length
    await fault.inflict()
    try {
      const { says } = fault
      if (says !== null)
        tally.said.add(
          await until(`words about ${fault.name}`, SAID_WITHIN_SECONDS, () => wordsOf(world, logged, says)),
        )
      await fault.meanwhile?.()
      await sleep(random() * MAX_MORE_MS)
      if ((await server.call('GET', '/api/livez')).status !== 200) throw new Error('the process does not answer')
    } finally {
      await fault.heal()
    }
    await world.recovered()
  } catch (error) {
    const code = server.exitCode()
    const end = code === null ? '' : `; the server ended with code ${code}: ${server.log().slice(-1_000)}`
    throw new Error(`${fault.name}: ${String(error)}${end}`, { cause: error })
  } finally {
    stopping.abort()
    await writing
  }
  await world.verify()
}

/** The words in what was logged since, or else in the reasons for not being ready. */
async function wordsOf(world: World, logged: number, says: RegExp): Promise<string | undefined> {
  const [inLog] = says.exec(world.server.log().slice(logged)) ?? []
  if (inLog !== undefined) return inLog
  const { status, body } = await world.readiness()
  if (status === 200) return undefined
  const problems = body.checks.flatMap(({ problems = [] }) => problems).join('; ')
  const [inReasons] = says.exec(problems) ?? []
  if (inReasons === undefined) throw new Error(`the server says only: ${problems}`)
  return inReasons
}
